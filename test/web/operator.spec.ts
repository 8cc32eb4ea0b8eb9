import { Subscriber } from '../notifications/push-endpoint.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { expect, test } from './browser/test.ts';

const OPERATOR_TOKEN = 'the-operators-of-this-test';
test.use({ settings: { OPERATOR_TOKEN }, expectedErrors: [/status of 401/] });

test("the operator with the token sees the server's queues, by keyboard alone, and no other caller does", async ({
  page,
}) => {
  await page.goto('./#/operator');
  await expectAccessible(page);
  await page.getByLabel('Operator’s token').focus();
  await page.keyboard.type('not the token of this house');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'does not open' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);

  await page.getByLabel('Operator’s token').fill(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The house is late in no game.')).toBeVisible();
  await expect(page.getByText('Nothing is reported.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);
});

test('waiting notifications are separated by channel', async ({ page }) => {
  await page.goto('./#/operator');
  const house = new URL('/', page.url()).href;
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${house}v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return answer.json();
  };
  const [host, guest] = await Promise.all(
    ['Ina', 'Guest'].map((name) => post('players', { name: `${name} ${process.pid}`, kind: 'human' })),
  );
  const subscription = { endpoint: 'https://push.invalid/1', keys: new Subscriber().keys };
  await post('me/notification-channels', { kind: 'push', subscription }, guest.token);
  await post('me/webhooks', { url: 'https://hook.invalid/' }, guest.token);
  await post('games', { ruleset: 'pascals-ruin', seats: ['me', { player: guest.player.id }] }, host.token);

  await page.getByLabel('Operator’s token').fill(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  const queues = page.getByRole('table').first();
  await expect(queues.getByRole('cell', { name: 'Notifications to browsers' })).toBeVisible();
  await expect(queues.getByRole('cell', { name: 'Calls of webhooks' })).toBeVisible();
});
