import { choicesOf, drawFromSchema, ready, sitDown, startGame } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

const LONGEST_GAME = 600;
const MOST_TABS = 60;

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

const CONFIRM = '[data-testid=confirm][aria-disabled=false]';
const CHOICE = '[data-testid=choices] button';

test("Poker's Rogue Reckoning is played to its end by keyboard alone", async ({ page }) => {
  await sitDown(page);
  await startGame(page, "Play alone: Poker's Rogue Reckoning");
  await drawFromSchema(page);
  const table = page.locator('[data-status]');
  for (let actions = 0; actions < LONGEST_GAME; actions++) {
    await expect(page.locator(`${CONFIRM}, ${CHOICE}, [data-status=finished]`).first()).toBeAttached();
    if ((await table.getAttribute('data-status')) === 'finished') break;
    if ((await page.locator(CONFIRM).count()) === 0) {
      await tabTo(page, CHOICE);
      for (let i = 0; i < actions % 3; i++) await page.keyboard.press('Tab');
      if (!(await page.evaluate((wanted) => document.activeElement?.matches(wanted), CHOICE)))
        await tabTo(page, CHOICE);
      await page.keyboard.press('Space');
    }
    if ((await page.locator(CONFIRM).count()) === 0) continue;
    const version = await table.getAttribute('data-version');
    await page.keyboard.press('Shift+Tab'); // pressing Enter directly after a change would count as holding it
    await tabTo(page, CONFIRM);
    await page.keyboard.press('Enter');
    await expect(table).not.toHaveAttribute('data-version', version ?? '');
    if ((await table.getAttribute('data-status')) === 'finished') break;
    await expect(page.getByTestId('confirm')).toBeFocused();
  }
  await expect(table).toHaveAttribute('data-status', 'finished');
});

test('changes are announced, and L repeats them', async ({ page }) => {
  await sitDown(page);
  await startGame(page, "Play against a bot: Pascal's Ruin");
  const spoken = page.getByTestId('spoken');
  await expect(spoken).toHaveText('Your turn');
  await (await choicesOf(page)).first().click();
  await page.getByTestId('confirm').click();
  await expect(spoken).toContainText(/^[^.]+\. [^.]+\./);
  const words = await spoken.textContent();
  const heard = await spoken.evaluateHandle((status) => {
    const texts: (string | null)[] = [];
    new MutationObserver(() => texts.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  await page.keyboard.press('l');
  await expect.poll(() => heard.jsonValue()).toEqual(['', words]); // only changes are announced
});

test('single keys do nothing once they are switched off, and work again when they are on', async ({ page }) => {
  await sitDown(page);
  await page.goto('./#/me');
  const off = page.getByRole('checkbox', { name: /^Keys at a table/ });
  await off.uncheck();
  await startPascal(page);
  const spoken = page.getByTestId('spoken');
  await expect(spoken).toHaveText('Your turn');
  const heard = await spoken.evaluateHandle((status) => {
    const texts: (string | null)[] = [];
    new MutationObserver(() => texts.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  const picked = page.locator('.pascal .dice [aria-pressed=true]');
  await page.locator('.pascal .dice button').first().focus();
  await page.keyboard.press('l');
  await page.keyboard.press('2');
  await page.keyboard.press('Space');
  await expect(picked).toHaveCount(1);
  expect(await heard.jsonValue()).toEqual([]);

  await page.goto('./#/me');
  await off.check();
  await page.goBack();
  await page.locator('.pascal .dice button').first().focus();
  await page.keyboard.press('2');
  await expect(picked).toHaveCount(2);
});

/** Starts Pascal, because keys pick dice on its table. */
async function startPascal(page: Page): Promise<void> {
  await page.goto('./');
  await startGame(page, 'Play alone: Pascal');
  await expect(page.locator('.pascal .dice button').first()).toBeVisible();
}

test("a player's own move is announced once, in one message", async ({ page }) => {
  await sitDown(page);
  await startGame(page, "Play alone: Poker's Rogue Reckoning");
  const spoken = page.getByTestId('spoken');
  await expect(spoken).not.toBeEmpty();
  if ((await ready(page)) === 'choose') await (await choicesOf(page)).first().click();
  await expect(page.getByTestId('confirm')).toHaveAttribute('aria-disabled', 'false');
  const before = await spoken.textContent();
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const regions =
      '[role=status], [role=alert], output:not([aria-live=off]), [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((changes) => {
      const changed = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement));
      const told = changed.map((each) => each?.closest(regions)).filter((each) => each != null);
      for (const each of new Set(told)) if (each.textContent?.trim()) texts.push(each.textContent);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  await page.getByTestId('confirm').click();
  await expect(spoken).not.toHaveText(before ?? '');
  await expect(page.locator('[data-busy]')).toHaveCount(0);
  expect(await heard.jsonValue()).toEqual([await spoken.textContent()]);
});
