import { createECDH, randomBytes } from 'node:crypto';
import { SmtpServer } from '../notifications/smtp-server.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { fillStorage } from './browser/full-storage.ts';
import { clickAnew, playOn, sitDown, tokenOf } from './browser/playing.ts';
import { expect, type Page, test } from './browser/test.ts';

const smtp = await new SmtpServer().start();
test.use({
  settings: { SMTP_URL: smtp.url.href, MAIL_FROM: 'house@play.example', PUBLIC_URL: 'https://play.example' },
});
test.use({ expectedErrors: [/Push API in incognito mode/] }); // test browsers are in incognito mode
test.afterAll(() => smtp.stop());

test('the service worker shows a pushed notification, which names its game', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  const name = await sitDown(page);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  // the browser registers the worker even if it can reach no push service
  await page.getByRole('button', { name: 'Tell me in this browser' }).click();
  const registrationId = await registered;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const said = { type: 'turn', title: 'Your turn: Pascal', text: 'With Bob.', fragment: '#/g/1', tag: 'one' };
  const origin = new URL(page.url()).origin;
  const push = (data: string) => devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await push(JSON.stringify({ ...said, text: 'With Ada.' }));
  await push(JSON.stringify(said));
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  const data = { fragment: '#/g/1', off: '#/me?off=turn' };
  await expect.poll(shown).toEqual([{ title: said.title, body: said.text, tag: 'one', data }]);

  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const subscription = { endpoint: `https://push.example/${process.pid}`, keys };
  const made = await page.request.post('v1/me/notification-channels', {
    headers,
    data: { kind: 'push', subscription },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(`./${data.off}`);
  await page.reload();
  await page.getByRole('button', { name: 'No more notifications in browsers: my turn' }).click();
  await expect(page.getByText('Browsers are not notified: my turn.')).toBeVisible();
  await expectAccessible(page);
  const { channels } = await (await page.request.get('v1/me/notification-channels', { headers })).json();
  expect(channels[0].events).not.toContain('turn');
});

test('a click on a notification opens its game beside the page in use', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  const name = await sitDown(page);
  const gameId = await bringToTurn(page, new URL('/', page.url()).href);
  await page.getByRole('link', { name }).click();
  const working = context.waitForEvent('serviceworker');
  await page.getByRole('button', { name: 'Tell me in this browser' }).click();
  const worker = await working;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await worker.evaluate(async (fragment) => {
    const scope = globalThis as any;
    await scope.registration.showNotification('Your turn', { tag: 'one', data: { fragment } });
    const [notification] = await scope.registration.getNotifications();
    // opening a window needs a gesture of the user, which scripts cannot make
    scope.opened = [];
    scope.clients.openWindow = async (url: string) => void scope.opened.push(url);
    const click = new scope.NotificationEvent('notificationclick', { notification });
    const answered = new Promise((resolve) => Object.defineProperty(click, 'waitUntil', { value: resolve }));
    scope.dispatchEvent(click);
    await answered;
  }, `#/g/${gameId}`);
  expect(await worker.evaluate(() => (globalThis as any).opened)).toEqual([new URL(`/#/g/${gameId}`, page.url()).href]);
  await expect(page).toHaveURL(/#\/me$/);
  const left = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length);
  await expect.poll(left).toBe(0);
});

test('links confirm a mail address, open a turn and unsubscribe, each after a question', async ({ page, browser }) => {
  const name = await sitDown(page);
  const house = new URL('/', page.url()).href;
  await page.getByRole('link', { name }).click();
  await page.getByLabel('Mail address').fill('ada@mail.example');
  await page.getByRole('button', { name: 'Tell me by mail' }).click();
  await expect(page.getByText('A mail is on its way to ada@mail.example')).toBeVisible();
  const linkIn = (kind: string, nth: number) =>
    new RegExp(`https://play\\.example/(#/mail/${kind}/\\S+)`).exec(smtp.received[nth]?.text ?? '')?.[1] ?? '';
  const other = await (await browser.newContext()).newPage();
  await other.goto(house + linkIn('confirm', 0));
  await expectAccessible(other);
  await expectFitsNarrow(other);
  await page.reload();
  await expect(page.getByText('not confirmed')).toBeVisible();
  await other.getByRole('button', { name: 'Yes, it is mine' }).click();
  await expect(other.getByText('Done: you get notifications there from now on.')).toBeVisible();
  await page.reload();
  await bringToTurn(page, house);
  await expect.poll(() => linkIn('turn', 1)).not.toBe('');
  await other.goto(house + linkIn('turn', 1));
  await expectAccessible(other);
  await clickAnew(other.getByRole('button', { name: 'Open the game' }));
  await expect(other.getByText(`A link from a mail brought you here as ${name}.`)).toBeVisible();
  await expectAccessible(other);
  await expectFitsNarrow(other);
  expect(await playOn(other, 1)).toBe(1);
  await other.reload();
  await expect(other.getByText(`A link from a mail brought you here as ${name}.`)).toBeVisible();
  await other.getByRole('link', { name: 'All games' }).click();
  await expect(other.getByLabel('Your name')).toBeVisible();
  await bringToTurn(page, house);
  await expect.poll(() => linkIn('turn', 2)).not.toBe('');
  const full = await other.context().newPage();
  await full.addInitScript(fillStorage);
  await full.goto(house + linkIn('turn', 2));
  await full.getByRole('button', { name: 'Open the game' }).click();
  await expect(full.getByText('Take your turn before you close or reload this page')).toBeVisible();
  expect(await playOn(full, 1)).toBe(1);
  await page.getByRole('button', { name: 'Try it: ada@mail.example' }).click();
  await expect(page.getByText('It was sent.')).toBeVisible();
  await other.goto(`${house}${linkIn('unsubscribe', 1)}`);
  await other.getByRole('button', { name: 'No more mails' }).click();
  await expect(other.getByText('Done: nothing is mailed')).toBeVisible();
  await page.reload();
  await expect(page.getByText('off: unsubscribed')).toBeVisible();
  await other.context().close();
});

async function bringToTurn(page: Page, house: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const answer = await fetch(`${house}v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  const kept = await page.evaluate(() =>
    Object.values<string>({ ...localStorage }).find((item) => item.includes('crp_')),
  );
  const other = await post('players', { name: `Bob ${Date.now()}`, kind: 'agent' });
  const seats = ['me', { player: other.player.id }];
  const game = await post(
    'games',
    { ruleset: 'pascals-ruin', seats, seed: 'first game' },
    JSON.parse(kept ?? '').token,
  );
  await post(`games/${game.id}/seats`, {}, other.token);
  return game.id;
}
