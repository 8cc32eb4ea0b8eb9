// What operations refuse beside what all of them do: one state of a game, a day or a competition, and all that it refuses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HouseClock } from '../../src/store/game-rows.ts';
import { Boards } from './boards.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, playOut, problem } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let later = 0;
const DAY = 86_400;
const clock: HouseClock = {
  now: () => new Date(Date.now() + later),
  get aheadMs() {
    return later;
  },
};

beforeAll(async () => {
  service = await startService({ clock });
  [ada, bob] = await Promise.all([service.stranger.register('Ada'), service.stranger.register('Bob')]);
});
afterAll(() => service.stop());

type Call = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object];

/** Each of these calls is refused with this problem. */
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
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function playing(body: object = CASUAL): Promise<string> {
  const { id } = await create(ada, { ...body, seats: ['me', { player: bob.id }] });
  const { status } = await bob.post(`/v1/games/${id}/seats`, {});
  expect(status).toBe(200);
  return `/v1/games/${id}`;
}

test('a game that has not begun', async () => {
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

test('a game that is over', async () => {
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

test('a seat that the game does not have, or that another player has', async () => {
  const path = await playing();
  await expectRefused(ada, '404 no-such-seat', [
    ['GET', `${path}/plan?seat=9`],
    ['DELETE', `${path}/plan?seat=9`],
    ['GET', `${path}/undo?seat=9`],
    ['GET', `${path}/actions?seat=9`],
    ['POST', `${path}/takeback`, { to: 1, seat: 9 }],
    ['POST', `${path}/undo`, { expectedVersion: 1, seat: 9 }],
  ]);
  await expectRefused(ada, '403 not-your-seat', [['DELETE', `${path}/plan?seat=1`]]);
  const cleo = await service.stranger.register('Cleo');
  await expectRefused(cleo, '403 not-your-seat', [['DELETE', `${path}/abort`]]);
});

test('a seat that its player has left', async () => {
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
  ]);
});

test('a decision whose time is up', async () => {
  const path = await playing();
  later = 2 * DAY * 1000;
  try {
    const { decisions } = (await ada.get(path)).body;
    await expectRefused(ada, '409 time-out', [
      ['POST', `${path}/extension`, { seconds: 3600, seat: decisions[0].seat }],
    ]);
  } finally {
    later = 0;
  }
});

test('a game of the day, while its day goes on', async () => {
  const { id } = await create(ada, { ruleset: 'pokers-rogue-reckoning', daily: true });
  const path = `/v1/games/${id}`;
  await expectRefused(bob, '403 daily-closed', closedCalls(path));
});

/** What tells, or lets tell, of the chance of a game. */
function closedCalls(path: string): Call[] {
  return [
    ['GET', `${path}/analysis`],
    ['GET', `${path}/undo`],
    ['GET', `${path}/actions`],
    ['GET', `${path}/messages`],
    ['GET', `${path}/states`],
    ['POST', `${path}/messages`, { text: 'hello' }],
    ['POST', `${path}/messages/01930000-0000-7000-8000-0000000000ff/reports`, { reason: 'spam' }],
    ['POST', `${path}/worlds`, {}],
    ['PUT', `${path}/looked`, { version: 1 }],
  ];
}

test('options that do not go together', async () => {
  const options = { mode: 'match', maxRounds: 5 };
  const competition = { name: 'Not these', format: 'roundRobin', ...CASUAL, options };
  await expectRefused(ada, '422 invalid-options', [
    ['POST', '/v1/me/seeks', { ...SEEK, options }],
    ['POST', '/v1/competitions', competition],
    ['POST', '/v1/competition-estimates', competition],
  ]);
});

test('what this server does not do', async () => {
  const path = await playing({ ruleset: 'pascals-ruin', options: { roundsToWin: 1 } });
  await playOut([ada, bob], path.slice('/v1/games/'.length), 'analysed');
  await expectRefused(ada, '501 analyses-off', [['POST', `${path}/analysis`, {}]]);
  const channel = { kind: 'mail', address: 'ada@play.example', events: ['turn'] };
  await expectRefused(ada, '409 mail-off', [['POST', '/v1/me/notification-channels', channel]]);
});

describe('a competition', () => {
  test('a board that others have still to play', async () => {
    const cleo = await service.stranger.register('Cleo who plays the board');
    const boards = await Boards.of(service, [ada, cleo, bob]);
    const id = await boards.deal([ada], { ruleset: 'pokers-rogue-reckoning', board: 1 });
    const path = `/v1/games/${id}`;
    await expectRefused(bob, '403 board-sealed', closedCalls(path));
    await expectRefused(ada, '409 competition-game', [['POST', `${path}/extension`, { seconds: 3600 }]]);
  });
});

test('a server that lets nobody wait', async () => {
  const own = await startService({ limits: { openCalls: { player: 0, address: 0 } } });
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
      ['GET', `${cup}?wait=45`],
      ['GET', `${cup}/events?wait=45`],
    ]);
    for (const [path, expected] of [
      [`${cup}/events`, '429 too-many-streams'],
      [`${cup}/events/stream`, '429 too-many-streams'],
      ['/v1/me/turns/stream', '429 too-many-streams'],
    ] as const) {
      expect([path, problem(await cleo.get(path, { accept: 'text/event-stream' }))]).toEqual([path, expected]);
    }
  } finally {
    await own.stop();
  }
});

test('a server that stops while somebody waits', async () => {
  const own = await startService();
  const cleo = await own.stranger.register('Cleo', 'human');
  const game = await create(cleo, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
  const competition = await made(cleo, '/v1/competitions', { name: 'Nobody waits', format: 'roundRobin', ...CASUAL });
  const cup = `/v1/competitions/${competition.id}`;
  const paths = [
    `/v1/games/${game.id}/messages?wait=45`,
    `${cup}?after=${competition.version}&wait=45`,
    `${cup}/events?after=${competition.version}&wait=45`,
  ];
  const answers = paths.map((path) => cleo.get(path));
  await expect.poll(() => own.gameService.subscriptions.size).toBe(paths.length);
  await own.stop();
  expect((await Promise.all(answers)).map(problem)).toEqual(paths.map(() => '503 stopping'));
});
