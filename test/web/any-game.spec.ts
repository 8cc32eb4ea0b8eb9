import { playOn, sitDown } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

/** Rulesets that no other spec plays on the automatic table. If the variable GAME names a ruleset, only that one. */
const { GAME } = process.env;
const GAMES = GAME === undefined ? ['champions-of-chance', 'folly-and-fortune'] : [GAME];
const LONGEST_GAME = 2_000;

for (const game of GAMES) {
  test(`${game} is played by clicks to its end on the table drawn from its schema`, async ({ page }) => {
    await sitDown(page);
    await page.goto(`./#/new/${game}`);
    await page.getByRole('button', { name: 'Create the game' }).click();
    await expect(page.locator('[data-status=playing]')).toBeVisible();
    await page.goto(`${page.url()}?table=auto`);
    await playOn(page, LONGEST_GAME);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  });
}
