import { openGame } from './browser/house.ts';
import { choicesOf, sitDown } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const ALONE = ['me'];
const TOGETHER = ['me', { bot: 'random' }];
const GAMES = [
  { ruleset: 'champions-of-chance', seats: TOGETHER },
  { ruleset: 'folly-and-fortune', seats: TOGETHER },
  { ruleset: 'pascal', seats: ALONE },
  { ruleset: 'pascals-ruin', seats: TOGETHER },
  { ruleset: 'pokers-rogue-reckoning', seats: ALONE, atOnce: true }, // a room opens with the first tap
  { ruleset: 'pokers-rogue-reckoning', seats: ALONE, query: '?table=auto' },
];

for (const { query = '', atOnce = false, ...game } of GAMES) {
  test(`${game.ruleset}${query} is played with a finger: a tap on a piece, on a choice and on the bar`, async ({
    page,
  }) => {
    await sitDown(page);
    const id = await openGame(page, { ...game, seed: 'touched' } as Parameters<typeof openGame>[1]);
    await page.goto(`./#/g/${id}${query}`);
    const table = page.locator('[data-status]');
    const pieces = page.locator('.board button.piece.can');
    await expect(pieces.first()).toBeVisible();
    const first = (await table.getAttribute('data-version')) ?? '';
    await pieces.first().tap();
    if (atOnce) return expect(table).not.toHaveAttribute('data-version', first);
    await expect(page.locator('.board [aria-pressed=true]').first()).toBeVisible();
    const clear = page.getByRole('button', { name: 'Choose again' });
    await clear.tap();
    await expect(page.locator('.board [aria-pressed=true]')).toHaveCount(0);

    const confirm = page.getByTestId('confirm');
    while ((await confirm.getAttribute('aria-disabled')) === 'true') await (await choicesOf(page)).first().tap();
    const version = (await table.getAttribute('data-version')) ?? '';
    await confirm.tap();
    await expect(table).not.toHaveAttribute('data-version', version);
  });
}
