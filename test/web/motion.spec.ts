import { openGame } from './browser/house.ts';
import { sitDown } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The page shows each move for 800 ms. Half of that is enough here, because a busy machine renders late; without the
 * pause there would be no delay at all. */
const PACE_MS = 400;

interface Seen {
  version: number;
  at: number;
  moving: number;
}

declare global {
  interface Window {
    versions: Seen[];
  }
}

async function watchVersions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const table = document.querySelector<HTMLElement>('[data-status]');
    window.versions = [];
    if (table === null) throw new Error('there is no table');
    new MutationObserver(() => {
      const seen = { version: Number(table.dataset.version), at: performance.now(), moving: 0 };
      window.versions.push(seen);
      requestAnimationFrame(() => requestAnimationFrame(() => (seen.moving = document.getAnimations().length)));
    }).observe(table, { attributeFilter: ['data-version'] });
  });
}

test("a die rolls visibly, and bots' moves are shown one after another", async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
  for (let moves = 0; moves < 40; moves++) {
    await expect(
      page.locator('[data-asked]:not([data-busy])').or(page.locator('[data-status=finished]')),
    ).toBeVisible();
    await watchVersions(page);
    await page.mouse.move(0, 0);
    const version = await page.locator('[data-status]').getAttribute('data-version');
    const act = page.locator('.acts .act:not([data-testid]):not(:has-text("Undo")):enabled').first();
    if (await act.isVisible()) await act.click();
    else {
      await page.locator('.take.can').first().click();
      await page.getByTestId('confirm').click();
    }
    await expect(page.locator('[data-status]')).not.toHaveAttribute('data-version', version ?? '');
    await expect(
      page.locator('[data-asked]:not([data-busy])').or(page.locator('[data-status=finished]')),
    ).toBeVisible();
    const seen = await page.evaluate(() => window.versions);
    if (seen.length < 3) continue;
    const last = seen.slice(-3);
    for (const [i, { version: shown, at }] of last.slice(1).entries()) {
      expect(shown).toBe((last[i]?.version ?? 0) + 1);
      expect(at - (last[i]?.at ?? 0)).toBeGreaterThan(PACE_MS);
    }
    expect(Math.max(...seen.map(({ moving }) => moving))).toBeGreaterThan(0);
    return;
  }
  throw new Error('no bot ever made two moves');
});

const ROLL_MS = 820;

test('a tap on the cloth ends a roll at once', async ({ page }) => {
  await sitDown(page);
  await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'paced' });
  const tumbling = () =>
    page.evaluate((ms) => {
      const all = document.getAnimations();
      return all.filter(({ effect }) => effect?.getComputedTiming().duration === ms).length;
    }, ROLL_MS);
  await page.locator('.take.can').first().click();
  await page.getByTestId('confirm').click();
  await page.waitForFunction((ms) => {
    const rolls = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().duration === ms);
    if (rolls.length === 0) return false;
    document.querySelector('.felt')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return rolls.every(({ playState }) => playState === 'finished');
  }, ROLL_MS);
  expect(await tumbling()).toBe(0);
});
