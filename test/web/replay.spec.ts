import type { Game, Schemas } from '../../clients/typescript/src/index.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { openGame, readGame, resignGame } from './browser/house.ts';
import { drawFromSchema, openDrawer, playOn, sitDown, tokenOf } from './browser/playing.ts';
import { resize } from './browser/sizes.ts';
import { expect, type Route, test } from './browser/test.ts';

test.use({ expectedErrors: [/status of 404/] });

const LONGEST_GAME = 1_000;

test('a finished game is replayed to every version, by its player and by spectators', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, {
    ruleset: 'pascals-ruin',
    seats: ['me', { bot: 'random' }],
    options: { mode: 'match', roundsToWin: 1 },
    seed: 'a short match',
  });
  await drawFromSchema(page);
  await playOn(page, LONGEST_GAME);
  const { version } = await readGame(page, id);

  await page.locator('h1').click(); // moves the focus away from elements that use arrow keys
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`#/g/${id}\\?`)); // no key leaves a table
  await openDrawer(page, 'Menu');
  await page.getByRole('link', { name: 'Replay' }).click();
  const replay = page.locator('.replay');
  await expect(replay).toHaveAttribute('data-version', String(version));
  await expectAccessible(page);

  await page.keyboard.press('Home');
  await expect(replay).toHaveAttribute('data-version', '1');
  await expect(page.getByText('The game has not begun.')).toBeVisible();
  for (let at = 2; at <= version; at++) {
    await page.keyboard.press('ArrowRight');
    await expect(replay).toHaveAttribute('data-version', String(at));
    await expect(page.getByRole('slider', { name: 'Version' })).toHaveValue(String(at));
    await expect(page.locator('.happened [role=status]')).not.toBeEmpty();
  }
  expect(new URL(page.url()).hash).toContain(`/at/${version}`);
  await expect(page.locator('.board button')).toHaveCount(0);

  await page.getByLabel('Seen by').selectOption('spectator');
  await expect(replay).toHaveAttribute('data-viewer', 'spectator');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-status=finished]')).toBeVisible();
  expect(new URL(page.url()).hash).toBe(`#/g/${id}`);
});

test('a replay begins at the moment of its link, is scrubbed, plays by itself and pauses, and keeps Tab free', async ({
  page,
}) => {
  await sitDown(page);
  const id = await openGame(page, { ruleset: 'pascal', seats: ['me'], seed: 'scrubbed' });
  await resignGame(page, id);
  await page.goto(`./#/g/${id}/at/2`);
  const replay = page.locator('.replay');
  await expect(replay).toHaveAttribute('data-version', '2');
  const dice = await page.locator('.pascal .dice').innerHTML();
  await page.getByRole('slider', { name: 'Version' }).fill('1');
  await expect(replay).toHaveAttribute('data-version', '1');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(replay).toHaveAttribute('data-version', '3');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(replay).toHaveAttribute('data-version', '2');
  await expect.poll(() => page.locator('.pascal .dice').innerHTML()).toBe(dice);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'To the beginning' })).toBeFocused();
  await resize(page, { width: 320, height: 700 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond).toBe(0);
});

test('a replay of a long game shows its board before its events are read, and reads one page of them', async ({
  page,
}) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const bots = { ruleset: 'pascals-ruin', seats: [{ bot: 'random' }, { bot: 'random' }], seed: 'a long story' };
  const { id } = await ask<Game>(origin, await tokenOf(page), 'POST', '/v1/games', bots);
  await expect.poll(() => readGame(page, id).then(({ status }) => status)).toBe('finished');
  const { version } = await readGame(page, id);
  expect(version).toBeGreaterThan(100);
  const held: Route[] = [];
  await page.route(/\/events\?/, (route) => void held.push(route));
  const at = Math.floor(version / 2);
  await page.goto(`./#/g/${id}/at/${at}`);
  await expect(page.locator('.replay')).toHaveAttribute('data-version', String(at));
  await expect(page.locator('.board .ruin')).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  const asked = new URL(held[0]?.request().url() ?? '').searchParams;
  expect([asked.get('after'), asked.get('limit')]).toEqual([String(at - 1), '50']);
  await page.unroute(/\/events\?/);
  await expect(page.locator('.happened [role=status]')).not.toBeEmpty();
  await resize(page, { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.locator('.replay')).toHaveAttribute('data-version', String(at - 1));
  await expect(page.locator('.happened [role=status]')).not.toBeEmpty();
});

test('a casual game goes back to the shown version, and not to before its beginning', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'back' });
  await drawFromSchema(page);
  await playOn(page, 2);
  const { version } = await readGame(page, id);
  await page.goto(`./#/g/${id}/at/1`);
  await expect(page.locator('.replay')).toHaveAttribute('data-version', '1');
  const back = page.getByRole('button', { name: /^(Yes: )?Go back to this moment$/ });
  await expect(back).toHaveCount(0);
  await page.getByRole('button', { name: 'On', exact: true }).click();
  await expect(back).toHaveText('Go back to this moment');
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await back.click();
  await page.getByRole('button', { name: 'Yes: Go back to this moment' }).click();
  await expect(page.locator('[data-status=playing]')).toBeVisible();
  await expect(page.getByText('All agree to go back').first()).toBeVisible();
  expect((await readGame(page, id)).version).toBeGreaterThan(version);
});

test('going back to the shown version is requested if others have to agree, and is impossible in a rated game', async ({
  page,
}) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  const clock = { perAction: 3_600, onTimeout: 'resign' };
  for (const rated of [false, true]) {
    const body = { ruleset: 'pascals-ruin', seats: ['me', { player: bo?.id ?? '' }], rated, clock };
    const { id } = await ask<Game>(origin, await tokenOf(page), 'POST', '/v1/games', body);
    await ask(origin, bo?.token ?? '', 'POST', `/v1/games/${id}/seats`, {});
    let state = await ask<Game>(origin, await tokenOf(page), 'GET', `/v1/games/${id}`);
    const token = state.toAct[0] === 0 ? await tokenOf(page) : (bo?.token ?? '');
    const { choices } = await ask<Game>(origin, token, 'GET', `/v1/games/${id}`);
    ({ state } = await ask<{ state: Game }>(origin, token, 'POST', `/v1/games/${id}/actions`, {
      action: legalActionsOf({ choices })[0],
    }));
    const before = state.version - 1;
    await page.goto(`./#/g/${id}/at/${before}`);
    await page.reload();
    await expect(page.locator('.replay')).toHaveAttribute('data-version', String(before));
    const asking = page.getByRole('button', { name: 'Ask to go back to this moment', exact: true });
    if (rated) {
      await expect(page.getByText('What happened here')).toBeVisible();
      await expect(asking).toHaveCount(0);
      continue;
    }
    await asking.click();
    await page.getByRole('button', { name: 'Yes: Ask to go back to this moment' }).click();
    await expect(page.getByText('You have asked to go back')).toBeVisible();
    expect((await readGame(page, id)).takeback?.to).toBe(before);
  }
});

test('a finished game is visible from every seat', async ({ page }) => {
  await sitDown(page);
  const id = await openGame(page, { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }] });
  await resignGame(page, id);
  await page.goto(`./#/g/${id}/at/2?seat=spectator`);
  const replay = page.locator('.replay');
  await expect(replay).toHaveAttribute('data-version', '2');
  const board = page.locator('.board');
  await expect(board.locator('.felt.live')).toBeVisible(); // the table is rendered, and its pieces may move
  const closed = await board.innerHTML();
  await page.getByLabel('Seen by').selectOption('1');
  await expect(page.locator('.replay[data-seen="1"]')).toBeVisible();
  await expect.poll(() => board.innerHTML()).not.toBe(closed);

  await page.route('**/transcript', async (route) => {
    const answer = await route.fetch();
    const transcript = (await answer.json()) as Schemas['Transcript'];
    Object.assign(transcript.log[1] ?? {}, { draws: [] });
    await route.fulfill({ response: answer, json: transcript });
  });
  await page.reload();
  await expect(page.getByText('This hand cannot be shown')).toBeVisible();
  await expect.poll(() => board.innerHTML()).toBe(closed);
});

test('a replay of a missing game says so', async ({ page }) => {
  await sitDown(page);
  await page.goto('./#/g/01930000-0000-7000-8000-000000000002/at/3');
  await expect(page.getByRole('alert')).toContainText('There is no such game');
});
