import type { Game } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { openDrawer, sitDown, tokenOf } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

const CLOCK = { perAction: 86_400, onTimeout: 'random' };

test("another player's request is on the first page while it is open, and links to its answer", async ({ page }) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  if (bo === undefined) throw new Error('there is no other player');
  const seats = ['me', 'open'];
  const created = await ask<Game>(origin, token, 'POST', '/v1/games', { ruleset: 'pascals-ruin', seats, clock: CLOCK });
  const path = `/v1/games/${created.id}`;
  const { version: to } = await ask<Game>(origin, bo.token, 'POST', `${path}/seats`, {});
  let state = await ask<Game>(origin, token, 'GET', path);
  do {
    const mover = state.toAct[0] === 0 ? token : bo.token;
    const { choices = [] } = await ask<Game>(origin, mover, 'GET', path);
    ({ state } = await ask<{ state: Game }>(origin, mover, 'POST', `${path}/actions`, {
      action: legalActionsOf({ choices })[0],
    }));
  } while (state.toAct[0] !== 0);
  await page.goto('./');
  const mine = page.getByRole('region', { name: 'My games' });
  await expect(mine.getByText('1 game waits for you.')).toBeVisible();

  await ask(origin, bo.token, 'POST', `${path}/takeback`, { to });
  await expect(mine.getByRole('status')).toHaveText('1 game waits for you, and you are asked something in 1 game.');
  await expect(mine.getByRole('heading', { name: 'You are asked' })).toBeVisible();
  const asks = mine.getByRole('strong').filter({ hasText: bo.name });
  await expect(asks.filter({ hasText: 'asks to go back to an earlier moment' })).toBeVisible();
  await ask(origin, bo.token, 'POST', `${path}/abort`, {});
  await expect(asks.filter({ hasText: 'asks to abort the game' })).toBeVisible();
  await expectAccessible(page);
  await expectFitsNarrow(page);

  await mine.getByRole('link', { name: "Answer in Pascal's Ruin" }).click();
  await page.getByRole('button', { name: 'Agree' }).first().click();
  await expect(page.getByText('All agree to go back').first()).toBeVisible();
  await page.goto('./');
  await expect(mine.getByText(/game.? wait/)).toBeVisible();
  await expect(asks).toHaveCount(1);
  await expect(asks).toContainText('asks to abort the game');

  await ask(origin, bo.token, 'DELETE', `${path}/abort`);
  await expect(asks).toHaveCount(0);
  await page.goto(`./#/g/${created.id}`);
  await openDrawer(page, 'Menu');
  await page.getByRole('button', { name: 'Abort the game' }).click();
  await page.getByRole('button', { name: 'Yes: Abort the game' }).click();
  await expect(page.getByText('One player asks to abort.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on playing' }).click();
  await expect(page.getByText('One player asks to abort.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Abort the game' })).toBeVisible();
});
