import { expectAccessible, expectFitsNarrow } from './browser/accessibility.ts';
import { ask, registerAgents } from './browser/competitions.ts';
import { openDrawer, sitDown, tokenOf } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

const CAMEL_CASE = /[a-z][A-Z]|\/\w/;

test("a plan is made by a click or by steps, acts in the player's absence, and is shown and dropped", async ({
  page,
}) => {
  await sitDown(page);
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  const made = await ask<{ id: string }>(origin, token, 'POST', '/v1/games', {
    ruleset: 'pascals-ruin',
    seats: ['open', 'me'],
    seed: 'plans',
  });
  const does = (action: object) => ask(origin, bo?.token ?? '', 'POST', `/v1/games/${made.id}/actions`, { action });
  await ask(origin, bo?.token ?? '', 'POST', `/v1/games/${made.id}/seats`, {});
  await page.goto(`./#/g/${made.id}`);
  const roll = { type: 'rollDie', die: 'd20' };
  for (const action of [roll, { type: 'takeChain' }, roll]) await does(action);
  await openDrawer(page, 'Menu');
  const planning = page.locator('details').filter({ hasText: 'Plan ahead' });
  await planning.getByText('Plan ahead').click();
  await planning.getByRole('button', { name: /^Whenever phase is challenge: .*(decline|not challenge)/i }).click();
  await expect(planning.getByRole('status')).toHaveText('Your plan waits for your next decision.');
  await expect(planning.getByRole('listitem')).toHaveText(/^If phase is challenge: .*\(again and again\)$/);
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await ask(origin, token, 'POST', `/v1/games/${made.id}/actions`, { action: { type: 'declineChallenge' } });
  await ask(origin, token, 'POST', `/v1/games/${made.id}/actions`, { action: roll });
  await does(roll);
  await expect(planning.getByRole('status')).toHaveText(/It has acted once\./);
  await planning.getByRole('button', { name: 'Drop the plan' }).click();
  await expect(planning.getByRole('status')).toHaveText(/You dropped it\./);
  await expect(planning.getByRole('alert')).toHaveText('');

  await planning.getByRole('combobox', { name: 'If' }).selectOption('chain points');
  await expect(planning.getByRole('combobox', { name: 'If' })).toHaveAccessibleDescription(
    /^What taking the chain now would score/,
  );
  for (const name of await planning.getByRole('combobox', { name: 'If' }).getByRole('option').allTextContents()) {
    expect(name).not.toMatch(CAMEL_CASE);
  }
  await expectAccessible(page);
  await expectFitsNarrow(page);
  await planning.getByRole('combobox', { name: 'If' }).selectOption('phase');
  await planning.getByLabel('this').fill('challenge');
  await planning.getByRole('button', { name: 'Another step' }).click();
  await planning.getByRole('button', { name: 'Remove step 2' }).click();
  await planning.getByRole('button', { name: 'Start this plan' }).click();
  await expect(planning.getByRole('status')).toHaveText('Your plan waits for your next decision.');
});

test('a plan that a program made is read in words, with names for seats and cards', async ({ page }) => {
  const me = await sitDown(page);
  const { origin } = new URL(page.url());
  const token = await tokenOf(page);
  const [bo] = await registerAgents(origin, [`Bo ${process.pid} ${Date.now()}`]);
  const { id } = await ask<{ id: string }>(origin, token, 'POST', '/v1/games', {
    ruleset: 'pascals-ruin',
    seats: ['open', 'me'],
    seed: 'plans',
  });
  const { version } = await ask<{ version: number }>(origin, bo?.token ?? '', 'POST', `/v1/games/${id}/seats`, {});
  const event = { type: 'dieRolled', seat: 0, where: [{ data: '/verdict', is: 'fail' }] };
  const when = [{ view: '/diceLeft/1', has: 'd20' }, { view: '/chain/0/card', not: '4S' }, { event }];
  await ask(origin, token, 'PUT', `/v1/games/${id}/plan`, {
    expectedVersion: version,
    branches: [{ when, do: { type: 'playCard', card: 'JS', targets: [0] } }],
  });
  await page.goto(`./#/g/${id}`);
  await openDrawer(page, 'Menu');
  const planning = page.locator('details').filter({ hasText: 'Plan ahead' });
  await planning.getByText('Plan ahead').click();
  const read = async () => (await planning.getByRole('listitem').textContent())?.replaceAll(/\p{Cf}/gu, '');
  await expect
    .poll(read)
    .toBe(
      `If dice left, ${me} has d20 and chain, place 1, card is not 4♠ and “die rolled” has happened to ${bo?.name} ` +
        `with verdict is fail: play card, card J♠, targets ${bo?.name}`,
    );
  await expectAccessible(page);
  await expectFitsNarrow(page);
});
