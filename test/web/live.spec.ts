import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { closeDrawer, openDrawer, playOn, sitDown, tokenOf } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

async function playTogether(page: Page, game: string): Promise<Page> {
  await sitDown(page);
  await page.getByRole('link', { name: `Options: ${game}` }).click();
  await page.getByLabel('Seat 2').selectOption('open');
  await page.getByRole('button', { name: 'Create the game' }).click();
  await expect(page).toHaveURL(/#\/g\//);
  const other = (await page.context().browser())?.newContext();
  const guest = await (await other)?.newPage();
  if (guest === undefined) throw new Error('the browser is gone');
  await guest.goto(page.url());
  await guest.getByLabel('Your name').fill(`Bo ${process.pid} ${Date.now()}`);
  await guest.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await expect(guest.locator('[data-status=playing]')).toBeVisible();
  return guest;
}

const versionOf = async (page: Page) => Number(await page.locator('[data-status]').getAttribute('data-version'));
const turnOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your turn' });

test('two browsers and a spectator see each move as it is made, and the spectator sees no hand', async ({
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
    if (moves > 0) continue; // others see nothing of secret choices
    const version = await versionOf(mover);
    for (const each of [page, guest, watcher]) await expect.poll(() => versionOf(each)).toBeGreaterThanOrEqual(version);
  }
  await expect(watcher.locator('[data-asked]')).toHaveCount(0);
  const mine = page.locator('dt:has(:text-is("hand")) + dd');
  await expect(mine.locator('.tile').first()).toBeVisible();
  await expect(watcher.locator('dt:has(:text-is("hand")) + dd').locator('.tile')).toHaveCount(0);
  await guest.context().close();
  await watcher.context().close();
});

for (const [size, viewport] of SIZES) {
  test(`${size}: the log counts and marks others' moves since the last visit, and no move of one's own`, async ({
    page,
    request,
  }) => {
    await resize(page, viewport);
    const guest = await playTogether(page, "Pascal's Ruin");
    const table = page.url();
    const path = `v1/games/${table.split('/').at(-1)}`;
    const log = page.getByRole('region', { name: 'What happened' });
    await openDrawer(page, 'What happened');
    await expect(log.getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText(/new since you last looked/)).toBeHidden();
    const players = await Promise.all([page, guest].map(tokenOf));
    const looked = await versionOf(page);
    await page.goto('./');
    await expect(page.getByRole('heading', { name: 'My games' })).toBeVisible();
    for (let moves = 0; moves < 12; moves++) {
      const { toAct } = await (await request.get(path)).json();
      const headers = { authorization: `Bearer ${players[toAct[0]]}` };
      const { choices } = await (await request.get(path, { headers })).json();
      await request.post(`${path}/actions`, { headers, data: { action: legalActionsOf({ choices })[0] } });
    }
    const headers = { authorization: `Bearer ${players[0]}` };
    const { events } = await (await request.get(`${path}/events?after=${looked}&limit=1000`, { headers })).json();
    const theirs = events.filter(({ seat }: { seat: number | null }) => seat !== 0).length;
    expect(theirs).toBeLessThan(events.length);
    expect(theirs).toBeGreaterThan(1);
    await page.goto(table);
    await openDrawer(page, 'What happened');
    await expect(log).toContainText(`${theirs} things are new since you last looked.`);
    await expect(log.locator('li.new')).toHaveCount(theirs);
    await closeDrawer(page);
    // a move that the player saw happen is not marked as new
    for (let moves = 0; moves < 4; moves++) {
      const isOwn = (await turnOf(page).count()) > 0;
      await playOn(isOwn ? page : guest, 1);
      await expect.poll(() => versionOf(page)).toBe(await versionOf(isOwn ? page : guest));
    }
    await openDrawer(page, 'What happened');
    await expect(log).toContainText(`${theirs} things are new since you last looked.`);
    await guest.context().close();
  });
}

test.describe('where each stream is blocked', () => {
  test.use({ expectedErrors: [/net::ERR_BLOCKED_BY_CLIENT/] });

  test('the rival’s moves come by long polls', async ({ page, request }) => {
    await page.route('**/v1/**', (route) =>
      route.request().headers().accept === 'text/event-stream' ? route.abort('blockedbyclient') : route.continue(),
    );
    const guest = await playTogether(page, "Pascal's Ruin");
    await expect(page.locator('[data-line=polling]')).toBeVisible();
    const path = `v1/games/${page.url().split('/').at(-1)}`;
    for (let moves = 0; moves < 4; moves++) {
      const turns = async () => (await turnOf(page).count()) + (await turnOf(guest).count());
      await expect.poll(turns).toBe(1);
      const mover = (await turnOf(page).count()) > 0 ? page : guest;
      const version = await versionOf(mover);
      const headers = { authorization: `Bearer ${await tokenOf(mover)}` };
      const { choices } = await (await request.get(path, { headers })).json();
      await request.post(`${path}/actions`, { headers, data: { action: legalActionsOf({ choices })[0] } });
      for (const each of [page, guest]) await expect.poll(() => versionOf(each)).toBeGreaterThan(version);
    }
    await guest.context().close();
  });
});
