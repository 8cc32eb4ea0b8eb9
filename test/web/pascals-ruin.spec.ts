import { expectAccessible } from './browser/accessibility.ts';
import { drawFromSchema, playOn, sitDown, startGame } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

const LONGEST_GAME = 1_000;

test("Pascal's Ruin is played by clicks to its end on the table drawn from its schema", async ({ page }) => {
  await sitDown(page);
  await expectAccessible(page);
  await startGame(page, "Play against a bot: Pascal's Ruin");
  await drawFromSchema(page);
  await playOn(page, 2);
  await expectAccessible(page);
  await playOn(page, LONGEST_GAME);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('won');
  await expectAccessible(page);
});
