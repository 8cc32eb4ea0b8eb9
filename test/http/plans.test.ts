import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem, stateOf } from './table.ts';

const KIND = KINDS.at(-1) as (typeof KINDS)[number];
let database: TestDatabase;
let one: Service;
let other: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  database = await freshDatabase(KIND);
  await start();
  ada = await one.stranger.register('Ada');
  bob = (await one.stranger.register('Bob')).on(other.url);
});
afterAll(async () => {
  await stop();
  await database.remove();
});

async function start(): Promise<void> {
  one = await startService({ store: await database.open() });
  other = KIND === 'postgres' ? await startService({ store: await database.open() }) : one;
}

async function stop(): Promise<void> {
  await one.stop();
  if (other !== one) await other.stop();
}

/** With this seed, seat 0 loses its roll at version 5, so that seat 1 may challenge. */
const SEED = 'plans';
const DECLINE = { type: 'declineChallenge' };
const ROLL = { type: 'rollDie', die: 'd20' };
const ROLL_SMALL = { type: 'rollDie', die: 'd6' };
const CHALLENGED = { view: '/phase', is: 'challenge' };

async function begin(more: object = {}): Promise<string> {
  const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { player: bob.id }], seed: SEED, ...more });
  expect((await bob.post(`/v1/games/${id}/seats`, {})).status).toBe(200);
  return id;
}

async function plan(player: Caller, id: string, body: object): Promise<any> {
  const { version: expectedVersion } = await stateOf(player, id);
  const { status, body: made } = await player.call('PUT', `/v1/games/${id}/plan`, {
    body: { expectedVersion, ...body },
  });
  expect(status, JSON.stringify(made)).toBe(200);
  return made;
}

async function planOf(player: Caller, id: string): Promise<any> {
  return (await player.get(`/v1/games/${id}/plan`)).body.plan;
}

async function does(player: Caller, id: string, ...actions: object[]): Promise<any> {
  let done: any = null;
  for (const action of actions) {
    const { status, body } = await player.post(`/v1/games/${id}/actions`, { action });
    expect(status, JSON.stringify(body)).toBe(200);
    done = body;
  }
  return done;
}

const CANCEL = { type: 'cancelBoard' };
const ALWAYS = [
  { when: [{ view: '/phase', is: 'roll' }], do: ROLL, next: 'again' },
  { when: [{ view: '/phase', is: 'decide' }], do: { type: 'takeChain' }, next: 'again' },
  { when: [{ view: '/phase', is: 'reaction' }], do: { type: 'pass' }, next: 'again' },
  { when: [{ view: '/phase', is: 'vote' }], do: { type: 'voteContinue' }, next: 'again' },
  { do: DECLINE, next: 'again' },
];
const TO_CHALLENGE = [ROLL, { type: 'takeChain' }, ROLL];

describe('a plan', () => {
  test('acts in the append of the change that opens its decision, on any server', async () => {
    const id = await begin();
    const branch = { when: [CHALLENGED, { event: { type: 'dieRolled', seat: 0 } }], do: DECLINE, next: 'again' };
    const made = await plan(bob, id, { branches: [branch], unmatched: 'wait' });
    expect(made).toMatchObject({ seat: 1, status: 'running', why: null, position: '/branches', acted: [] });
    const answer = await does(ada, id, ...TO_CHALLENGE);
    expect(answer).toMatchObject({ appliedVersion: 6, version: 7, state: { toAct: [1] } });
    const { events } = (await bob.get(`/v1/games/${id}/events?after=5`)).body;
    expect(new Set(events.map(({ at }: any) => at)).size).toBe(1);
    expect(events.find(({ type }: any) => type === 'challengeChosen')).toMatchObject({ version: 7, seat: 1 });
    // no branch matches the next decision of the seat, so the player decides
    expect(await planOf(bob, id)).toMatchObject({ status: 'running', acted: [{ version: 7, branch: '/branches/0' }] });
    await does(bob, id, ROLL);
    expect(await planOf(bob, id)).toMatchObject({ status: 'running' });
    await does(ada, id, ROLL);
    expect((await planOf(bob, id)).acted).toEqual([7, 10].map((version) => ({ version, branch: '/branches/0' })));
    await ada.post(`/v1/games/${id}/resignation`, {});
    expect(await planOf(bob, id)).toMatchObject({ status: 'dropped', why: 'gameOver', position: null });
  });

  test('goes on step by step, and ends with its last', async () => {
    const id = await begin();
    const steps = [{ do: DECLINE, next: [{ when: [{ view: '/phase', in: ['roll'] }], do: ROLL_SMALL }] }];
    await plan(bob, id, { branches: steps });
    const { version } = await does(ada, id, ...TO_CHALLENGE);
    expect(version).toBe(8);
    expect(await planOf(bob, id)).toMatchObject({
      status: 'done',
      why: 'done',
      endedVersion: 8,
      acted: [
        { version: 7, branch: '/branches/0' },
        { version: 8, branch: '/branches/0/next/0' },
      ],
    });
  });

  test('ends if nothing matches, or its action is illegal', async () => {
    for (const [branches, why] of [
      [[{ when: [{ view: '/scores/1', min: 1000 }], do: DECLINE }], 'unmatched'],
      [[{ do: ROLL }], 'illegal'],
    ] as const) {
      const id = await begin();
      await plan(bob, id, { branches });
      const { version, state } = await does(ada, id, ...TO_CHALLENGE);
      expect([version, state.toAct]).toEqual([6, [1]]);
      expect(await planOf(bob, id)).toMatchObject({ status: 'dropped', why, endedVersion: 6, acted: [] });
    }
  });

  test('made for a waiting game acts when it starts', async () => {
    const id = (await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { player: bob.id }], seed: SEED })).id;
    await plan(ada, id, { branches: [{ do: ROLL }] });
    await bob.post(`/v1/games/${id}/seats`, {});
    expect(await stateOf(ada, id)).toMatchObject({ version: 4, view: { phase: 'decide' } });
    expect(await planOf(ada, id)).toMatchObject({ status: 'done', acted: [{ version: 4 }] });
  });

  test('survives a restart, and is withdrawn by its player', async () => {
    const id = await begin();
    await plan(bob, id, { branches: [{ do: DECLINE }] });
    const other = await begin();
    await plan(bob, other, { branches: [{ do: DECLINE }] });
    expect((await bob.call('DELETE', `/v1/games/${other}/plan`)).status).toBe(204);
    await stop();
    await start();
    [ada, bob] = [ada.on(one.url), bob.on(one.url)];
    expect(await does(ada, id, ...TO_CHALLENGE)).toMatchObject({ version: 7 });
    expect(await does(ada, other, ...TO_CHALLENGE)).toMatchObject({ version: 6 });
    expect(await planOf(bob, other)).toMatchObject({ status: 'dropped', why: 'withdrawn' });
    expect((await bob.call('DELETE', `/v1/games/${other}/plan`)).status).toBe(204);
  });

  test('ends if the players take its action back, and leaves the decision to its player', async () => {
    const id = await begin();
    await plan(bob, id, { branches: [{ when: [CHALLENGED], do: DECLINE, next: 'again' }], unmatched: 'wait' });
    await does(ada, id, ...TO_CHALLENGE);
    for (const player of [ada, bob]) {
      const { status, body } = await player.post(`/v1/games/${id}/takeback`, { to: 6 });
      expect(status, JSON.stringify(body)).toBe(200);
    }
    expect(await planOf(bob, id)).toMatchObject({ status: 'dropped', why: 'takenBack' });
    expect(await stateOf(bob, id)).toMatchObject({ toAct: [1], view: { phase: 'challenge' } });
  });

  test('notifies its end and the turn in one message', async () => {
    const hooks: string[] = [];
    for (const events of [['turn', 'planDropped'], ['turn']]) {
      const { body } = await bob.post('/v1/me/webhooks', { url: 'https://agent.example/', events });
      hooks.push(body.webhook.id);
    }
    const id = await begin();
    await plan(bob, id, { branches: [{ do: ROLL }] });
    await does(ada, id, ...TO_CHALLENGE);
    const told = hooks.map(async (hook) => {
      const { deliveries } = (await bob.get(`/v1/me/webhooks/${hook}`)).body;
      const ofGame = deliveries.filter(({ gameId }: any) => gameId === id);
      return ofGame.map(({ type, version, seat }: any) => `${type} ${version} ${seat}`);
    });
    expect(await Promise.all(told)).toEqual([['planDropped 6 1'], ['turn 6 1']]);
    for (const hook of hooks) expect((await bob.call('DELETE', `/v1/me/webhooks/${hook}`)).status).toBe(204);
  });

  test('of each of two players may go on beyond the limit of one append', async () => {
    const id = await begin({ options: { mode: 'eternal' } });
    await plan(bob, id, { branches: ALWAYS });
    await plan(ada, id, { branches: ALWAYS });
    const { version } = await does(ada, id, ROLL);
    expect(version).toBeLessThan(100);
    await expect.poll(async () => (await stateOf(ada, id)).version).toBeGreaterThan(version + 60);
    await bob.call('DELETE', `/v1/games/${id}/plan`);
    await ada.call('DELETE', `/v1/games/${id}/plan`);
    const { status } = await ada.post(`/v1/games/${id}/resignation`, {});
    expect([200, 409]).toContain(status);
  });

  test('ends when it has acted 100 times in succession, and leaves the decision to its player', async () => {
    const { body } = await ada.post('/v1/me/webhooks', { url: 'https://agent.example/', events: ['planDropped'] });
    const { id } = await create(ada, { ruleset: 'pascal', seats: ['me'], options: { maxBoards: null } });
    await plan(ada, id, { branches: [{ do: CANCEL, next: 'again' }] });
    await does(ada, id, CANCEL);
    await expect.poll(async () => (await planOf(ada, id)).status).toBe('dropped');
    const { version, view, toAct } = await stateOf(ada, id);
    expect([view.cancelledBoards, toAct]).toEqual([101, [0]]);
    expect(await planOf(ada, id)).toMatchObject({ why: 'unattended', endedVersion: version });
    const hook = `/v1/me/webhooks/${body.webhook.id}`;
    const { deliveries } = (await ada.get(hook)).body;
    expect(deliveries).toMatchObject([{ type: 'planDropped', gameId: id, version, seat: 0 }]);
    await ada.call('DELETE', hook);
  });

  test('for each seat of an endless game ends in the same way', async () => {
    const options = { mode: 'eternal', maxRounds: null };
    const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'me'], options });
    const { version: expectedVersion } = await stateOf(ada, id);
    for (const seat of [0, 1]) {
      const body = { seat, expectedVersion, branches: ALWAYS };
      expect((await ada.call('PUT', `/v1/games/${id}/plan`, { body })).status).toBe(200);
    }
    await does(ada, id, ROLL);
    const plans = async () =>
      Promise.all([0, 1].map(async (seat) => (await ada.get(`/v1/games/${id}/plan?seat=${seat}`)).body.plan));
    await expect.poll(async () => (await plans()).map(({ why }) => why)).toContain('unattended');
  });

  test('may act more often if players also act', async () => {
    const { id } = await create(ada, { ruleset: 'pascal', seats: ['me'], options: { maxBoards: null } });
    const when = [
      { view: '/cancelledBoards', not: 60 },
      { view: '/cancelledBoards', max: 119 },
    ];
    await plan(ada, id, { branches: [{ when, do: CANCEL, next: 'again' }], unmatched: 'wait' });
    for (const boards of [60, 120]) {
      await does(ada.on(other.url), id, CANCEL);
      await expect.poll(async () => (await stateOf(ada, id)).view.cancelledBoards).toBe(boards);
    }
    expect(await planOf(ada, id)).toMatchObject({ status: 'running', why: null });
  });
});

describe('a plan is rejected', () => {
  test('from a player who chose on an earlier decision, or without a seat', async () => {
    const id = await begin();
    const eve = await one.stranger.register('Eve');
    const body = { expectedVersion: 3, branches: [{ do: DECLINE }] };
    const put = async (player: Caller, more: object = {}) => {
      return problem(await player.call('PUT', `/v1/games/${id}/plan`, { body: { ...body, ...more } }));
    };
    expect(await put(eve)).toBe('403 not-your-seat');
    expect(await put(bob, { seat: 0 })).toBe('403 not-your-seat');
    expect(await put(bob, { seat: 7 })).toBe('404 no-such-seat');
    expect(await put(bob, { expectedVersion: 99 })).toBe('409 stale-version');
    expect(await bob.get(`/v1/games/${id}/plan`)).toMatchObject({ status: 200, body: { seat: 1, plan: null } });
    expect(problem(await eve.get(`/v1/games/${id}/plan`))).toBe('403 not-your-seat');
    expect(problem(await bob.call('DELETE', `/v1/games/${id}/plan`))).toBe('404 plan-not-found');
    await does(ada, id, ...TO_CHALLENGE);
    expect(await put(bob, { expectedVersion: 5 })).toBe('409 stale-version');
    await does(bob, id, DECLINE, ROLL);
    expect(await put(bob, { expectedVersion: 7 })).toBe('409 stale-version');
    expect(await put(bob, { expectedVersion: 8 })).toBe('200 undefined');
    await ada.post(`/v1/games/${id}/resignation`, {});
    expect(await put(bob)).toBe('409 game-over');
  });

  test('with parts that do not fit the game, each by its pointer', async () => {
    const id = await begin();
    const branches = [
      { when: [{ view: '/stage', is: 1 }, { view: 'phase', is: 1 }, { view: '/phase' }], do: { type: 'fold' } },
      { when: [{ event: { type: 'rain', seat: 5 } }], do: DECLINE, next: [] },
      {
        when: [{ event: { type: 'dieRolled', where: [{ data: '/eyes', min: 'x' }] } }],
        do: DECLINE,
        next: 'later',
        say: 'x',
      },
    ];
    const { status, body } = await ada.call('PUT', `/v1/games/${id}/plan`, { body: { expectedVersion: 3, branches } });
    expect([status, body.code, body.errors.map(({ pointer }: any) => pointer)]).toEqual([
      400,
      'invalid-request',
      [
        '/branches/0/when/0/view',
        '/branches/0/when/1/view',
        '/branches/0/when/2',
        '/branches/0/do/type',
        '/branches/1/when/0/event/type',
        '/branches/1/when/0/event/seat',
        '/branches/1/next',
        '/branches/2/say',
        '/branches/2/when/0/event/where/0/data',
        '/branches/2/when/0/event/where/0/min',
        '/branches/2/next',
      ],
    ]);
    expect(body.errors[0].message).toMatch(
      /^must point to a field in the view of Pascal's Ruin: there is no `stage`, only `phase`, `round`, /,
    );
    expect(body.errors[7].message).toBe('is not a known field (known: `when`, `do`, `next`)');
    const never = [
      { view: '/phase', is: 'chalenge' },
      { view: '/phase', in: ['challenge', 'attak'], min: 1 },
      { view: '/round', min: 2, max: 3 },
      { view: '/scores/1', min: 2 },
      { view: '/scores/7', min: 2 },
    ];
    const asked = { expectedVersion: 3, branches: [{ when: never, do: DECLINE }] };
    const unlikely = await ada.call('PUT', `/v1/games/${id}/plan`, { body: asked });
    expect(unlikely.body.errors.map(({ pointer }: any) => pointer.replace('/branches/0/when', ''))).toEqual([
      '/0/is',
      '/1/in/1',
      '/1/min',
      '/4/view',
    ]);
    expect(unlikely.body.errors[0].message).toMatch(/^must be one of .*"challenge"/);
    let deep: object[] = [{ do: DECLINE }];
    for (let n = 0; n < 6; n++) deep = [{ do: DECLINE, next: deep }];
    const wide = Array.from({ length: 101 }, () => ({ do: DECLINE }));
    const long = [{ when: [{ view: '/phase', is: 'x'.repeat(20_000) }], do: DECLINE }];
    const pointers = [];
    for (const each of [deep, wide, long]) {
      const refused = await ada.call('PUT', `/v1/games/${id}/plan`, { body: { expectedVersion: 3, branches: each } });
      pointers.push(refused.body.errors[0].pointer);
    }
    expect(pointers).toEqual([`/branches${'/0/next'.repeat(6)}`, '/branches/100', '/branches']);
    expect(await planOf(ada, id)).toBeNull();
  });
});
