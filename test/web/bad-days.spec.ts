import type { NewGame } from '../../clients/typescript/src/index.ts';
import { openGame } from './browser/house.ts';
import { choicesOf, openDrawer, openGroups, playOn, sitDown, startGame, tokenOf } from './browser/playing.ts';
import { resize, SIZES } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const AGAINST_A_BOT = "Play against a bot: Pascal's Ruin";
const SEEDED: NewGame = { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'a choice is kept' };

async function choose(page: Page): Promise<string> {
  const choice = (await choicesOf(page)).first();
  const words = (await choice.textContent()) ?? '';
  await choice.click();
  await expect(page.getByTestId('meant')).toHaveText(words);
  return words;
}

test.describe('rejected calls', () => {
  test.use({ expectedErrors: [/40[1349]|Failed to load/] });

  test('an ended token is reported as such, and a new name is a click away', async ({ page, request }) => {
    await sitDown(page);
    await openGame(page, SEEDED);
    await choose(page);
    const authorization = `Bearer ${await tokenOf(page)}`;
    await request.post('v1/me/token', { headers: { authorization } });
    await page.getByTestId('confirm').click();
    await expect(page.getByRole('alert').filter({ hasText: 'is signed out in this browser' })).toBeVisible();
    await page.getByRole('link', { name: 'All games' }).click();
    await expect(page.getByLabel('Your name')).toBeVisible();
  });

  for (const [size, viewport] of SIZES) {
    test(`${size}: a token that was ended elsewhere is forgotten, and the code restores access`, async ({
      page,
      request,
    }) => {
      await resize(page, viewport);
      const name = await sitDown(page);
      await page.getByRole('link', { name }).click();
      await openGroups(page);
      const code = await page.getByRole('textbox', { name: 'Your recovery code' }).inputValue();
      const authorization = `Bearer ${await tokenOf(page)}`;
      await request.post('v1/me/token', { headers: { authorization } });
      await page.getByRole('link', { name: 'Competitions' }).click();
      await expect(page.getByRole('alert').filter({ hasText: `${name} is signed out` })).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Settings' })).toBeVisible();
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(kept).not.toContain('crp_');
      await expect(page.getByRole('button', { name: 'Sit down again' })).toBeHidden();
      await page.reload();
      await page.getByRole('link', { name: 'Come back' }).click();
      await expect(page.getByRole('textbox', { name: 'Your recovery code' })).toBeHidden();
      await expect(page.getByLabel('Your player name')).toHaveValue(name);
      await expect(page.getByRole('textbox', { name: 'Recovery code' })).toHaveValue(code);
      await page.getByRole('button', { name: 'Come back' }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByText('is signed out')).toBeHidden();
      await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(code);
    });
  }

  test('an ended token is reported once, also on a page that is refused for it', async ({ page, request }) => {
    await sitDown(page);
    const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] });
    const authorization = `Bearer ${await tokenOf(page)}`;
    const { playerId } = await page.evaluate(() => JSON.parse(Object.values(localStorage)[0] as string));
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    await request.post('v1/me/token', { headers: { authorization } });
    for (const at of [`g/${id}/at/2`, `g/${id}/fairness`, `p/${playerId}`, `g/${id}`, 'me', '']) {
      await page.evaluate((items) => Object.assign(localStorage, JSON.parse(items)), kept);
      await page.goto('about:blank');
      await page.goto(`./#/${at}`);
      await expect(page.getByRole('alert').filter({ hasText: 'is signed out' })).toBeVisible();
      await expect(page.getByText('One moment')).toHaveCount(0);
      await expect(page.getByText('is signed out in this browser'), at).toHaveCount(1);
    }
  });

  test('a refusal is written for people: without advice to programs or pointers', async ({ page, browser }) => {
    const name = await sitDown(page);
    const other = await browser.newPage({ baseURL: new URL(page.url()).origin });
    await other.goto('./');
    await other.getByLabel('Your name').fill(name);
    await other.getByRole('button', { name: 'Play under this name' }).click();
    await expect(other.getByRole('alert')).toHaveText(
      /^Another player has the name "[^"]+", or one that looks like it\.$/,
    );
    await expect(other.getByRole('button', { name: /^Take “/ })).toBeVisible();
    await other.getByLabel('Your name').fill('a\u202eb');
    await other.getByRole('button', { name: 'Play under this name' }).click();
    await expect(other.getByRole('alert')).toContainText('name must');
    await expect(other.getByRole('alert')).not.toContainText(/[/`]/);
    await other.close();
  });

  test('a missing or closed game is reported as such', async ({ page }) => {
    await sitDown(page);
    await page.goto('./#/g/01a2035b-1f14-794a-aef2-802fc9eb60ae');
    await expect(page.getByRole('alert')).toHaveText('There is no such game, or it is not open to you.');
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.getByRole('alert')).toHaveCSS('color', 'rgb(179, 48, 31)');
    await page.goto('./#/no/such/page');
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  });

  test('the later of two tabs that play one game is refused, and both show the same', async ({ page, context }) => {
    await sitDown(page);
    await openGame(page, SEEDED);
    const other = await context.newPage();
    await other.goto(page.url());
    await choose(other);
    // this tab learns of no change, because its stream and its reads are blocked
    await other.route('**/v1/games/**', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await playOn(page, 1);
    await other.getByTestId('confirm').click();
    await expect(other.getByRole('alert').filter({ hasText: 'The game has gone on meanwhile.' })).toContainText(
      'Your choice is kept if it is still possible.',
    );
    await other.unroute('**/v1/games/**');
    const version = await page.locator('[data-status]').getAttribute('data-version');
    // the page reads again after up to 30 s, because its reads failed many times
    await expect(other.locator(`[data-version="${version}"]`)).toBeVisible({ timeout: 90_000 });
  });
});

test.describe('an unavailable service', () => {
  test.use({ expectedErrors: [/Failed to load|net::ERR|50[23]/] });

  test('a choice that is confirmed while the server restarts is kept, and made once', async ({
    page,
    service,
    request,
  }) => {
    await sitDown(page);
    const gameId = await openGame(page, SEEDED);
    const words = await choose(page);
    await service.goAway();
    await page.getByTestId('confirm').click();
    await expect(page.getByText('The server does not answer just now.')).toContainText(
      'Your choice is sent when it is back.',
    );
    await service.comeBack();
    await expect(page.getByText('The server does not answer just now.')).toBeHidden();
    await openDrawer(page, 'What happened');
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText(/roll|throw|die/);
    const { events } = await (await request.get(`v1/games/${gameId}/events?limit=1000`)).json();
    const rolled = events.filter(
      ({ type, seat }: { type: string; seat: number }) => type === 'dieRolled' && seat === 0,
    );
    expect(rolled).toHaveLength(1);
    expect(words).toContain(rolled[0].data.die);
  });

  for (const [size, viewport] of SIZES)
    test(`${size}: a lost and a restored network are announced, and no choice is lost`, async ({ page, context }) => {
      await resize(page, viewport);
      await sitDown(page);
      await openGame(page, SEEDED);
      const words = await choose(page);
      await expect(page.locator('[data-line=live]')).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText('offline', { exact: true })).toBeVisible();
      await expect(page.locator('[data-line=live]')).toBeHidden();
      await context.setOffline(false);
      await expect(page.locator('[data-line=live]')).toBeVisible();
      await expect(page.getByTestId('meant')).toHaveText(words);
      await playOn(page, 1);
    });

  test('a player without a choice reads of none during an outage', async ({ page, service }) => {
    await sitDown(page);
    await service.goAway();
    await page.getByRole('link', { name: 'Ratings' }).click();
    await expect(page.getByText('The server does not answer just now.')).toBeVisible();
    await expect(page.getByText('Your choice')).toHaveCount(0);
    await service.comeBack();
    await expect(page.getByText('The server does not answer just now.')).toHaveCount(0);
  });

  test('the table does not say that it is live while the service is missing, even with a network', async ({
    page,
    service,
  }) => {
    await sitDown(page);
    await startGame(page, AGAINST_A_BOT);
    await expect(page.locator('[data-line=live]')).toBeVisible();
    await service.goAway();
    await expect(page.locator('[data-line=waiting]')).toBeVisible();
    await service.comeBack();
    await expect(page.locator('[data-line=live]')).toBeVisible();
  });

  test('a page that is older than the service reloads once', async ({ page }) => {
    await sitDown(page);
    let isGone = true;
    await page.route('**/assets/table-*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
    await page.route('**/', async (route) => {
      if (!isGone || route.request().isNavigationRequest()) return route.continue();
      isGone = false; // the page of a newer version has other chunks
      return route.fulfill({ contentType: 'text/html', body: '<script src="./assets/index-newer.js"></script>' });
    });
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: AGAINST_A_BOT, exact: true }).click();
    await loaded;
    await expect(page.locator('[data-status=playing]')).toBeVisible();
  });
});

test('a page whose address changes during its first rendering shows the new address', async ({ page }) => {
  await page.addInitScript(() => {
    const drawn = new MutationObserver(() => {
      if (document.querySelector('header.frame') === null) return;
      drawn.disconnect();
      location.hash = '#/no/such/page';
    });
    drawn.observe(document, { subtree: true, childList: true });
  });
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
});

test('seven tabs are each live while visible, because hidden ones keep no stream', async ({ page, context }) => {
  await sitDown(page);
  await startGame(page, AGAINST_A_BOT);
  const others: Page[] = [];
  for (let i = 0; i < 6; i++) {
    const other = await context.newPage();
    await hide(others.at(-1));
    await other.goto(page.url());
    await expect(other.locator('[data-line=live]')).toBeVisible();
    others.push(other);
  }
  await playOn(others.at(-1) as Page, 1);
});

/** Hides a page, because a headless browser never hides a tab by itself. */
async function hide(page: Page | undefined): Promise<void> {
  await page?.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
