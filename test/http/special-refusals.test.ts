import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
import { Boards } from './boards.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, playOut, problem } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let later = 0;
const DAY = 86_400;
const clock: ServerClock = {
  now: () => new Date(Date.now() + later),
  get aheadMs() {
    return later;
  },
};

beforeAll(async () => {
  service = await startService({ clock });
  [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
});
afterAll(() => service.stop());

type Call = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object];

async function expectRefused(caller: Caller, expected: string, calls: Call[]): Promise<void> {
  const answers: string[] = [];
  for (const [method, path, body] of calls) {
    const answer = await caller.call(method, path, body === undefined ? {} : { body });
    answers.push(`${method} ${path}: ${problem(answer)}`);
  }
  expect(answers).toEqual(calls.map(([method, path]) => `${method} ${path}: ${expected}`));
}

const SEEK = { ruleset: 'pascals-ruin', clock: { perAction: 60, onTimeout: 'resign' } };
const CASUAL = { ruleset: 'pascals-ruin', clock: { perAction: DAY, onTimeout: 'random' } };

async function made(player: Caller, path: string, body: object): Promise<any> {
  const answer = await player.post(path, body);
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body;
}

async function playing(body: object = CASUAL): Promise<string> {
  const { id } = await create(ada, { ...body, seats: ['me', { player: bob.id }] });
  const { status } = await bob.post(`/v1/games/${id}/seats`, {});
  expect(status).toBe(200);
  return `/v1/games/${id}`;
}

test('a game that has not begun refuses calls that need a running one', async () => {
  const game = await create(ada, { ...CASUAL, seats: ['me', 'open'] });
  const path = `/v1/games/${game.id}`;
  await expectRefused(ada, '409 game-not-started', [
    ['POST', `${path}/extension`, { seconds: 3600 }],
    ['POST', `${path}/takeback`, { to: 1 }],
    ['DELETE', `${path}/takeback`],
    ['POST', `${path}/undo`, { expectedVersion: game.version }],
    ['DELETE', `${path}/abort`],
  ]);
});

test('an analysis of a running game is refused', async () => {
  const path = await playing();
  await expectRefused(ada, '409 game-unfinished', [['GET', `${path}/analysis`]]);
});

test('a finished game refuses changes', async () => {
  const path = await playing({ ruleset: 'pascals-ruin', options: { roundsToWin: 1 } });
  const { version } = await playOut([ada, bob], path.slice('/v1/games/'.length), 'over');
  await expectRefused(ada, '409 game-over', [
    ['POST', `${path}/extension`, { seconds: 3600 }],
    ['POST', `${path}/takeback`, { to: 1 }],
    ['DELETE', `${path}/takeback`],
    ['POST', `${path}/undo`, { expectedVersion: version }],
    ['DELETE', `${path}/seats/0`],
  ]);
});

test('a seat that is missing or belongs to another player is refused', async () => {
  const path = await playing();
  await expectRefused(ada, '404 no-such-seat', [
    ['GET', `${path}/plan?seat=9`],
    ['DELETE', `${path}/plan?seat=9`],
    ['GET', `${path}/undo?seat=9`],
    ['GET', `${path}/actions?seat=9`],
    ['GET', `${path}/events?seat=9`],
    ['GET', `${path}/events/stream?seat=9`],
    ['POST', `${path}/takeback`, { to: 1, seat: 9 }],
    ['POST', `${path}/undo`, { expectedVersion: 1, seat: 9 }],
  ]);
  await expectRefused(ada, '403 not-your-seat', [['DELETE', `${path}/plan?seat=1`]]);
  const cleo = await service.stranger.register('Cleo');
  await expectRefused(cleo, '403 not-your-seat', [
    ['DELETE', `${path}/abort`],
    ['DELETE', `${path}/takeback`],
  ]);
});

test('a seat that its player has left is refused', async () => {
  const { id } = await create(ada, {
    ...CASUAL,
    ruleset: 'champions-of-chance',
    seats: ['me', { player: bob.id }, 'open'],
  });
  const cleo = await service.stranger.register('Cleo of three');
  await bob.post(`/v1/games/${id}/seats`, {});
  expect((await cleo.post(`/v1/games/${id}/seats`, {})).status).toBe(200);
  const path = `/v1/games/${id}`;
  expect((await ada.post(`${path}/resignation`, {})).status).toBe(200);
  await expectRefused(ada, '409 seat-left', [
    ['POST', `${path}/extension`, { seconds: 3600 }],
    ['DELETE', `${path}/abort`],
    ['GET', `${path}/undo`],
    ['POST', `${path}/undo`, { expectedVersion: 1 }],
    ['POST', `${path}/takeback`, { to: 1 }],
    ['DELETE', `${path}/takeback`],
    ['PUT', `${path}/plan`, { expectedVersion: 1, branches: [{ do: { type: 'roll' } }] }],
  ]);
});

test('a decision whose time is up is refused', async () => {
  const path = await playing();
  let own = await create(ada, { ...CASUAL, ruleset: 'champions-of-chance', seats: ['me', 'me'], seed: 'undo' });
  while (own.undoTo === null) {
    const done = await ada.post(`/v1/games/${own.id}/actions`, { action: legalActionsOf(own)[0], seat: own.viewer });
    own = done.body.state;
  }
  later = 2 * DAY * 1000;
  try {
    await expectRefused(ada, '409 time-out', [
      ['POST', `/v1/games/${own.id}/undo`, { expectedVersion: own.version, seat: own.viewer }],
    ]);
    const { decisions } = (await ada.get(path)).body;
    await expectRefused(ada, '409 time-out', [
      ['POST', `${path}/extension`, { seconds: 3600, seat: decisions[0].seat }],
    ]);
  } finally {
    later = 0;
  }
});

test('a game with the maximum of takebacks refuses another one', async () => {
  let state = await create(ada, { ruleset: 'pokers-rogue-reckoning' });
  const path = `/v1/games/${state.id}`;
  const to = state.version;
  for (let n = 0; n < 50; n++) {
    const [action] = legalActionsOf(state);
    expect((await ada.post(`${path}/actions`, { action, expectedVersion: state.version })).status).toBe(200);
    const taken = await ada.post(`${path}/takeback`, { to });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    state = taken.body;
  }
  await ada.post(`${path}/actions`, { action: legalActionsOf(state)[0], expectedVersion: state.version });
  await expectRefused(ada, '409 too-many-takebacks', [['POST', `${path}/takeback`, { to }]]);
});

test('a game without chat refuses messages', async () => {
  const game = await create(ada, { ...CASUAL, seats: ['me', 'open'], chat: 'off' });
  await expectRefused(ada, '409 chat-off', [
    ['POST', `/v1/games/${game.id}/messages/01930000-0000-7000-8000-0000000000ff/reports`, { reason: 'spam' }],
  ]);
});

test('more messages or reports than allowed are refused', async () => {
  const path = await playing();
  const messages: any[] = [];
  try {
    for (let n = 0; n < 500; n++) {
      if (n % 12 === 0) later += 61_000;
      messages.push(await made(bob, `${path}/messages`, { text: `No. ${n}` }));
    }
    later += 61_000;
    await expectRefused(bob, '409 too-many-messages', [['POST', `${path}/messages`, { text: 'One more' }]]);
    for (const { id } of messages.slice(0, 50)) {
      expect((await ada.post(`${path}/messages/${id}/reports`, { reason: 'spam' })).status).toBe(204);
    }
    await expectRefused(ada, '429 too-many-reports', [
      ['POST', `${path}/messages/${messages[50].id}/reports`, { reason: 'spam' }],
    ]);
  } finally {
    later = 0;
  }
});

test('a calendar with the maximum of changes refuses another one', async () => {
  const cleo = await service.stranger.register('Cleo with a calendar', 'human');
  const set = (quietFrom: string) =>
    cleo.call('PUT', '/v1/me/calendar', {
      body: { timeZone: 'Europe/Berlin', quietHours: { from: quietFrom, to: '07:00' } },
    });
  const statuses: string[] = [];
  for (let n = 0; n < 14; n++) {
    later += 3600_000;
    statuses.push(problem(await set(`22:${String(n + 10)}`)));
  }
  later = 0;
  expect(statuses.at(-1)).toBe('409 cap-reached');
});

test('a game of the day refuses calls that could reveal it before its end', async () => {
  const { id } = await create(ada, { ruleset: 'pokers-rogue-reckoning', daily: true });
  const path = `/v1/games/${id}`;
  await expectRefused(bob, '403 daily-closed', closedCalls(path));
});

function closedCalls(path: string): Call[] {
  return [
    ['GET', `${path}/analysis`],
    ['GET', `${path}/undo`],
    ['GET', `${path}/actions`],
    ['GET', `${path}/events/stream`],
    ['GET', `${path}/messages`],
    ['GET', `${path}/states`],
    ['POST', `${path}/messages`, { text: 'hello' }],
    ['POST', `${path}/messages/01930000-0000-7000-8000-0000000000ff/reports`, { reason: 'spam' }],
    ['POST', `${path}/worlds`, {}],
    ['PUT', `${path}/looked`, { version: 1 }],
  ];
}

test('conflicting options are refused', async () => {
  const options = { mode: 'match', maxRounds: 5 };
  const competition = { name: 'Not these', format: 'roundRobin', ...CASUAL, options };
  await expectRefused(ada, '422 invalid-options', [
    ['POST', '/v1/me/seeks', { ...SEEK, options }],
    ['POST', '/v1/competitions', competition],
    ['POST', '/v1/competition-estimates', competition],
    ['GET', `/v1/ratings?ruleset=pascals-ruin&options=${encodeURIComponent(JSON.stringify(options))}`],
    [
      'GET',
      `/v1/comparisons?one=${ada.id}&other=${bob.id}&ruleset=pascals-ruin&options=${encodeURIComponent(JSON.stringify(options))}`,
    ],
  ]);
  const expedition = encodeURIComponent(JSON.stringify({ healAtOnce: true, revivalPill: true }));
  await expectRefused(ada, '422 invalid-options', [
    ['GET', `/v1/rulesets/pokers-rogue-reckoning/daily?options=${expedition}`],
    ['GET', `/v1/rulesets/pokers-rogue-reckoning/daily/days?options=${expedition}`],
  ]);
  const endless = await made(ada, '/v1/competitions', {
    name: 'Without end',
    format: 'cup',
    ruleset: 'pascal',
    clock: SEEK.clock,
    options: { maxBoards: null },
  });
  await expectRefused(ada, '422 invalid-options', [
    ['POST', `/v1/competitions/${endless.id}/entries`, { bot: 'random' }],
  ]);
});

test('a missing pool is refused', async () => {
  const pair = `one=${ada.id}&other=${bob.id}`;
  const pool = '0'.repeat(16);
  await expectRefused(ada, '404 pool-not-found', [
    ['GET', `/v1/comparisons?pool=${pool}&${pair}`],
    ['GET', `/v1/players/${ada.id}/ratings/${pool}/record`],
  ]);
  await expectRefused(ada, '422 invalid-seats', [['GET', `/v1/comparisons?ruleset=pokers-rogue-reckoning&${pair}`]]);
});

test('operations that this server lacks are refused', async () => {
  const path = await playing({ ruleset: 'pascals-ruin', options: { roundsToWin: 1 } });
  await playOut([ada, bob], path.slice('/v1/games/'.length), 'analysed');
  await expectRefused(ada, '501 analyses-off', [['POST', `${path}/analysis`, {}]]);
  const channel = { kind: 'mail', address: 'ada@play.example', events: ['turn'] };
  await expectRefused(ada, '409 mail-off', [['POST', '/v1/me/notification-channels', channel]]);
});

describe('a competition', () => {
  test('refuses to show a board with unfinished copies', async () => {
    const cleo = await service.stranger.register('Cleo who plays the board');
    const boards = await Boards.of(service, [ada, cleo, bob]);
    const id = await boards.deal([ada], { ruleset: 'pokers-rogue-reckoning', board: 1 });
    const path = `/v1/games/${id}`;
    await expectRefused(bob, '403 board-sealed', closedCalls(path));
    await expectRefused(ada, '409 competition-game', [
      ['POST', `${path}/extension`, { seconds: 3600 }],
      ['POST', `${path}/undo`, { expectedVersion: 1 }],
    ]);
  });

  test('refuses to show a board in play', async () => {
    const cup = { name: 'Sealed', format: 'cup', ruleset: 'pokers-rogue-reckoning', clock: CASUAL.clock };
    const { id } = await made(ada, '/v1/competitions', cup);
    await made(ada, `/v1/competitions/${id}/entries`, {});
    await made(ada, `/v1/competitions/${id}/start`, {});
    await expect
      .poll(async () => (await ada.get(`/v1/competitions/${id}/boards`)).body.boards.length)
      .toBeGreaterThan(0);
    await expectRefused(ada, '403 board-sealed', [['GET', `/v1/competitions/${id}/boards/1`]]);
  });

  const entry = (id: string) => `/v1/competitions/${id}/entries/me`;

  const entered = async (player: Caller, path: string, body: object) => (await made(player, path, body)).entry.entry;

  test('refuses a removed entry, and changes after its end', async () => {
    const { id } = await made(ada, '/v1/competitions', { name: 'Sent away', format: 'roundRobin', ...CASUAL });
    const path = `/v1/competitions/${id}`;
    const bot = await entered(ada, `${path}/entries`, { bot: 'random' });
    const own = await entered(bob, `${path}/entries`, {});
    for (let n = 0; n < 10; n++) {
      expect((await bob.call('PATCH', entry(id), { body: { paused: n % 2 === 0 } })).status).toBe(200);
    }
    await expectRefused(bob, '409 cap-reached', [['PATCH', entry(id), { paused: true }]]);
    for (const sent of [bot, own]) {
      const answer = await ada.post(`${path}/entries/${sent}/disqualification`, { reason: 'A test.' });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    await expectRefused(ada, '409 entry-over', [['DELETE', `${path}/entries/${bot}`]]);
    await expectRefused(bob, '409 entry-over', [['DELETE', entry(id)]]);
    const late = await entered(ada, `${path}/entries`, { bot: 'plain' });
    await entered(ada, `${path}/entries`, {});
    expect((await ada.post(`${path}/abort`, { reason: 'Enough.' })).status).toBe(200);
    await expectRefused(ada, '409 competition-over', [
      ['PATCH', entry(id), { paused: true }],
      ['DELETE', entry(id)],
      ['DELETE', `${path}/entries/${late}`],
    ]);
  });
});

const BUDGET = { playouts: 100, seconds: 600 };

async function analysed(player: Caller): Promise<string> {
  const { id } = await create(player, { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
  const path = `/v1/games/${id}`;
  expect((await player.post(`${path}/resignation`, { seat: 0 })).status).toBe(200);
  expect((await player.post(`${path}/analysis`, {})).status).toBe(202);
  return path;
}

test('a server that allows no waiting calls refuses them', async () => {
  const limits = { openCalls: { player: 0, address: 0 } };
  const own = await startService({ limits, analyses: BUDGET, directs: false });
  try {
    const cleo = await own.stranger.register('Cleo', 'human');
    const game = await create(cleo, { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    const seek = await made(cleo, '/v1/me/seeks', SEEK);
    const competition = await made(cleo, '/v1/competitions', { name: 'Nobody waits', format: 'roundRobin', ...CASUAL });
    const path = `/v1/games/${game.id}`;
    const cup = `/v1/competitions/${competition.id}`;
    await expectRefused(cleo, '429 too-many-waiting', [
      ['GET', `${path}?after=${game.version}&wait=45`],
      ['GET', `${path}/events?after=${game.version}&wait=45`],
      ['GET', `${path}/messages?wait=45`],
      ['GET', '/v1/me/turns?wait=45'],
      ['GET', '/v1/games?wait=45'],
      ['GET', `/v1/me/seeks/${seek.id}?wait=45`],
      ['GET', `${await analysed(cleo)}/analysis?after=99&wait=45`],
      ['GET', `${cup}?wait=45`],
      ['GET', `${cup}/events?wait=45`],
    ]);
    for (const [path, expected] of [
      [`${cup}/events`, '429 too-many-streams'],
      [`${cup}/events/stream`, '429 too-many-streams'],
      [`/v1/games/${game.id}/events/stream`, '429 too-many-streams'],
      ['/v1/me/turns/stream', '429 too-many-streams'],
    ] as const) {
      expect([path, problem(await cleo.get(path, { accept: 'text/event-stream' }))]).toEqual([path, expected]);
    }
  } finally {
    await own.stop();
  }
});

test('a server that stops refuses a waiting call', async () => {
  const own = await startService({ analyses: BUDGET, directs: false });
  const cleo = await own.stranger.register('Cleo', 'human');
  const game = await create(cleo, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
  const seek = await made(cleo, '/v1/me/seeks', SEEK);
  const over = await analysed(cleo);
  const competition = await made(cleo, '/v1/competitions', { name: 'Nobody waits', format: 'roundRobin', ...CASUAL });
  const cup = `/v1/competitions/${competition.id}`;
  const paths = [
    `/v1/games/${game.id}/messages?wait=45`,
    `/v1/me/seeks/${seek.id}?after=${seek.version}&wait=45`,
    '/v1/games?player=me&status=finished&ruleset=champions-of-chance&wait=45',
    `${over}/analysis?after=1&wait=45`,
    `${cup}?after=${competition.version}&wait=45`,
    `${cup}/events?after=${competition.version}&wait=45`,
  ];
  const answers = paths.map((path) => cleo.get(path));
  const waiting = expect.poll(() => own.gameService.subscriptions.size).toBe(paths.length);
  await waiting.finally(() => own.stop());
  expect((await Promise.all(answers)).map(problem)).toEqual(paths.map(() => '503 stopping'));
});

async function pooled(winner: Caller, loser: Caller): Promise<string> {
  const game = await made(winner, '/v1/games', { ...SEEK, rated: true, seats: ['me', { player: loser.id }] });
  await made(loser, `/v1/games/${game.id}/seats`, {});
  await made(loser, `/v1/games/${game.id}/resignation`, {});
  return (await winner.get('/v1/ratings/pools')).body.pools[0].id;
}

test('a player without rated games has no rating', async () => {
  const { id } = await service.stranger.register('Eve');
  const pool = await pooled(ada, bob);
  await expectRefused(ada, '404 not-rated', [['GET', `/v1/players/${id}/ratings/${pool}/games`]]);
});

test('a stopping server refuses ratings', async () => {
  const own = await startService();
  const cleo = await own.stranger.register('Cleo');
  const dora = await own.stranger.register('Dora');
  const pool = await pooled(cleo, dora);
  const rated = `/v1/players/${cleo.id}/ratings/${pool}`;
  try {
    await own.ratings.stop();
    await expectRefused(cleo, '503 stopping', [
      ['GET', '/v1/ratings?ruleset=pascals-ruin'],
      ['GET', `/v1/comparisons?ruleset=pascals-ruin&one=${cleo.id}&other=${dora.id}`],
      ['GET', `/v1/players/${cleo.id}/ratings`],
      ['GET', `${rated}/history`],
      ['GET', `${rated}/record`],
      ['GET', `${rated}/games`],
    ]);
  } finally {
    await own.stop();
  }
});
