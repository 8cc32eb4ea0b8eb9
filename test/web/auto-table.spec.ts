import { loadCatalogue } from '#rules/catalogue.ts';
import { expectAccessible } from './browser/accessibility.ts';
import { choicesOf, drawFromSchema, playOn, sitDown, startGame } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const RULESETS = [...(await loadCatalogue(false)).values()].map(({ ruleset }) => ruleset);
const SOME_DOZENS = 40;
const LEAST_PIXELS = 24;
const NARROW = { width: 320, height: 640 };

for (const { name, solo } of RULESETS) {
  test(`${name} is played by clicks on the table drawn from its schema, on a phone too`, async ({ page }) => {
    await resize(page, NARROW);
    await sitDown(page);
    await startGame(page, `${solo ? 'Play alone' : 'Play against a bot'}: ${name}`);
    await drawFromSchema(page);
    await playOn(page, 4, pickOnTheBoard);
    // the sheet hides the lower part of the page, so this scrolls to the end first
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectAccessible(page);
    await expectFit(page);
    await playOn(page, SOME_DOZENS);
    await expectFit(page);
  });
}

/** Clicks a piece on the board. If no piece can be picked, clicks an entry of the list. */
async function pickOnTheBoard(page: Page, actions: number): Promise<void> {
  const pieces = page.getByRole('region', { name: 'The table' }).locator('button.can');
  const some = (await pieces.count()) > 0 ? pieces : await choicesOf(page);
  await some.nth(actions % (await some.count())).click();
}

async function expectFit(page: Page): Promise<void> {
  const small = await page.evaluate((least) => {
    const boxes = [...document.querySelectorAll('button, a, input, select, summary')].map((each) => ({
      html: each.outerHTML.slice(0, 80),
      box: each.getBoundingClientRect(),
    }));
    const seen = boxes.filter(({ box, html }) => box.width > 1 && box.height > 1 && !html.includes('"skip"'));
    return seen.filter(({ box }) => box.width < least || box.height < least).map(({ html }) => html);
  }, LEAST_PIXELS);
  expect(small).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}

test('items of a list are picked on the board, and narrow the choices', async ({ page }) => {
  await sitDown(page);
  await startGame(page, 'Play alone: Pascal');
  await drawFromSchema(page);
  const dice = page.locator('dt:has-text("dice") + dd').first().getByRole('button');
  await expect(dice).toHaveCount(6);
  const all = await page.getByTestId('choices').locator('summary').textContent();
  await dice.nth(2).click();
  await expect(dice.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('choices').locator('summary')).not.toHaveText(all ?? '');
  await page.getByRole('button', { name: 'Choose again' }).click();
  await expect(page.getByTestId('choices').locator('summary')).toHaveText(all ?? '');
});
