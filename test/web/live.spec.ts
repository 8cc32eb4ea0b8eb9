import { playOn, sitDown, startGame, tokenOf } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

/** A game of two people; resolves to the page of the second one. */
async function playTogether(page: Page, game: string): Promise<Page> {
  await sitDown(page);
  await page.getByRole('link', { name: `Options: ${game}` }).click();
  await page.getByLabel('Seat 1').selectOption('open');
  await page.getByRole('button', { name: 'Create the game' }).click();
  const other = (await page.context().browser())?.newContext();
  const guest = await (await other)?.newPage();
  if (guest === undefined) throw new Error('the browser is gone');
  await guest.goto(page.url());
  await guest.getByLabel('Your name').fill(`Bo ${process.pid} ${Date.now()}`);
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await expect(guest.locator('[data-status=playing]')).toBeVisible();
  return guest;
}

const versionOf = async (page: Page) => Number(await page.locator('[data-status]').getAttribute('data-version'));
const turnOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your turn' });

test('two browsers and a watcher see each move as it is made, and the watcher sees no hand', async ({
  page,
  browser,
}) => {
  const guest = await playTogether(page, 'Champions of Chance');
  const watcher = await (await browser.newContext()).newPage();
  await watcher.goto(`${page.url()}?table=auto`);
  await page.goto(`${page.url()}?table=auto`);
  await guest.goto(`${guest.url()}?table=auto`);
  for (let moves = 0; moves < 6; moves++) {
    const turns = async () => (await turnOf(page).count()) + (await turnOf(guest).count());
    await expect.poll(turns).toBeGreaterThan(0);
    const mover = (await turnOf(page).count()) > 0 ? page : guest;
    await playOn(mover, 1);
    if (moves > 0) continue; // of what is chosen in secret others are not told
    const version = await versionOf(mover);
    for (const each of [page, guest, watcher]) await expect.poll(() => versionOf(each)).toBeGreaterThanOrEqual(version);
  }
  await expect(watcher.getByText('Nothing to choose for you just now.')).toBeVisible();
  const mine = page.locator('dt:text-is("hand") + dd');
  await expect(mine.locator('.tile').first()).toBeVisible();
  await expect(watcher.locator('dt:text-is("hand") + dd').locator('.tile')).toHaveCount(0);
  await guest.context().close();
  await watcher.context().close();
});

test('what is new since one last looked is marked in the log', async ({ page, request }) => {
  await sitDown(page);
  await startGame(page, "Play against a bot: Pascal's Ruin");
  await expect(page.getByRole('region', { name: 'What happened' }).getByRole('listitem').first()).toBeVisible();
  const table = page.url();
  const path = `v1/games/${table.split('/').at(-1)}`;
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  await page.goto('./');
  const { legalActions } = await (await request.get(path, { headers })).json();
  await request.post(`${path}/actions`, { headers, data: { action: legalActions[0] } });
  await page.goto(table);
  await expect(page.getByText(/new since you last looked/)).toBeVisible();
  await expect(page.locator('.log li.new').filter({ hasText: /rolls/ }).first()).toBeVisible();
});
