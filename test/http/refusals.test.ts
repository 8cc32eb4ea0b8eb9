import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import { expectProblem } from './problem.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, startService } from './service.ts';

const NOBODY = '01930000-0000-7000-8000-0000000000ff';
let service: Service;
let ada: Caller;
let bob: Caller;
let game: any;

beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
  game = await createHotSeats(ada, { seed: 'refusals' });
});
afterAll(() => service.stop());

describe('creating a game', () => {
  const refused = async (body: unknown, status: number, code: string) => {
    const answer = await ada.post('/v1/games', body);
    expectProblem(answer, status, code);
    return answer.body;
  };

  test('an unknown ruleset is rejected with the existing ones', async () => {
    const { detail, hint } = await refused({ ruleset: 'chess' }, 422, 'unknown-ruleset');
    expect(detail).toContain('"chess"');
    expect(hint).toContain('pascals-ruin');
  });

  test('an option that is out of range, of the wrong type or unknown is named', async () => {
    const options = { mode: 'solo', roundsToWin: 10, spicy: 'yes', jokers: true };
    const { errors } = await refused({ ruleset: 'pascals-ruin', options }, 400, 'invalid-request');
    expect(errors.map(({ pointer }: any) => pointer).sort()).toEqual([
      '/options/jokers',
      '/options/mode',
      '/options/roundsToWin',
      '/options/spicy',
    ]);
    expect(errors.find(({ pointer }: any) => pointer === '/options/mode').message).toContain('match, eternal');
  });

  test('a body nested thousands of levels deep is rejected wherever the depth is', async () => {
    const deep = (levels: number) =>
      `{"ruleset": "pascal", "options": {"dotSpaces": ${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    const headers = { 'content-type': 'application/json' };
    for (const levels of [30_000, 23]) {
      const answer = await ada.call('POST', '/v1/games', { raw: deep(levels), headers });
      expectProblem(answer, 400, 'invalid-request');
      expect(answer.body.detail).toBe('The body has more than 24 levels of lists and objects, the most allowed.');
    }
    const { errors } = await refused(JSON.parse(deep(22)), 400, 'invalid-request');
    expect(errors[0].pointer).toBe('/options/dotSpaces');
  });

  test('the first twenty of thousands of invalid fields are named', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field${i}`, 1]));
    const pointers = Array.from({ length: 20 }, (_, i) => `field${i}`);
    const outer = await refused({ ruleset: 'pascal', ...unknown }, 400, 'invalid-request');
    expect(outer.errors.map(({ pointer }: any) => pointer)).toEqual(pointers.map((name) => `/${name}`));
    const inner = await refused({ ruleset: 'pascal', options: unknown }, 400, 'invalid-request');
    expect(inner.errors.map(({ pointer }: any) => pointer)).toEqual(pointers.map((name) => `/options/${name}`));
  });

  test('conflicting options are rejected', async () => {
    const ruin = { ruleset: 'pascals-ruin', options: { mode: 'match', maxRounds: 5 } };
    const folly = { ruleset: 'folly-and-fortune', options: { startPlayer: 4 }, seats: ['me', 'me'] };
    const message = 'conflicts with other options or with the number of seats';
    for (const [asked, name] of [
      [ruin, 'maxRounds'],
      [folly, 'startPlayer'],
    ] as const) {
      const { errors } = await refused(asked, 422, 'invalid-options');
      expect(errors).toEqual([{ pointer: `/options/${name}`, message }]);
    }
  });

  test('an endless game is rejected for bots alone, and with a clock whose timeouts play on', async () => {
    const asked = { ruleset: 'pascal', options: { maxBoards: null } };
    for (const rest of [{ seats: [{ bot: 'planner' }] }, { clock: { perAction: 60, onTimeout: 'random' } }]) {
      const { detail, hint } = await refused({ ...asked, ...rest }, 422, 'invalid-options');
      expect(detail).toContain('may never end');
      expect(hint).toContain('options with which every game ends');
    }
    const clock = { perAction: 60, onTimeout: 'resign' };
    expect((await ada.post('/v1/games', { ...asked, clock })).status).toBe(201);
  });

  test('a number of seats that the ruleset does not allow is rejected', async () => {
    const { detail } = await refused({ ruleset: 'pascals-ruin', seats: ['me'] }, 422, 'invalid-seats');
    expect(detail).toContain('2 to 3');
    await refused({ ruleset: 'pascals-ruin', seats: ['me', 'me', 'me', 'me'] }, 422, 'invalid-seats');
    const alone = await refused({ ruleset: 'pascal', seats: ['me', 'me'] }, 422, 'invalid-seats');
    expect(alone.detail).toBe('A game of Pascal has 1 seat, not 2.');
    expect(alone.errors).toEqual([{ pointer: '/seats', message: 'must have 1 entry' }]);
  });

  test.each([
    [{}, '/ruleset'],
    [{ ruleset: 7 }, '/ruleset'],
    [{ ruleset: 'pascals-ruin', speed: 'fast' }, '/speed'],
    [{ ruleset: 'pascals-ruin', seats: ['me', 'you'] }, '/seats/1'],
    [{ ruleset: 'pascals-ruin', seats: 2 }, '/seats'],
    [{ ruleset: 'pascals-ruin', seed: '' }, '/seed'],
    [{ ruleset: 'pascals-ruin', seed: 'é' }, '/seed'],
    [{ ruleset: 'pascals-ruin', options: [] }, '/options'],
    [{ ruleset: 'pascals-ruin', seats: ['me', 'open'], clientSeeds: [null, 'mine'] }, '/clientSeeds/1'],
    [{ ruleset: 'pascals-ruin', seats: ['me', 'open'], clientSeeds: [null, null, null] }, '/clientSeeds'],
    [{ ruleset: 'pascals-ruin', seats: ['me', 'open'], clientSeeds: ['a', 'b', 'c'] }, '/clientSeeds'],
    [{ ruleset: 'pascals-ruin', seed: 'open', clientSeeds: ['mine'] }, '/clientSeeds'],
  ])('%j is invalid at %s', async (body, pointer) => {
    const { errors } = await refused(body, 400, 'invalid-request');
    expect(errors.map((error: any) => error.pointer)).toContain(pointer);
  });
});

const CLOCKS =
  'must not mix fields that exclude each other: send either `perAction`, `onTimeout`, or `bank`, `increment`, `onTimeout`';
const PER_ACTION = 'is not a known field (known: `perAction`, `onTimeout`)';

describe('an error', () => {
  test.each<[object, Record<string, string>]>([
    [{ clock: { perAction: 60 } }, { '/clock/onTimeout': 'is missing' }],
    [{ clock: { bank: 60, increment: 1 } }, { '/clock/onTimeout': 'is missing' }],
    [{ clock: { perAction: 0, onTimeout: 'random' } }, { '/clock/perAction': 'must be at least 1' }],
    [{ clock: { perAction: 60, bank: 60, onTimeout: 'random' } }, { '/clock': CLOCKS }],
    [{ clock: { perAction: 60, bank: 60, increment: 1, onTimeout: 'random' } }, { '/clock': CLOCKS }],
    [
      { clock: { perActions: 60, onTimeout: 'random' } },
      { '/clock/perActions': PER_ACTION, '/clock/perAction': 'is missing' },
    ],
    [{ clock: 60 }, { '/clock': 'must be an object' }],
    [{ seats: ['me', { player: 'Bob' }] }, { '/seats/1/player': 'must be an id: a UUID' }],
    [{ seats: [] }, { '/seats': 'must have at least 1 item' }],
    [{ seats: ['me', {}] }, { '/seats/1': 'must have one of the fields player, bot' }],
    [
      { seats: ['me', 'you'] },
      { '/seats/1': 'must be one of me, open, or an object with `player`, or an object with `bot`' },
    ],
    [{ seed: 'é' }, { '/seed': 'must be ASCII only: letters without accents, digits, spaces and punctuation' }],
    [{ seed: '' }, { '/seed': 'must have at least 1 character' }],
  ])('in a new game, %j, is reported once, for the nearest of the allowed forms', async (wrong, said) => {
    const { body } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', ...wrong });
    expect(Object.fromEntries(body.errors.map(({ pointer, message }: any) => [pointer, message]))).toEqual(said);
  });

  test('in a name or an id is explained in words', async () => {
    const { errors } = (await service.stranger.post('/v1/players', { name: '', kind: 'human' })).body;
    expect(errors.map(({ message }: any) => message)).toEqual([
      'must be 1 to 40 characters, without control characters, and without a space at its ends',
    ]);
    const listed = (await ada.get('/v1/games?player=Ada')).body.errors;
    expect(listed).toEqual([{ pointer: '/player', message: 'must be the id of a player, or `me`' }]);
  });
});

describe('an error of the ruleset', () => {
  test.each([
    [{ ruleset: 'chess' }, '/ruleset'],
    [{ seats: ['me'] }, '/seats'],
    [{ options: { mode: 'match', maxRounds: 5 } }, '/options/maxRounds'],
    [{ options: { mode: 'eternal', maxRounds: null }, seats: [{ bot: 'random' }, { bot: 'random' }] }, '/seats'],
    [
      { options: { mode: 'eternal', maxRounds: null }, clock: { perAction: 9, onTimeout: 'random' } },
      '/clock/onTimeout',
    ],
    [{ commitmentId: NOBODY }, '/commitmentId'],
    [{ daily: true }, '/daily'],
    [{ ruleset: 'pokers-rogue-reckoning', daily: true, seats: ['me', 'open'] }, '/seats'],
  ])('in %j is pointed at: %s', async (wrong, pointer) => {
    const { status, body } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', ...wrong });
    expect([status, body.errors?.[0].pointer]).toEqual([422, pointer]);
  });

  test('in a used commitment is pointed at', async () => {
    const { commitmentId } = (await ada.post('/v1/commitments', {})).body;
    const asked = { ruleset: 'pascals-ruin', commitmentId };
    expect((await ada.post('/v1/games', asked)).status).toBe(201);
    const { body } = await ada.post('/v1/games', asked);
    expect(body).toMatchObject({ code: 'commitment-used', errors: [{ pointer: '/commitmentId' }] });
  });
});

describe('sentences', () => {
  test('about a game that is over or has not started are complete, and say what to do', async () => {
    const { body: open } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', seed: 'x' });
    const early = (await ada.post(`/v1/games/${open.id}/resignation`, {})).body;
    expect(early.code).toBe('game-not-started');
    expect(early.hint).not.toBe(early.detail);
    await bob.post(`/v1/games/${open.id}/seats`, {});
    expect((await bob.post(`/v1/games/${open.id}/seats`, { seat: 0 })).body.hint).toContain('openSeats=true');
    await bob.post(`/v1/games/${open.id}/resignation`, {});
    const late = (await ada.post(`/v1/games/${open.id}/resignation`, {})).body;
    expect(late.detail).toMatch(/^This game is over: .*[^.]\.$/);
  });

  test.each([
    ['/v1/games/17', { detail: 'The path does not have the right form.' }],
    ['/v1/rulesets/pascal/daily?date=2026-13-01', { errors: [{ pointer: '/date' }] }],
    ['/v1/games/%zz', { hint: expect.stringContaining('percent sign') }],
    ['/v1/games/%ff', { detail: 'The path has an invalid percent escape.' }],
  ])('about %s fit the error', async (path, said) => {
    const { body } = await ada.get(path);
    expect(body).toMatchObject(said);
    expect(body.errors === undefined).toBe(path.includes('%'));
  });

  test('about a path without its beginning name the whole path', async () => {
    const { status, body } = await ada.get(`/games/${game.id}`);
    expect([status, body.hint]).toEqual([404, `Use \`/v1/games/${game.id}\` instead.`]);
    expect((await ada.get('/nowhere')).body.hint).toBe('`/docs` lists all paths.');
  });

  test('about a missing body say that it is missing', async () => {
    const { status, body } = await ada.call('POST', '/v1/games', {});
    expect([status, body.detail]).toEqual([400, 'The body is missing: send a JSON object.']);
    expect(body.errors).toEqual([{ pointer: '', message: 'is missing' }]);
  });

  test('about a parameter that is sent twice say so', async () => {
    const { body } = await ada.get(`/v1/games/${game.id}?labels=true&labels=true`);
    expect(body.errors).toEqual([{ pointer: '/labels', message: 'must be sent only once' }]);
  });

  test('about headers use the plural', async () => {
    const answer = await ada.post('/v1/games', { ruleset: 'pascal' }, { 'idempotency-key': 'a b' });
    expect(answer.body.detail).toBe('The headers do not have the right form.');
    expect(answer.body.errors[0].message).toBe('must be ASCII only, without spaces, and not empty');
  });
});

describe('tokens', () => {
  test.each([
    ['Bearer crp_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'does not know'],
    ['Bearer nonsense', 'does not know'],
    ['Basic YTpi', 'Bearer <token>'],
    ['Bearer', 'Bearer <token>'],
  ])('%s is rejected even where no token is needed', async (authorization, detail) => {
    for (const path of ['/v1/me', `/v1/games/${game.id}`, '/v1/rulesets']) {
      const answer = await service.stranger.get(path, { authorization });
      expectProblem(answer, 401, 'unauthorized');
      expect(answer.body.detail).toContain(detail);
    }
  });
});

describe('players', () => {
  test.each([
    [{ name: '', kind: 'human' }, '/name'],
    [{ name: ' Ada', kind: 'human' }, '/name'],
    [{ name: 'A\u0000da', kind: 'human' }, '/name'],
    [{ name: 'x'.repeat(41), kind: 'human' }, '/name'],
    [{ name: 'Ada' }, '/kind'],
    [{ name: 'Ada', kind: 'robot' }, '/kind'],
    [{ name: 'Ada', kind: 'human', admin: true }, '/admin'],
    [[], ''],
    [null, ''],
  ])('%j is invalid at "%s"', async (body, pointer) => {
    const answer = await service.stranger.post('/v1/players', body);
    expectProblem(answer, 400, 'invalid-request');
    expect(answer.body.errors.map((error: any) => error.pointer)).toContain(pointer);
  });

  test('names of every script are accepted, and broken ones are not', async () => {
    for (const name of ['Å', '王小明', 'नेहा', 'O’Neill']) {
      const player = await service.stranger.register(name);
      expect((await player.get('/v1/me')).body.name).toBe(name);
    }
    const broken = await service.stranger.post('/v1/players', { name: 'a\ud800b', kind: 'agent' });
    expectProblem(broken, 400, 'invalid-request');
  });

  test('an unknown id is not found', async () => {
    expectProblem(await ada.get(`/v1/players/${NOBODY}`), 404, 'player-not-found');
  });
});

describe('acting', () => {
  let before: any;
  let legal: any;
  let waiting: number;
  beforeEach(async () => {
    before = (await ada.get(`/v1/games/${game.id}`)).body;
    legal = legalActionsOf(before)[0];
    waiting = [0, 1, 2].find((seat) => !before.toAct.includes(seat)) as number;
  });
  const refused = async (caller: Caller, body: unknown, status: number, code: string) => {
    const answer = await caller.post(`/v1/games/${game.id}/actions`, body);
    expectProblem(answer, status, code);
    expect((await ada.get(`/v1/games/${game.id}`)).body).toEqual(before);
    return answer.body;
  };

  test('a seat of another player is refused', async () => {
    await refused(bob, { action: legal }, 403, 'not-your-seat');
    const { hint } = await refused(bob, { action: legal, seat: 0 }, 403, 'not-your-seat');
    expect(hint).toContain('no seat');
  });

  test('a missing seat is not found', async () => {
    await refused(ada, { action: legal, seat: 3 }, 404, 'no-such-seat');
  });

  test('a seat without a decision has to wait', async () => {
    const { detail } = await refused(ada, { action: legal, seat: waiting }, 409, 'not-your-turn');
    expect(detail).toContain(`seat ${before.toAct[0]}`);
  });

  test('an unlisted action is rejected with its ruling', async () => {
    const { rule, detail } = await refused(ada, { action: { type: 'takeChain' } }, 422, 'illegal-action');
    expect(rule).toMatch(/^R\d+$/);
    expect(detail).toMatch(/\.$/);
  });

  test('a version before the decision opened is stale, and so is a future one', async () => {
    const since = before.decisions[0].since;
    await refused(ada, { action: legal, expectedVersion: since - 1 }, 409, 'stale-version');
    await refused(ada, { action: legal, expectedVersion: before.version + 1 }, 409, 'stale-version');
  });

  test.each([
    [{}, '/action'],
    [{ action: 'rollDie' }, '/action'],
    [{ action: {} }, '/action/type'],
    [{ action: { type: 'fly' } }, '/action/type'],
    [{ action: { type: 'rollDie' } }, '/action/die'],
    [{ action: { type: 'rollDie', die: 'd4' } }, '/action/die'],
    [{ action: { type: 'rollDie', die: 'd6', force: 9 } }, '/action/force'],
    [{ action: { type: 'takeChain' }, seat: '0' }, '/seat'],
    [{ action: { type: 'takeChain' }, seat: -1 }, '/seat'],
    [{ action: { type: 'takeChain' }, expectedVersion: '2' }, '/expectedVersion'],
    [{ action: { type: 'takeChain' }, because: 'I can' }, '/because'],
  ])('%j is invalid at %s', async (body, pointer) => {
    const { errors } = await refused(ada, body, 400, 'invalid-request');
    expect(errors.map((error: any) => error.pointer)).toContain(pointer);
  });
});

describe('joining', () => {
  test('a seat that is missing, taken or not yet open has its own code', async () => {
    const open = (await ada.post('/v1/games', { ruleset: 'pascals-ruin', seed: 'x' })).body;
    const seats = `/v1/games/${open.id}/seats`;
    expectProblem(await bob.post(seats, { seat: 0 }), 409, 'seat-taken');
    expectProblem(await bob.post(seats, { seat: 2 }), 404, 'no-such-seat');
    expectProblem(await bob.post(seats, { seat: 'any' }), 400, 'invalid-request');
    expectProblem(await bob.post(seats, { clientSeed: 'mine' }), 400, 'invalid-request');
    const early = { action: { type: 'takeChain' } };
    expectProblem(await ada.post(`/v1/games/${open.id}/actions`, early), 409, 'game-not-started');
    expect((await bob.post(seats, {})).body.status).toBe('playing');
    const late = await service.stranger.register('Late');
    expectProblem(await late.post(seats, {}), 409, 'seat-taken');
  });
});

describe('reading', () => {
  test('a missing version, seat or ruleset has its own code', async () => {
    expectProblem(await ada.get(`/v1/games/${game.id}?at=999`), 404, 'version-not-found');
    expectProblem(await ada.get(`/v1/games/${game.id}?seat=9`), 404, 'no-such-seat');
    expectProblem(await ada.get('/v1/rulesets/chess'), 404, 'ruleset-not-found');
  });

  test('parameters of the wrong form are named', async () => {
    for (const path of [
      `/v1/games/${game.id}?at=0`,
      `/v1/games/${game.id}?at=2.5`,
      `/v1/games/${game.id}?seat=first`,
      `/v1/games/${game.id}?text=perhaps`,
      `/v1/games/${game.id}?labels=short`,
      `/v1/games/${game.id}?verbose=true`,
      `/v1/games/${game.id}/events?limit=0`,
      `/v1/games/${game.id}/events?after=-1`,
    ]) {
      const answer = await ada.get(path);
      expectProblem(answer, 400, 'invalid-request');
      expect(answer.body.errors.length, path).toBeGreaterThan(0);
      expect(answer.body.instance).not.toContain('?');
    }
  });

  test('another player’s seat shows nothing', async () => {
    expectProblem(await bob.get(`/v1/games/${game.id}?seat=0`), 403, 'not-your-seat');
    expectProblem(await bob.get(`/v1/games/${game.id}/actions`), 403, 'not-your-seat');
    expectProblem(await bob.get(`/v1/games/${game.id}/events?seat=1`), 403, 'not-your-seat');
  });
});
