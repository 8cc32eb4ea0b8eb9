import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { verifyCompetition } from '../../src/competitions/transcript/verification.ts';
import { DEFAULT_CAPS } from '../../src/games/model/caps.ts';
import { competitionVerifiedByPython, NOT_ALL_CHECKED } from '../games/python.ts';
import type { Answer, Caller } from './caller.ts';
import { playTurns } from './competition-agents.ts';
import { type Service, startService } from './service.ts';
import { problem, readStream } from './table.ts';

const NOBODY = '01930000-0000-7000-8000-0000000000ff';
/** `COMPETITION=64x7`: number of agents x rounds of a Swiss competition. */
const [AGENTS, ROUNDS] = (process.env.COMPETITION ?? '16x5').split('x').map(Number) as [number, number];
const LONGEST_MS = 60_000 + AGENTS * ROUNDS * 2_000;
const CLOCK = { perAction: 3600, onTimeout: 'random' };
const QUICK = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 }, clock: CLOCK };

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService({ caps: { ...DEFAULT_CAPS, competitions: 100 } });
  [ada, bob] = await Promise.all([service.stranger.register('Ada', 'human'), service.stranger.register('Bob')]);
});
afterAll(() => service.stop());

async function created(more: object, organiser = ada): Promise<{ id: string; path: string; body: any }> {
  const { status, body } = await organiser.post('/v1/competitions', { name: 'Tuesday', ...QUICK, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, path: `/v1/competitions/${body.id}`, body };
}

async function completed(caller: Caller, path: string): Promise<any> {
  let { body } = await caller.get(path);
  while (!body.complete) ({ body } = await caller.get(`${path}?after=${body.version}&wait=30`));
  return body;
}

async function pagesOf(caller: Caller, path: string, list: string, limit: number): Promise<any[]> {
  const all: any[] = [];
  for (let cursor: number | null = 1; cursor !== null; ) {
    const { body } = await caller.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursor}`);
    all.push(...body[list]);
    cursor = body.next;
  }
  return all;
}

function computed({ player: _player, bot: _bot, status, ...row }: any): object {
  return { ...row, disqualified: status === 'disqualified' };
}

async function verified(path: string): Promise<any> {
  const answer = await fetch(`${service.url}${path}/transcript`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const text = await answer.text();
  const lines = async function* () {
    yield Buffer.from(text);
  };
  const found = await verifyCompetition(lines(), {
    catalogue: await loadCatalogue(false),
    misfit: () => null,
    keptHeads: [],
  });
  expect(found, JSON.stringify(found)).toMatchObject({ verified: true });
  return found;
}

test(
  'agents that wait for their turns play a Swiss tournament to reproducible standings',
  async () => {
    const { path } = await created({ format: 'swiss', rounds: ROUNDS, maxEntries: AGENTS });
    const agents = await Promise.all(Array.from({ length: AGENTS }, (_, i) => service.stranger.register(`Agent ${i}`)));
    const answers = await Promise.all(agents.map((agent) => agent.post(`${path}/entries`, { concurrency: 4 })));
    expect(answers.map(({ status }) => status)).toEqual(agents.map(() => 201));
    expect(problem(await bob.post(`${path}/entries`, {}))).toBe('409 competition-full');
    const stream = readStream(`${service.url}${path}/events/stream`, {});
    expect((await ada.post(`${path}/start`, {})).body.status).toBe('playing');

    const over = new AbortController();
    const playing = playTurns(service, agents, over.signal);
    const final = await Promise.race([completed(service.stranger, path), playing]);
    over.abort();
    await playing;
    const games = (AGENTS / 2) * ROUNDS;
    expect(final).toMatchObject({ status: 'finished', roundsEnded: ROUNDS, gamesDealt: games, gamesCounted: games });

    const rows = await pagesOf(service.stranger, `${path}/standings`, 'standings', 7);
    const { competition, standings, games: checked } = await verified(path);
    expect(rows.map(computed)).toEqual(standings);
    expect(checked).toBe(games);
    const met = competition.games.map(({ entries }: any) => entries.toSorted().join('-'));
    expect(new Set(met).size).toBe(games);

    const { events, ids } = await stream;
    expect(events.map(({ version }) => version)).toEqual(Array.from({ length: final.version }, (_, i) => i + 1));
    expect(ids.at(-1)).toBe(`${final.version}.${final.head.slice(0, 12)}`);
    const resumed = await readStream(`${service.url}${path}/events/stream`, { 'last-event-id': ids.at(-1) as string });
    expect(resumed.status).toBe(204);
    const from = ids.at(-4) as string;
    const rest = await readStream(`${service.url}${path}/events`, { 'last-event-id': from });
    expect(rest.events).toEqual(events.slice(-3));
  },
  LONGEST_MS,
);

describe('a finished competition', () => {
  let path: string;
  let final: any;
  beforeAll(async () => {
    ({ path } = await created({ format: 'roundRobin', duplicate: 'permuted', maxEntries: 3 }));
    for (const bot of ['random', 'search-10']) await ada.post(`${path}/entries`, { bot });
    await ada.post(`${path}/start`, {});
    final = await completed(ada, path);
  });

  test('was played by bots of the server, and is readable in every way', async () => {
    expect(final).toMatchObject({ status: 'finished', entries: 2, gamesDealt: 2, gamesCounted: 2, you: null });
    const { body: round } = await ada.get(`${path}/rounds/1`);
    expect(round).toMatchObject({ round: 1, ended: true, byes: [], tables: [{ table: 1, boards: [1] }], next: null });
    const { body: board } = await ada.get(`${path}/boards/1`);
    expect(board.games.map(({ matchpoints: _, ...game }: any) => game)).toEqual(round.tables[0].games);
    const bySeat = [0, 1].map((seat) => board.games.map(({ matchpoints }: any) => matchpoints[seat]));
    for (const [one, other] of bySeat) expect(one + other, 'of two games on a board').toBe(1);
    expect((await ada.get(`${path}/boards`)).body).toMatchObject({
      boards: [{ board: 1, round: 1, gamesDealt: 2, closed: true, opensBy: null }],
      next: null,
    });
    expect(board.games.map(({ copy }: any) => copy)).toEqual([1, 2]);
    const seats = board.games.map(({ seats: held }: any) => held.map(({ bot }: any) => bot));
    expect(seats[1]).toEqual(seats[0].toReversed());
    expect((await ada.get(`${path}/games?entry=1`)).body.games).toEqual(round.tables[0].games);
    expect((await ada.get(`${path}/games?round=2`)).body).toMatchObject({ games: [], next: null });
    const { rows } = (await ada.get(`${path}/crosstable`)).body;
    const [one, other] = rows.map(({ against }: any) => against[0]);
    expect(one.share + other.share).toBe(1);
    expect((await ada.get(`${path}/rounds?limit=1`)).body.rounds).toMatchObject([{ ended: true, gamesCounted: 2 }]);
    const { body: entries } = await ada.get(`${path}/entries?limit=1`);
    expect(entries).toMatchObject({ entries: [{ entry: 1, bot: 'random', status: 'active' }], next: 2 });
    const { standings } = await verified(path);
    expect((await ada.get(`${path}/standings?round=1`)).body.standings.map(computed)).toEqual(standings);
  });

  test('is sent once to a caller that caches it, and no caller waits for it', async () => {
    for (const more of [
      '',
      '/entries',
      '/rounds',
      '/rounds/1',
      '/games',
      '/boards',
      '/boards/1',
      '/standings',
      '/crosstable',
    ]) {
      const { headers } = await ada.get(`${path}${more}`);
      const etag = headers.get('etag') as string;
      expect((await ada.get(`${path}${more}`, { 'if-none-match': etag })).status, more).toBe(304);
    }
    const { headers } = await ada.get(path);
    const known = { 'if-none-match': headers.get('etag') as string };
    expect((await ada.get(`${path}?wait=45`, known)).status).toBe(304);
    const all = (await ada.get(`${path}/events?limit=3`)).body;
    expect(all).toMatchObject({
      next: 3,
      events: [{ type: 'competitionCreated' }, { type: 'entryMade' }, { version: 3 }],
    });
    expect((await ada.get(`${path}/events?after=${final.version}&wait=45`)).body).toMatchObject({
      events: [],
      next: null,
    });
    expect((await ada.get(`${path}/events?after=${final.version + 1}`)).body).toMatchObject({ events: [], next: 0 });
  });

  test('rejects changes, and names missing parts', async () => {
    expect(problem(await bob.post(`${path}/entries`, {}))).toBe('409 competition-over');
    expect(problem(await ada.post(`${path}/start`, {}))).toBe('409 competition-over');
    expect(problem(await ada.post(`${path}/abort`, {}))).toBe('409 competition-over');
    expect(problem(await ada.get(`${path}/rounds/2`))).toBe('404 round-not-found');
    expect(problem(await ada.get(`${path}/standings?round=2`))).toBe('404 round-not-found');
    expect(problem(await ada.get(`${path}/boards/9`))).toBe('404 board-not-found');
    expect(problem(await ada.get(`${path}/games?entry=99`))).toBe('404 entry-not-found');
    const seat = await bob.post(`/v1/games/${(await ada.get(`${path}/games`)).body.games[0].gameId}/seats`, {});
    expect(problem(seat)).toBe('409 competition-game');
    expect(seat.body.hint).not.toMatch(/resignation/);
    const late = { 'last-event-id': 'never' };
    expect((await readStream(`${service.url}${path}/events/stream`, late)).status).toBe(400);
    expect((await ada.get(path)).body).toEqual(final);
  });
});

test.each([true, false])('games of a competition have odds if it shows them: %s', async (showOdds) => {
  const { path } = await created({ format: 'cup', ruleset: 'pokers-rogue-reckoning', options: {}, showOdds });
  await bob.post(`${path}/entries`, {});
  await ada.post(`${path}/entries`, {});
  await ada.post(`${path}/start`, {});
  let games: any[] = [];
  while (games.length === 0) ({ games } = (await bob.get(`${path}/games`)).body);
  const { body } = await bob.get(`/v1/games/${games.find(({ seats }) => seats[0].entry === 1).gameId}?odds=true`);
  expect(body.choices.length).toBeGreaterThan(0);
  expect('odds' in body).toBe(showOdds);
});

test.each([
  ['match', { rounds: 2 }, ['random', 'search-10']],
  ['ladder', { rounds: 2, maxEntries: 2 }, ['random', 'search-10']],
  ['cup', { ruleset: 'pokers-rogue-reckoning', options: {}, maxEntries: 2 }, ['random', 'plain']],
])('a %s of bots plays to its end by itself', async (format, more, bots) => {
  const { path } = await created({ format, ...more });
  for (const bot of bots) expect((await ada.post(`${path}/entries`, { bot })).status).toBe(201);
  await ada.post(`${path}/start`, {});
  expect(await completed(ada, path)).toMatchObject({ status: 'finished', format, entries: 2, gamesCounted: 2 });
  expect((await verified(path)).games).toBe(2);
});

describe('entering', () => {
  test('twice returns the same entry, and a key repeats the first response', async () => {
    const { path } = await created({ format: 'swiss', rounds: 1 });
    const first = await bob.post(`${path}/entries`, { clientSeed: 'wind and tide' }, { 'idempotency-key': 'one' });
    expect(first).toMatchObject({
      status: 201,
      body: { entry: { entry: 1, ownSeed: true }, competition: { version: 2 } },
    });
    const again = await bob.post(`${path}/entries`, { concurrency: 9 });
    expect(again).toMatchObject({ status: 200, body: { entry: first.body.entry } });
    const repeated = await bob.post(`${path}/entries`, { clientSeed: 'wind and tide' }, { 'idempotency-key': 'one' });
    expect(repeated).toMatchObject({ status: 201, body: first.body });
    const other = await bob.post(`${path}/entries`, {}, { 'idempotency-key': 'one' });
    expect(problem(other)).toBe('422 idempotency-mismatch');
    expect((await bob.get(path)).body).toMatchObject({ entries: 1, you: { entry: 1 } });
    const mine = (await bob.get('/v1/competitions?entrant=me&status=open&format=swiss')).body;
    expect(mine.competitions.map(({ id }: any) => path.endsWith(id))).toEqual([true]);
  });

  test('changes by pausing, returning and leaving, each of which wakes waiting callers', async () => {
    const { path } = await created({ format: 'swiss', rounds: 1 });
    await bob.post(`${path}/entries`, {});
    const { headers } = await ada.get(path);
    const waiting = ada.get(`${path}?wait=45`, { 'if-none-match': headers.get('etag') as string });
    const paused = await bob.call('PATCH', `${path}/entries/me`, { body: { paused: true, concurrency: 3 } });
    expect(paused.body.entry).toMatchObject({ status: 'paused', concurrency: 3 });
    expect((await waiting).body.version).toBeGreaterThan(2);
    const back = await bob.call('PATCH', `${path}/entries/me`, { body: { paused: false } });
    expect(back.body.entry.status).toBe('active');
    expect((await bob.call('DELETE', `${path}/entries/me`)).body.entry.status).toBe('withdrawn');
    expect(problem(await bob.call('PATCH', `${path}/entries/me`, { body: { paused: false } }))).toBe('409 entry-over');
    expect((await bob.post(`${path}/entries`, {})).body.entry, 'before the start').toMatchObject({
      entry: 1,
      status: 'active',
      concurrency: 3,
    });
    expect(problem(await ada.call('DELETE', `${path}/entries/me`))).toBe('409 not-entered');
  });

  test('is for admitted players, and a private competition is visible only with its code', async () => {
    const people = await created({ format: 'swiss', rounds: 1, kinds: ['human'] });
    expect(problem(await bob.post(`${people.path}/entries`, {}))).toBe('403 kind-not-admitted');
    const { path, body, id } = await created({ format: 'swiss', rounds: 1, visibility: 'private' });
    for (const more of [
      '',
      '/entries',
      '/events',
      '/standings',
      '/games',
      '/rounds',
      '/crosstable',
      '/boards',
      '/boards/1',
    ]) {
      expect(problem(await bob.get(`${path}${more}`)), more).toBe('404 competition-not-found');
    }
    expect(problem(await bob.post(`${path}/entries`, { inviteCode: 'guessed' }))).toBe('404 competition-not-found');
    expect((await readStream(`${service.url}${path}/events/stream`, {})).status).toBe(404);
    const seen = await bob.get(path, { 'invite-code': body.inviteCode });
    expect(seen.body).toMatchObject({ id, inviteCode: null });
    const listed = (await bob.get('/v1/competitions?limit=100')).body.competitions;
    expect(listed.some((each: any) => each.id === id)).toBe(false);
    const entered = await bob.post(`${path}/entries`, { inviteCode: body.inviteCode });
    expect(entered.body.competition.inviteCode).toBe(body.inviteCode);
    expect((await bob.get(`${path}/entries`)).status).toBe(200);
  });
});

describe('an estimate', () => {
  const asked = { name: 'Tuesday', ...QUICK, format: 'swiss', rounds: 5, maxEntries: 16 };

  test('is the same for all callers, and creates nothing', async () => {
    const before = (await ada.get('/v1/competitions')).body.competitions.length;
    const answers = await Promise.all(
      [ada, service.stranger].map((caller) => caller.post('/v1/competition-estimates', { ...asked, entries: 12 })),
    );
    const [{ status, body }, other] = answers as [Answer, Answer];
    expect([status, other.body]).toEqual([200, body]);
    expect(body).toMatchObject({
      entries: 12,
      roundsPlanned: 5,
      games: { least: 30, most: 30 },
      gamesEach: 5,
      difference: { boards: 5, interval: { score: null }, shown: { score: null } },
    });
    expect(body.seconds.expected).toBeCloseTo(body.seconds.byClock / (CLOCK.perAction / 5), -2);
    expect((await ada.get('/v1/competitions')).body.competitions).toHaveLength(before);
  });

  test('shows smaller differences for more games, in points of the game in a cup', async () => {
    const of = async (more: object) => (await ada.post('/v1/competition-estimates', { ...asked, ...more })).body;
    const [some, more] = await Promise.all([of({ boards: 10 }), of({ boards: 40 })]);
    expect(more.difference.shown.rating).toBeLessThan(some.difference.shown.rating);
    expect((await of({ entries: 2 })).difference).toBeNull();
    expect(more.difference.interval.share).toBeLessThan(more.difference.shown.share);
    const cup = { ruleset: 'pokers-rogue-reckoning', options: {}, format: 'cup', rounds: 1, boards: 20 };
    expect((await of(cup)).difference).toMatchObject({
      shown: { rating: null, score: expect.any(Number) },
      boards: 20,
    });
  });

  test.each([
    ['/entries', { entries: 17 }],
    ['/entries', { entries: 1 }],
    ['/secondsPerDecision', { secondsPerDecision: 0 }],
  ])('is rejected at its field %s: %o', async (pointer, more) => {
    const { status, body } = await ada.post('/v1/competition-estimates', { ...asked, ...more });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.errors[0].pointer).toBe(pointer);
  });
});

describe('a rejected request changes nothing', () => {
  test.each([
    [{}, '400 invalid-request', '/format'],
    [{ format: 'knockout' }, '400 invalid-request', '/format'],
    [{ format: 'swiss', name: ' Tuesday' }, '400 invalid-request', '/name'],
    [{ format: 'swiss', name: 'a\nb' }, '400 invalid-request', '/name'],
    [{ format: 'swiss', clock: undefined }, '400 invalid-request', '/clock'],
    [{ format: 'swiss', prize: 100 }, '400 invalid-request', '/prize'],
    [{ format: 'swiss', startsAt: 'tomorrow' }, '400 invalid-request', '/startsAt'],
    [{ format: 'swiss', options: { roundsToWin: 99 } }, '400 invalid-request', '/options/roundsToWin'],
    [{ format: 'swiss', ruleset: 'chess' }, '422 unknown-ruleset', '/ruleset'],
    [{ format: 'swiss', seats: 5 }, '422 invalid-seats', '/seats'],
    [{ format: 'swiss', standIn: 'sleeper' }, '422 unknown-policy', '/standIn'],
    [{ format: 'swiss', rounds: 9, maxEntries: 8 }, '422 invalid-schedule', '/rounds'],
    [{ format: 'cup' }, '422 invalid-seats', '/ruleset'],
    [{ format: 'swiss', ruleset: 'pascal', options: {} }, '422 invalid-seats', '/ruleset'],
    [{ format: 'roundRobin', maxEntries: 65 }, '422 invalid-schedule', '/maxEntries'],
    [{ format: 'match', duplicate: 'movement' }, '422 invalid-schedule', '/duplicate'],
    [{ format: 'swiss', startsAt: '2001-01-01T00:00:00Z' }, '422 invalid-schedule', '/startsAt'],
    [{ format: 'swiss', startsAt: '2027-06-30T23:59:60Z' }, '400 invalid-request', '/startsAt'],
    [{ format: 'swiss', name: '\u3164' }, '400 invalid-request', '/name'],
  ])('%j: %s at %s', async (more, expected, pointer) => {
    const answer = await ada.post('/v1/competitions', { name: 'Tuesday', ...QUICK, ...more });
    expect(problem(answer), JSON.stringify(answer.body)).toBe(expected);
    expect(answer.body.errors.map((error: any) => error.pointer)).toContain(pointer);
    const estimate = await ada.post('/v1/competition-estimates', { name: 'Tuesday', ...QUICK, ...more });
    // an estimate accepts more fields, so its errors list more known fields
    const errors = ({ body }: typeof answer) => JSON.stringify(body.errors).replace(/ \(known: .*?\)/, '');
    expect([problem(estimate), errors(estimate)]).toEqual([expected, errors(answer)]);
  });

  test('a hint names the remaining options', async () => {
    const cup = await ada.post('/v1/competitions', { name: 'Cup', ...QUICK, format: 'cup' });
    expect(cup.body.hint).toMatch(/^Rulesets for a cup: pascal, pokers-rogue-reckoning\. /);
    const { path } = await created({ format: 'swiss' });
    const unknown = (await ada.post(`${path}/entries`, { bot: 'search' })).body;
    expect(unknown.hint).toMatch(/^Bots that may enter: random, .*search-1000\.$/);
    const nothing = (await ada.call('PATCH', `${path}/entries/me`, { body: {} })).body;
    expect(nothing.errors).toEqual([{ pointer: '', message: 'must have one of the fields paused, concurrency' }]);
  });

  test('parameters of the wrong form are rejected, and personal lists need a token', async () => {
    expect(problem(await ada.get(`/v1/competitions/${NOBODY}/rounds/first`))).toBe('400 invalid-request');
    expect(problem(await ada.get('/v1/competitions?ruleset=chess'))).toBe('400 invalid-request');
    expect(problem(await service.stranger.get('/v1/competitions?entrant=me'))).toBe('401 unauthorized');
  });

  test('only its organizer runs a competition, and not with a read token', async () => {
    const { path, body } = await created({ format: 'swiss', rounds: 1 });
    await bob.post(`${path}/entries`, {});
    const before = (await bob.get(path)).body;
    expect(problem(await bob.post(`${path}/start`, {}))).toBe('403 not-organiser');
    expect(problem(await bob.post(`${path}/abort`, {}))).toBe('403 not-organiser');
    expect(problem(await bob.post(`${path}/entries`, { bot: 'random' }))).toBe('403 not-organiser');
    expect(problem(await bob.post(`${path}/entries/1/disqualification`, { reason: 'me' }))).toBe('403 not-organiser');
    expect(problem(await ada.post(`${path}/entries/9/disqualification`, { reason: 'x' }))).toBe('404 entry-not-found');
    expect(problem(await ada.post(`${path}/entries`, { bot: 'sleeper' }))).toBe('422 unknown-policy');
    expect(problem(await ada.post(`${path}/start`, {}))).toBe('409 too-few-entries');
    expect(problem(await ada.get(`${path}/transcript`))).toBe('409 competition-unfinished');
    const { token } = (await bob.post('/v1/me/read-tokens', { name: 'display' })).body;
    const display = bob.as(token);
    expect(problem(await display.post(`${path}/entries`, {}))).toBe('403 read-only-token');
    expect((await display.get(path)).body).toEqual(before);
    expect(body.version).toBe(1);
  });

  test('a bot that was entered by mistake is removed, does not count, and may enter again', async () => {
    const { path } = await created({ format: 'roundRobin', maxEntries: 2 });
    await bob.post(`${path}/entries`, {});
    await ada.post(`${path}/entries`, { bot: 'random' });
    expect(problem(await bob.call('DELETE', `${path}/entries/2`))).toBe('403 not-organiser');
    expect(problem(await ada.call('DELETE', `${path}/entries/1`))).toBe('409 not-a-bot');
    expect(problem(await ada.call('DELETE', `${path}/entries/3`))).toBe('404 entry-not-found');
    const out = await ada.call('DELETE', `${path}/entries/2`);
    expect(out.body).toMatchObject({
      entry: { status: 'withdrawn' },
      competition: { entries: 1, roundsPlanned: null },
    });
    const again = await ada.post(`${path}/entries`, { bot: 'random', concurrency: 3 });
    expect(again.body).toMatchObject({
      entry: { entry: 2, status: 'active', concurrency: 3 },
      competition: { entries: 2 },
    });
    expect((await ada.post(`${path}/start`, {})).body).toMatchObject({ entries: 2, roundsPlanned: 1 });
    expect((await bob.call('DELETE', `${path}/entries/me`)).body.competition.entries).toBe(1);
    expect(problem(await bob.post(`${path}/entries`, {}))).toBe('409 entry-over');
    await ada.post(`${path}/abort`, {});
    // games that were dealt before Bob left go on
    const { games } = (await ada.get(`${path}/games`)).body;
    for (const { gameId } of games) await bob.post(`/v1/games/${gameId}/resignation`, {});
    await completed(ada, path);
    expect((await verified(path)).verified).toBe(true);
  });

  test('a competition that is aborted during games does not count as running, and its transcript records it', async () => {
    const { path } = await created({ format: 'roundRobin', clock: { perAction: 3600, onTimeout: 'resign' } });
    const eve = await service.stranger.register('Eve');
    for (const player of [bob, eve]) expect((await player.post(`${path}/entries`, {})).status).toBe(201);
    await ada.post(`${path}/start`, {});
    await expect.poll(async () => (await ada.get(`${path}/games`)).body.games.length).toBeGreaterThan(0);
    expect((await ada.post(`${path}/abort`, {})).body.status).toBe('aborted');
    const unfinished = await ada.get(`${path}/transcript`);
    expect(problem(unfinished)).toBe('409 competition-unfinished');
    expect(unfinished.body.detail).toBe(
      'The competition was aborted by the organizer, and some of its games are not over yet.',
    );
    const { games } = (await ada.get(`${path}/games`)).body;
    for (const { gameId } of games) await eve.post(`/v1/games/${gameId}/resignation`, {});
    await completed(ada, path);
    await verified(path);
    const transcript = await (await fetch(`${service.url}${path}/transcript`)).text();
    const { status, stdout } = competitionVerifiedByPython([transcript]);
    expect(stdout).toMatch(/^verified: a competition that was aborted by the organiser: /);
    expect(status).toBe(NOT_ALL_CHECKED);
  });

  test('a removed entry is marked, and an aborted competition shows the reason', async () => {
    const { path } = await created({ format: 'swiss', rounds: 1 });
    await bob.post(`${path}/entries`, {});
    const away = await ada.post(`${path}/entries/1/disqualification`, { reason: 'two accounts' });
    expect(away.body.entry.status).toBe('disqualified');
    expect((await ada.get(`${path}/standings`)).body.standings).toMatchObject([{ entry: 1, status: 'disqualified' }]);
    const aborted = await ada.post(`${path}/abort`, { reason: 'too few came' });
    expect(aborted.body).toMatchObject({ status: 'aborted', abortedBy: 'organiser', abortReason: 'too few came' });
    expect(await completed(bob, path)).toMatchObject({ complete: true, serverSeed: expect.any(String) });
    expect((await verified(path)).games).toBe(0);
  });
});

test('a competition of four absent players gives no points, rates none, and can be recomputed', async () => {
  const clock = { perAction: 1, onTimeout: 'resign' };
  const { path } = await created({ ruleset: 'folly-and-fortune', options: {}, format: 'roundRobin', clock });
  const absent = await Promise.all(Array.from({ length: 4 }, (_, i) => service.stranger.register(`Absent ${i}`)));
  for (const agent of absent) expect((await agent.post(`${path}/entries`, { concurrency: 4 })).status).toBe(201);
  await ada.post(`${path}/start`, {});
  expect(await completed(service.stranger, path)).toMatchObject({ status: 'finished', gamesCounted: 6 });
  const { standings } = (await service.stranger.get(`${path}/standings`)).body;
  expect(standings.map(({ points, walkovers }: any) => [points, walkovers])).toEqual(absent.map(() => [0, 3]));
  const { games } = (await service.stranger.get(`${path}/games`)).body;
  for (const { gameId } of games)
    expect((await service.stranger.get(`/v1/games/${gameId}`)).body.whyNot).toBe('unattended');
  for (const { id } of absent) {
    expect((await service.stranger.get(`/v1/players/${id}/ratings`)).body.ratings).toEqual([]);
  }
  await verified(path);
  const lines = await (await fetch(`${service.url}${path}/transcript`)).text();
  expect(competitionVerifiedByPython([lines]).status).toBe(NOT_ALL_CHECKED);
});

test('a seat that its absent opponent left without a decision counts neither as present nor as absent', async () => {
  const clock = { perAction: 1, onTimeout: 'resign' };
  const more = { duplicate: 'permuted', rounds: 5, noShow: { pauseAfter: 2 }, clock };
  const { path } = await created({ ruleset: 'pascals-ruin', options: {}, format: 'match', ...more });
  const absent = await Promise.all(Array.from({ length: 2 }, (_, i) => service.stranger.register(`Unasked ${i}`)));
  for (const agent of absent) expect((await agent.post(`${path}/entries`, { concurrency: 4 })).status).toBe(201);
  await ada.post(`${path}/start`, {});
  const entries = async () => (await ada.get(`${path}/entries`)).body.entries;
  const counts = (await entries()).map(() => ['paused', 2]);
  await expect.poll(async () => (await entries()).map(({ status, noShows }: any) => [status, noShows])).toEqual(counts);
  const { games } = (await ada.get(`${path}/games`)).body;
  expect(games.map(({ result }: any) => result.noShows.length)).toEqual([1, 1, 1, 1]);
  for (const { gameId } of games) expect((await ada.get(`/v1/games/${gameId}`)).body.counts).toBe(true);
  for (const { id } of absent) {
    expect((await ada.get(`/v1/players/${id}/ratings`)).body.ratings).toMatchObject([{ games: 4 }]);
    const { rulesets } = (await ada.get(`/v1/players/${id}/record`)).body;
    expect(rulesets).toMatchObject([{ won: 2, lost: 2, uncounted: 0 }]);
  }
  await ada.post(`${path}/abort`, { reason: 'nobody came' });
  await completed(service.stranger, path);
  await verified(path);
  const lines = await (await fetch(`${service.url}${path}/transcript`)).text();
  expect(lines.match(/"unasked":\[[01]\]/g)).toHaveLength(4);
  expect(competitionVerifiedByPython([lines]).status).toBe(NOT_ALL_CHECKED);
});
