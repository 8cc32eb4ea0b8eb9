import type { NewGame, Schemas } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { openGame, readGame, resignGame } from './browser/house.ts';
import { drawFromSchema, openDrawer, playOn, sitDown } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

type Transcript = Schemas['Transcript'];

test.use({ expectedErrors: [/status of 409/] });

const LONGEST_GAME = 1_000;

test('a finished game is verified in the page, with the stored heads, and every change of its transcript is found', async ({
  page,
}) => {
  await sitDown(page);
  const id = await openGame(page, {
    ruleset: 'pascals-ruin',
    seats: ['me', { bot: 'random' }],
    options: { mode: 'match', roundsToWin: 1 },
    clientSeeds: ['words of my own', null],
  });
  await drawFromSchema(page);
  await playOn(page, LONGEST_GAME);
  await openDrawer(page, 'Menu');
  await page.getByRole('link', { name: 'Check the fairness' }).click();
  const fairness = page.locator('.fairness');
  await expect(fairness).toHaveAttribute('data-verified', 'true');
  await expect(page.getByText('Everything is right.')).toBeVisible();
  const { version } = await readGame(page, id);
  await expect(page.getByText(`${version} links without a gap`)).toBeVisible();
  await expect(page.getByText(/heads while you played: all are in this chain/)).toBeVisible();
  await expectAccessible(page);

  for (const [what, bend, found] of BENT) {
    await page.route('**/transcript', async (route) => {
      const answer = await route.fetch();
      const transcript = (await answer.json()) as Transcript;
      bend(transcript);
      await route.fulfill({ response: answer, json: transcript });
    });
    await page.reload();
    await expect(fairness, what).toHaveAttribute('data-verified', 'false');
    await expect(fairness, what).toContainText(found);
    await page.unroute('**/transcript');
  }
  await expectAccessible(page);
});

const BENT: readonly [string, (transcript: Transcript) => void, RegExp][] = [
  ['another server seed', (t) => Object.assign(t, { serverSeed: '00'.repeat(32) }), /SHA-256 of the server seed/],
  ['another draw', ({ log }) => Object.assign(drawnIn(log), { draws: [1_000] }), /draw 1 below \d+.*expected/s],
  ['an entry left out', ({ log }) => log.splice(4, 1), /Version 5 is wrong.*version.*5.*6/s],
  [
    'another time',
    ({ log }) => Object.assign(log.at(-1) ?? {}, { at: '2999-01-01T00:00:00.000Z' }),
    /head of the chain/,
  ],
  ['another end', (t) => Object.assign(t.outcome ?? {}, { winners: [] }), /outcome/],
  ['other client words', ({ log }) => renamed(log), /Version 1 is wrong.*head of the chain/s],
];

function drawnIn(log: Transcript['log']): Transcript['log'][number] {
  return log.find(({ version, draws }) => version > 2 && draws.length > 0) ?? (log[1] as Transcript['log'][number]);
}

function renamed(log: Transcript['log']): void {
  const [created] = log;
  const { seats = [] } = (created?.action ?? {}) as { seats?: { clientSeed: string }[] };
  Object.assign(seats[0] ?? {}, { clientSeed: 'words of the house' });
}

test('a stored head that the transcript lacks is shown as another history', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, { ruleset: 'pascal', seats: ['me'] });
  await resignGame(page, id);
  await expect(page.locator('[data-status=finished]')).toBeVisible();
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith('croupier-heads'))
        localStorage.setItem(key, value.replaceAll(/[0-9a-f]{64}/g, 'ab'.repeat(32)));
    }
  });
  await page.goto(`./#/g/${id}/fairness`);
  await expect(page.locator('.fairness')).toHaveAttribute('data-verified', 'false');
  await expect(page.getByText('head that was kept')).toBeVisible();
});

const OTHERS: readonly NewGame[] = [
  { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }] },
  { ruleset: 'folly-and-fortune', seats: ['me', { bot: 'random' }] },
  { ruleset: 'pokers-rogue-reckoning', seats: ['me'] },
];

test('a game of each other ruleset is verified by its own rules', async ({ page }) => {
  await sitDown(page);
  for (const game of OTHERS) {
    const id = await openGame(page, game);
    await resignGame(page, id);
    await page.goto(`./#/g/${id}/fairness`);
    await expect(page.locator('.fairness'), game.ruleset).toHaveAttribute('data-verified', 'true');
  }
});

test('a running game cannot be verified yet, and the page says so', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, { ruleset: 'pascal', seats: ['me'] });
  await page.goto(`./#/g/${id}/fairness`);
  await expect(page.getByRole('alert')).toContainText('is not over');
});
