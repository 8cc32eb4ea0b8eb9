import { openGame } from './browser/house.ts';
import { playOn, sitDown } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const GAMES = 6;
/** Browsers allow six connections to a server. Calls that wait must leave some for clicks. */
const MOST_WAITING = 3;

function waitingCalls(page: Page) {
  const open = new Set<unknown>();
  const calls = { open, most: 0 };
  page.on('request', (request) => {
    const wait = new URL(request.url()).searchParams.get('wait') ?? '0';
    if (wait === '0' && request.headers().accept !== 'text/event-stream') return;
    calls.most = Math.max(calls.most, open.add(request).size);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return calls;
}

for (const [size, viewport] of SIZES) {
  test(`${size}: a player acts in six games in one window, which closes the connections of tables that it left`, async ({
    page,
  }) => {
    await resize(page, viewport);
    const calls = waitingCalls(page);
    await sitDown(page);
    for (let game = 0; game < GAMES; game++) {
      await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: `game ${game}` });
      await expect(page.locator('[data-line=live]')).toBeVisible();
      await expect(page.locator('.top').getByRole('button', { name: /^Chat/ })).toBeVisible();
      expect(await playOn(page, 1)).toBe(1);
    }
    expect(calls.most).toBeLessThanOrEqual(MOST_WAITING);
    await expect.poll(() => calls.open.size).toBe(1);
    await page.goto('./#/rules');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => calls.open.size, { timeout: 10_000 }).toBe(0);
  });
}
