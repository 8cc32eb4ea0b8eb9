import type { Game } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { ask } from './browser/competitions.ts';
import { openGame, readGame, resignGame } from './browser/house.ts';
import { openDrawer, sitDown, tokenOf } from './browser/playing.ts';
import { SIZES } from './browser/sizes.ts';
import { expect, type Locator, type Page, test } from './browser/test.ts';

const FOR_TWO = ['champions-of-chance', 'folly-and-fortune', 'pascals-ruin'] as const;
const ALONE = ['pascal', 'pokers-rogue-reckoning'] as const;
const MOST_ACTIONS = 500;

const headline = (page: Page) => page.getByRole('heading', { level: 1 });

for (const [size, viewport] of SIZES) {
  test.describe(`${size}: a finished game`, () => {
    test.use({ viewport });

    test('tells its winner “You won”, and its loser and spectators the winner', async ({ page, browser }) => {
      const name = await sitDown(page);
      const [guest, watcher] = await Promise.all([0, 1].map(() => browser.newPage({ viewport })));
      if (guest === undefined || watcher === undefined) throw new Error('the browser is gone');
      const { origin } = new URL(page.url());
      await guest.goto(origin);
      await sitDown(guest, `${name} rival`);
      for (const ruleset of FOR_TWO) {
        const id = await openGame(page, { ruleset, seats: ['me', 'open'] });
        await guest.goto(`${origin}/#/g/${id}`);
        await guest.getByRole('button', { name: 'Sit down' }).click();
        await expect(guest.locator('[data-status=playing]')).toBeVisible();
        await watcher.goto(page.url());
        await expect(watcher.locator('[data-status=playing]')).toBeVisible();
        await openDrawer(guest, 'Menu');
        await guest.getByRole('button', { name: 'Resign' }).click();
        await guest.getByRole('button', { name: 'Yes: Resign' }).click();
        await expect(headline(page)).toHaveText('You won');
        await expect(headline(guest)).toHaveText(`You lost: ${name} won`);
        await expect(headline(watcher)).toHaveText(`${name} won`);
        for (const each of [page, guest, watcher]) {
          await expect(each.locator('[data-asked]')).toHaveCount(0);
        }
      }
      await guest.close();
      await watcher.close();
    });

    test('shows a player who resigned neither Resign nor Abort while the others play on', async ({ page }) => {
      await sitDown(page);
      const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', 'open', 'open'] });
      for (const name of ['One of three', 'Two of three']) {
        const data = { name: `${name} ${id.slice(-6)}`, kind: 'human' };
        const { token } = await (await page.request.post('v1/players', { data })).json();
        const headers = { authorization: `Bearer ${token}` };
        expect((await page.request.post(`v1/games/${id}/seats`, { headers, data: {} })).status()).toBe(200);
      }
      await expect(page.locator('[data-status=playing]')).toBeVisible(); // when a game begins, its table is drawn anew
      await openDrawer(page, 'Menu');
      const [resign, abort] = ['Resign', 'Abort the game'].map((name) => page.getByRole('button', { name }));
      await expect(resign as Locator).toBeVisible();
      await expect(abort as Locator).toBeVisible();
      await resignGame(page, id);
      await expect(resign as Locator).toHaveCount(0);
      await expect(abort as Locator).toHaveCount(0);
      await expect(page.locator('[data-status=playing]')).toBeVisible();
    });

    test('tells a single player “You lost” or “You resigned”, and spectators the name', async ({ page, browser }) => {
      const name = await sitDown(page);
      const watcher = await browser.newPage({ viewport });
      for (const ruleset of ALONE) {
        const id = await openGame(page, { ruleset, seats: ['me'] });
        await watcher.goto(page.url());
        await resignGame(page, id);
        await expect(headline(page)).toHaveText('You resigned');
        await expect(headline(watcher)).toHaveText(`${name} resigned`);
      }
      const id = await openGame(page, { ruleset: 'pokers-rogue-reckoning', seats: ['me'], seed: 'a run that is lost' });
      await lose(page, id);
      await expect(headline(page)).toHaveText('You lost');
      await watcher.goto(page.url());
      await expect(headline(watcher)).toHaveText(`${name} lost`);
      await watcher.close();
    });
  });
}

async function lose(page: Page, id: string): Promise<void> {
  const token = await tokenOf(page);
  const { origin } = new URL(page.url());
  let game = await readGame(page, id);
  for (let actions = 0; game.status === 'playing' && actions < MOST_ACTIONS; actions++) {
    const action = legalActionsOf(game)[0];
    const done = await ask<{ state: Game }>(origin, token, 'POST', `/v1/games/${id}/actions`, { action });
    game = done.state;
  }
  expect(game.outcome?.winners).toEqual([]);
}
