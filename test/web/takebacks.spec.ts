import type { Action, Game } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { closeDrawer, openDrawer, sitDown, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Page, test } from './browser/test.ts';

const GAMES = [
  { ruleset: 'champions-of-chance', seats: ['me', 'me'] },
  { ruleset: 'folly-and-fortune', seats: ['me', 'me'] },
  { ruleset: 'pascal', seats: ['me'] },
  { ruleset: 'pascals-ruin', seats: ['me', 'me'] },
  { ruleset: 'pokers-rogue-reckoning', seats: ['me'] },
];
const MOST_ACTIONS = 200;
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

interface Offer {
  undo: { to: number; label: string } | null;
}

async function undoable(page: Page, game: object): Promise<{ state: Game; label: string }> {
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  let state = await ask<Game>(origin, token, 'POST', '/v1/games', { ...game, seed: 'undo in the browser' });
  const path = `/v1/games/${state.id}`;
  for (let n = 0; n < MOST_ACTIONS && state.status === 'playing'; n++) {
    const legal = legalActionsOf(state);
    const action = legal[(n * 7) % legal.length] as Action;
    const body = { action, seat: state.viewer };
    ({ state } = await ask<{ state: Game }>(origin, token, 'POST', `${path}/actions`, body));
    if (state.undoTo === null) continue;
    const { undo } = await ask<Offer>(origin, token, 'GET', `${path}/undo?seat=${state.viewer}&names=true`);
    if (undo !== null) return { state, label: undo.label };
  }
  throw new Error('no action could be undone');
}

for (const game of GAMES) {
  test(`a player's own action of ${game.ruleset} is undone by its button, with a message`, async ({ page }) => {
    await sitDown(page);
    const { state, label } = await undoable(page, game);
    await page.goto(`./#/g/${state.id}`);
    const curtain = page.locator('.curtain').getByRole('button');
    const undo = page.getByRole('button', { name: `Undo: ${label}` });
    await expect(curtain.or(undo)).toBeVisible();
    if (await curtain.isVisible()) await curtain.click();
    await expect(undo).toBeVisible();
    await expectAccessible(page);
    const table = page.locator('[data-status]');
    await expect(table).toHaveAttribute('data-version', String(state.version));
    await page.keyboard.press('u'); // no shortcut sends an action
    await undo.click();
    await expect(table).toHaveAttribute('data-version', String(state.version + 1));
    await expect(undo).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: /undo(es)? the last action/ })).toHaveCount(1);
  });

  test(`undo and the way back to an earlier moment of ${game.ruleset} fit each screen`, async ({ page }) => {
    await sitDown(page);
    const { state } = await undoable(page, game);
    for (const screen of SCREENS) {
      await resize(page, screen);
      await page.goto(`./#/g/${state.id}`);
      await page.reload();
      const curtain = page.locator('.curtain').getByRole('button');
      const undo = page.getByRole('button', { name: /^Undo: / });
      await expect(curtain.or(undo)).toBeVisible();
      if (await curtain.isVisible()) await curtain.click();
      await expect(undo).toBeInViewport({ ratio: 1 });
      const sheet = await openDrawer(page, 'Menu');
      await sheet.getByText('Go back to an earlier moment').click();
      await expect(sheet.getByLabel('To the moment before')).toBeVisible();
      const beyond = await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(beyond, JSON.stringify(screen)).toBe(0);
    }
  });
}

test('players of a casual game request, accept and refuse a takeback at its table', async ({ page }) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  if (bo === undefined) throw new Error('there is no other player');
  const { id } = await ask<Game>(origin, token, 'POST', '/v1/games', {
    ruleset: 'pascals-ruin',
    seats: ['me', 'open'],
  });
  let state = await ask<Game>(origin, bo.token, 'POST', `/v1/games/${id}/seats`, {});
  for (let n = 0; n < 3; n++) {
    const mover = state.toAct[0] === 0 ? token : bo.token;
    const { choices = [], viewer } = await ask<Game>(origin, mover, 'GET', `/v1/games/${id}`);
    const body = { action: legalActionsOf({ choices })[0], seat: viewer };
    ({ state } = await ask<{ state: Game }>(origin, mover, 'POST', `/v1/games/${id}/actions`, body));
  }
  await page.goto(`./#/g/${id}`);
  await openDrawer(page, 'Menu');
  await page.getByText('Go back to an earlier moment').click();
  await expectAccessible(page);
  await expectFitsNarrow(page);
  const moments = page.getByLabel('To the moment before');
  await moments.selectOption({ index: 1 });
  const to = Number(await moments.inputValue());
  await page.getByRole('button', { name: 'Ask to go back' }).click();
  await closeDrawer(page);
  await expect(page.getByText('You have asked to go back')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByText('You have asked to go back')).toBeHidden();

  await ask(origin, bo.token, 'POST', `/v1/games/${id}/takeback`, { to });
  await expect(page.getByText(`${bo.name} would like to go back`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByText('All agree to go back').first()).toBeVisible();
  const back = await ask<Game>(origin, token, 'GET', `/v1/games/${id}`);
  expect(back.whyNot).toBe('takenBack');
});
