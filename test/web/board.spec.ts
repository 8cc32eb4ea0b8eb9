import type { APIRequestContext } from '@playwright/test';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { expect, type Page, test } from './browser/test.ts';

interface Owner {
  headers: { authorization: string };
  readToken: string;
  gameId: string;
}

let owners = 0;

async function makeOwner(request: APIRequestContext): Promise<Owner> {
  const name = `Ina ${process.pid} ${++owners}`;
  const { token } = await (await request.post('v1/players', { data: { name, kind: 'human' } })).json();
  const headers = { authorization: `Bearer ${token}` };
  const data = {
    ruleset: 'champions-of-chance',
    seats: ['me', { bot: 'random' }],
    visibility: 'private',
    clock: { perAction: 600, onTimeout: 'random' },
  };
  const { id } = await (await request.post('v1/games', { headers, data })).json();
  const made = await request.post('v1/me/read-tokens', { headers, data: { name: 'wall' } });
  return { headers, readToken: (await made.json()).token, gameId: id };
}

async function act(request: APIRequestContext, { headers, gameId }: Owner): Promise<number> {
  const { choices } = await (await request.get(`v1/games/${gameId}`, { headers })).json();
  const done = await request.post(`v1/games/${gameId}/actions`, {
    headers,
    data: { action: legalActionsOf({ choices })[0] },
  });
  return (await done.json()).version;
}

/** Waits until the page shows this version or a later one, because the bot may have acted since. */
async function expectVersion(page: Page, version: number): Promise<void> {
  const shown = async () => Number(await page.locator('[data-version]').getAttribute('data-version'));
  await expect.poll(shown).toBeGreaterThanOrEqual(version);
}

test('a board shows the present games of its token, and no button', async ({ page, request }) => {
  const owner = await makeOwner(request);
  await page.goto(`./#/board?token=${owner.readToken}`);
  await expect(page.getByRole('heading', { name: 'Champions of Chance' })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'time left' })).toHaveText(/^(10:00|9:\d\d)$/);
  await expectVersion(page, await act(request, owner));
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitsNarrow(page);
});

test.describe('a large table of one game', () => {
  test.use({
    expectedErrors: [
      /net::ERR_|status of 50[23]/, // the network fails in many ways while the server goes away
    ],
  });

  test('shows no hand, and continues by itself after an outage', async ({ page, request, service }) => {
    const owner = await makeOwner(request);
    await page.goto(`./#/board?token=${owner.readToken}&game=${owner.gameId}`);
    await expect(page.locator('[data-status=playing]')).toBeVisible();
    const { view } = await (await request.get(`v1/games/${owner.gameId}`, { headers: owner.headers })).json();
    const told = page.waitForResponse((answer) => answer.url().includes(`/games/${owner.gameId}?seat=`));
    await page.reload();
    expect((await (await told).json()).viewer).toBe('spectator');
    expect(view.hand.length).toBeGreaterThan(0);
    await expectVersion(page, await act(request, owner));
    await service.goAway();
    await expect(page.getByText('The server does not answer just now')).toBeVisible();
    await service.comeBack();
    await expectVersion(page, await act(request, owner));
    await expectAccessible(page);
    await expectFitsNarrow(page);
  });
});

test.describe('a board without a valid token', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('says what to do', async ({ page }) => {
    await page.goto('./#/board');
    await expect(page.getByText('This address shows no games')).toBeVisible();
    await expectAccessible(page);
    await page.goto(`./#/board?token=crp_${'x'.repeat(43)}`);
    await expect(page.getByRole('alert')).toContainText('no longer works');
  });
});
