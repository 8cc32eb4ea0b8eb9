import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { openGame } from './browser/house.ts';
import { expectFits, expectReplayFits } from './browser/looks.ts';
import { ready, sitDown } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

/** Each game at its largest table. */
const TABLES: { bots: number; game: Parameters<typeof openGame>[1] }[] = [
  { bots: 4, game: { ruleset: 'champions-of-chance', options: { victoryDice: true, wackyNumbers: true } } },
  { bots: 4, game: { ruleset: 'folly-and-fortune' } },
  { bots: 0, game: { ruleset: 'pascal' } },
  { bots: 2, game: { ruleset: 'pascals-ruin' } },
  { bots: 0, game: { ruleset: 'pokers-rogue-reckoning' } },
];

for (const { bots, game } of TABLES) {
  test(`the largest table of ${game.ruleset} fits each screen in both themes, and a spectator can only watch`, async ({
    page,
    browser,
  }) => {
    await sitDown(page);
    const seats = ['me' as const, ...Array.from({ length: bots }, () => ({ bot: 'random' as const }))];
    const id = await openGame(page, { ...game, seats, seed: 'watched' });
    await ready(page);
    await expectLooks(page);
    const stranger = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await stranger.goto(`/#/g/${id}`);
    await expect(stranger.locator('[data-status=playing] .felt')).toBeVisible();
    await expect(stranger.locator('.bar .ask')).toContainText('You are watching');
    await expect(stranger.locator('.acts button')).toHaveCount(0);
    await expect(stranger.locator('.felt :is(.can, .is)')).toHaveCount(0);
    await expectLooks(stranger);
    await stranger.goto(`/#/g/${id}/at/1`);
    await expect(stranger.locator('.replay .felt')).toBeVisible();
    await expectReplayFits(stranger);
    await stranger.context().close();
  });
}

async function expectLooks(page: Page): Promise<void> {
  await expectFits(page);
  await expectFitsNarrow(page);
  for (const [, viewport] of SIZES) {
    await resize(page, viewport);
    await expectAccessible(page);
  }
}
