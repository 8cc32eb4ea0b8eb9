import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { sitDown, tokenOf } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

const DAY = 86_400;
const OWN = 200;
const SHARED = 60;
const AT_ONCE = 12;
const MOST_NODES = 2_500;

type Made = { id: string; toAct: number[] };

async function inTurn<T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let nth = next++; nth < count; nth = next++) made[nth] = await work(nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return made;
}

async function playMany(page: Page): Promise<{ own: Made[]; shared: Made[]; opponent: string }> {
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const clockOf = (nth: number) => ({ perAction: DAY * (1 + (nth % 10)), onTimeout: 'random' });
  const create = (body: object) => ask<Made>(origin, token, 'POST', '/v1/games', { ruleset: 'pascals-ruin', ...body });
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  if (bo === undefined) throw new Error('there is no other player');
  const own = await inTurn(OWN, (nth) => create({ seats: ['me', 'me'], clock: clockOf(nth + 1) }));
  const shared = await inTurn(SHARED, async (nth) => {
    const game = await create({ seats: ['me', 'open'], clock: clockOf(nth + 1) });
    return ask<Made>(origin, bo.token, 'POST', `/v1/games/${game.id}/seats`, {});
  });
  return { own, shared, opponent: bo.name };
}

test("hundreds of games are sorted, found by players' names, left by a key, and never too many for the page", async ({
  page,
}) => {
  test.slow();
  await sitDown(page);
  const { own, shared, opponent } = await playMany(page);
  const mine = shared.filter(({ toAct }) => toAct[0] === 0).length;
  await page.goto('./');
  const games = page.getByRole('region', { name: 'My games' });
  await expect(games.getByText(`${own.length + mine} games wait for you.`)).toBeVisible();
  const waiting = games.getByRole('list').first();
  await expect(waiting.getByRole('listitem')).toHaveCount(30);
  await expect(waiting.getByRole('listitem').first()).toContainText(/(1 day|2[0-9] hours).* left/);
  await expect(waiting.getByRole('listitem').first()).toContainText(/\d new/);
  const running = games.getByRole('table', { name: 'Others are to act' });
  await expect(running).toHaveAttribute('aria-rowcount', String(shared.length - mine + 1));
  await expect(running.getByRole('row').nth(1)).toContainText(opponent);
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThan(MOST_NODES);

  await page.getByRole('button', { name: `Show all ${own.length + mine} that wait for you` }).click();
  const all = games.getByRole('table', { name: 'All that wait for you' });
  await expect(all).toHaveAttribute('aria-rowcount', String(own.length + mine + 1));
  expect(await nodes()).toBeLessThan(MOST_NODES);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await page.locator('body').press('/');
  await page.keyboard.type(opponent);
  await expect(all).toHaveAttribute('aria-rowcount', String(mine + 1));

  await page.goto('./');
  await expect(waiting.getByRole('listitem')).toHaveCount(30);
  await page.locator('body').press('n');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/g\//);
  const first = page.url();
  const next = page.getByRole('button', { name: 'Next game' });
  await expect(next).toBeVisible();
  await expect(page.getByText(`${own.length + mine - 1} games more wait for you`)).toBeVisible();
  await expectAccessible(page);
  await page.locator('body').press('n'); // the shortcut works only while the table has the focus
  await expect(next).not.toBeFocused();
  await page.getByTestId('confirm').focus();
  await page.keyboard.press('n');
  await expect(next).toBeFocused();
  const ms = await page.evaluate(async () => {
    const [from, since] = [document.querySelector('.playing'), performance.now()];
    (document.activeElement as HTMLElement).click();
    const isThere = () => ![null, from].includes(document.querySelector('.playing:has(.felt)'));
    while (!isThere()) await new Promise(requestAnimationFrame);
    return performance.now() - since;
  });
  expect(ms, 'ms until the next game is there').toBeLessThan(300);
  await expect(page).not.toHaveURL(first);
  await expect(page.locator('[data-status=playing]')).toBeVisible();
});

test('events seen on one device are not new on another', async ({ page, browser }) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const game = await ask<Made>(origin, token, 'POST', '/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
  const line = page.getByRole('region', { name: 'My games' }).getByRole('listitem').first();
  await page.goto('./');
  await expect(line).toContainText('new');
  const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage();
  await other.goto(`${page.url()}#/g/${game.id}`);
  await expect(other.locator('[data-status=playing]')).toBeVisible();
  await expect
    .poll(async () => {
      const { turns } = await ask<any>(origin, token, 'GET', '/v1/me/turns?since=looked');
      return turns[0].sinceLooked.events;
    })
    .toBe(0);
  await page.reload();
  await expect(line).toContainText("Pascal's Ruin");
  await expect(line).not.toContainText('new');
  await other.context().close();
});
