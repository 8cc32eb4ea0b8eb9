import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { MasterKey } from '../../src/store/sealing/secrets.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem, readStream, stateOf, streamId } from './table.ts';

const NEW_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'me'], seed: 'two histories' };

/** In this game later draws depend on earlier choices, so an entry of one history is invalid in another. */
const ALONE = { ruleset: 'pokers-rogue-reckoning', seats: ['me'], seed: 'two histories' };

const TAKEN_BACK = 'the database has lost changes of this game. Read the state again, then choose again.';
const OTHER_HEAD = 'The head (hash) that you sent is not that of version 7 of this game.';

const CUT_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

async function loseAfter(database: TestDatabase, gameId: string, version: number): Promise<void> {
  await database.ask(`
    begin;
    delete from game_event where game_id = '${gameId}' and version > ${version};
    update game set (version, head, to_act, awaiting, status, outcome, seats, updated_at) =
      (select version, head, to_act, awaiting, status, outcome, seats, updated_at from kept where id = '${gameId}')
      where id = '${gameId}';
    commit`);
}

describe.runIf(KINDS.includes('postgres'))('a database that lost commits under two running servers', () => {
  let database: TestDatabase;
  let servers: [Service, Service];
  let ada: [Caller, Caller];
  const losses: string[] = [];
  beforeAll(async () => {
    database = await freshDatabase('postgres');
    servers = [
      await startService({ store: await database.open(), onLoss: (gameId) => losses.push(gameId) }),
      await startService({ store: await database.open() }),
    ];
    const registered = await servers[0].stranger.register('Ada');
    ada = [registered, registered.on(servers[1].url)];
    await database.ask('create table kept as select * from game where false');
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await database.remove();
  });

  async function act(on: 0 | 1, id: string, which: 0 | -1): Promise<any> {
    const { choices, viewer, version } = await stateOf(ada[on], id);
    const body = { action: legalActionsOf({ choices }).at(which), seat: viewer, expectedVersion: version };
    return ada[on].post(`/v1/games/${id}/actions`, body);
  }

  async function failToAct(id: string): Promise<void> {
    const { choices, viewer } = await stateOf(ada[0], id);
    const holder = new pg.Client({ connectionString: database.target });
    await holder.connect();
    await holder.query(`begin; select from game where id = '${id}' for update`);
    const moved = ada[0].post(`/v1/games/${id}/actions`, { action: legalActionsOf({ choices })[0], seat: viewer });
    await expect.poll(async () => (await holder.query(CUT_WAITING)).rowCount).toBe(1);
    await holder.query('rollback');
    await holder.end();
    expect((await moved).status).toBe(503);
  }

  async function keptGame(asked: object = NEW_GAME): Promise<{ id: string; lost: any }> {
    const { id } = await create(ada[0], asked);
    for (let n = 0; n < 2; n++) await act(0, id, 0);
    await database.ask(`insert into kept select * from game where id = '${id}'`);
    for (let n = 0; n < 3; n++) await act(0, id, 0);
    return { id, lost: await stateOf(ada[0], id) };
  }

  async function lostGame(asked: object = NEW_GAME): Promise<{ id: string; lost: any }> {
    const game = await keptGame(asked);
    await loseAfter(database, game.id, 4);
    return game;
  }

  test('continues from its own state, though a server remembers more', async () => {
    const { id, lost } = await lostGame();
    expect(lost.version).toBe(7);
    const { version, head } = await stateOf(ada[0], id);
    expect([version, head === lost.head]).toEqual([4, false]);
    expect((await act(0, id, -1)).status).toBe(200);
    expect(await stateOf(ada[1], id)).toEqual(await stateOf(ada[0], id));
  });

  test('is reported once per game and loss, despite simultaneous requests', async () => {
    const { id } = await lostGame();
    losses.length = 0;
    const asked = await Promise.all([1, 2, 3, 4].map(() => stateOf(ada[0], id)));
    expect(asked.map(({ version }) => version)).toEqual([4, 4, 4, 4]);
    expect(losses).toEqual([id]);
  });

  test('is reported by a move that comes before any reading', async () => {
    const { id, lost } = await lostGame();
    losses.length = 0;
    await ada[0].post(`/v1/games/${id}/actions`, { action: legalActionsOf(lost)[0], seat: lost.viewer });
    expect(losses).toEqual([id]);
    expect((await stateOf(ada[0], id)).head).toBe((await stateOf(ada[1], id)).head);
    expect(losses).toEqual([id]);
  });

  test('is reported after a failed move, though the game has passed that version, but not if nothing was lost', async () => {
    const [{ id, lost }, { id: kept }] = [await keptGame(), await keptGame()];
    losses.length = 0;
    for (const each of [id, kept]) await failToAct(each);
    await loseAfter(database, id, 4);
    for (let n = 0; n < 4; n++) expect((await act(1, id, -1)).status).toBe(200);
    expect((await stateOf(ada[0], id)).version).toBe(lost.version + 1);
    expect((await stateOf(ada[0], kept)).version).toBe(lost.version);
    expect(losses).toEqual([id]);
  });

  test('is reported if a whole game is lost, with or without a failed move', async () => {
    const [{ id }, { id: failed }] = [await keptGame(), await keptGame()];
    losses.length = 0;
    await failToAct(failed);
    await database.ask(`
      set session_replication_role = replica;
      delete from game_event where game_id in ('${id}', '${failed}');
      delete from game where id in ('${id}', '${failed}')`);
    for (const each of [id, failed]) expect(problem(await ada[0].get(`/v1/games/${each}`))).toBe('404 game-not-found');
    expect(losses).toEqual([id, failed]);
  });

  test('is reported if changes of a competition are lost', async () => {
    const asked = {
      name: 'To be lost',
      ruleset: 'pascals-ruin',
      format: 'match',
      clock: { perAction: 60, onTimeout: 'random' },
    };
    const competitions = [];
    for (let n = 0; n < 2; n++) competitions.push((await ada[0].post('/v1/competitions', asked)).body);
    const [{ id, version, head }, { id: gone }] = competitions;
    for (const each of [id, gone]) expect((await ada[0].post(`/v1/competitions/${each}/entries`, {})).status).toBe(201);
    losses.length = 0;
    await database.ask(`
      set session_replication_role = replica;
      delete from competition_event where competition_id = '${id}' and version > ${version};
      update competition set version = ${version}, head = '${head}' where id = '${id}';
      delete from competition where id = '${gone}'`);
    expect((await ada[0].get(`/v1/competitions/${id}`)).body.version).toBe(version);
    expect(problem(await ada[0].get(`/v1/competitions/${gone}`))).toBe('404 competition-not-found');
    expect(losses).toEqual([id, gone]);
  });

  test('rejects a move that was chosen on a lost state, and says that it was lost', async () => {
    const { id, lost } = await lostGame();
    const chosenOn = { expectedVersion: lost.version, expectedHead: lost.head };
    const move = { action: legalActionsOf(lost)[0], seat: lost.viewer, ...chosenOn };
    const refused = await ada[0].post(`/v1/games/${id}/actions`, move);
    expect([problem(refused), refused.body.detail]).toEqual([
      '409 stale-version',
      'You expected version 7, but the game is only at version 4.',
    ]);
    expect(refused.body.hint).toBe(`If the server showed you version 7, ${TAKEN_BACK}`);
    expect((await stateOf(ada[1], id)).version).toBe(4);
  });

  test('rejects a move that was chosen on another history at the same version, for any seat to act', async () => {
    const { id, lost } = await lostGame();
    for (let n = 0; n < 3; n++) expect((await act(1, id, -1)).status).toBe(200);
    const there = await stateOf(ada[1], id);
    const moveOn = ({ version, head }: any, seat: number) =>
      ada[1].post(`/v1/games/${id}/actions`, {
        action: legalActionsOf(there)[0],
        seat,
        expectedVersion: version,
        expectedHead: head,
      });
    for (const seat of [0, 1]) {
      const refused = await moveOn(lost, seat);
      expect([problem(refused), refused.body.detail]).toEqual(['409 stale-version', OTHER_HEAD]);
    }
    expect((await moveOn(there, there.viewer)).status).toBe(200);
    expect(await moveOn(lost, there.viewer)).toMatchObject({ status: 409, body: { detail: OTHER_HEAD } });
    const resigned = await ada[1].post(`/v1/games/${id}/resignation`, {});
    expect(resigned.body.status).toBe('finished');
    expect(await moveOn(lost, there.viewer)).toMatchObject({ status: 409, body: { detail: OTHER_HEAD } });
  });

  test('accepts a move on an older version of its own history while the decision is the same, on any server', async () => {
    const { id } = await create(ada[0], {
      ruleset: 'champions-of-chance',
      seats: ['me', 'me'],
      options: { dieSelection: 'choose' },
      seed: 'both at once',
    });
    let before = await stateOf(ada[0], id);
    while (before.toAct.length < 2) {
      await act(0, id, 0);
      before = await stateOf(ada[0], id);
    }
    await act(0, id, 0);
    const seat = (await stateOf(ada[0], id)).toAct.find((each: number) => each !== before.viewer);
    const { choices } = await stateOf(ada[0], id, `?seat=${seat}`);
    const { version, head } = before;
    const move = { action: legalActionsOf({ choices })[0], seat, expectedVersion: version };
    const other = await ada[1].post(`/v1/games/${id}/actions`, { ...move, expectedHead: head.replace(/./g, '0') });
    expect([problem(other), other.body.detail.slice(0, 8)]).toEqual(['409 stale-version', 'The head']);
    expect((await ada[1].post(`/v1/games/${id}/actions`, { ...move, expectedHead: head })).status).toBe(200);
  });

  test('is reported by a live stream: the last valid version, then the new events', async () => {
    const { id } = await create(ada[0], NEW_GAME);
    for (let n = 0; n < 2; n++) await act(0, id, 0);
    await database.ask(`insert into kept select * from game where id = '${id}'`);
    const there = await stateOf(ada[0], id);
    const told = readStream(
      `${servers[1].url}/v1/games/${id}/events`,
      {},
      (events) => events.at(-1)?.type === 'gameEnded',
    );
    for (let n = 0; n < 3; n++) await act(0, id, 0);
    const lost = await stateOf(ada[0], id);
    await expect.poll(() => servers[1].gameService.subscriptions.size).toBeGreaterThan(0);
    const { body } = await ada[1].get(`/v1/games/${id}?after=${lost.version - 1}&wait=20`);
    expect(body.head).toBe(lost.head);
    await loseAfter(database, id, 4);
    await ada[1].post(`/v1/games/${id}/resignation`, {});
    const { events, ids } = await told;
    const back = events.findIndex(({ type }) => type === undefined);
    expect(events[back - 1]).toMatchObject({ version: lost.version, head: lost.head });
    expect([events[back], ids[back]]).toEqual([
      { version: there.version, head: there.head },
      `${there.version}.${there.head.slice(0, 12)}`,
    ]);
    const after = await servers[0].stranger.get(`/v1/games/${id}/events?after=${there.version}`);
    expect(events.slice(back + 1)).toEqual(after.body.events);
  });

  test('is reported by a stream that resumes from a lost event: all events follow again', async () => {
    const { id, lost } = await lostGame();
    const ended = await ada[1].post(`/v1/games/${id}/resignation`, {});
    expect(ended.body.status).toBe('finished');
    const all = (await servers[0].stranger.get(`/v1/games/${id}/events?limit=1000`)).body.events;
    const resumedAt = (lastId: string) =>
      readStream(`${servers[0].url}/v1/games/${id}/events`, { 'last-event-id': lastId });
    // places that this history does not have: a lost version, a version with a lost head, and a version beyond the end
    for (const lastId of [`${lost.version}.0.${lost.head.slice(0, 12)}`, `5.0.${lost.head.slice(0, 12)}`, '9999']) {
      const { events, ids } = await resumedAt(lastId);
      expect(events).toEqual([{ version: 0, head: null }, ...all]);
      expect(ids[0]).toBe('0');
    }
    const kept = all.findLastIndex(({ version }: any) => version === 4);
    const { events } = await resumedAt(streamId(all[kept]));
    expect(events).toEqual(all.slice(kept + 1));
  });

  test('is reported to waiting callers of a game or turns, and to a caller of a lost position', async () => {
    const { id } = await create(ada[0], NEW_GAME);
    for (let n = 0; n < 2; n++) await act(0, id, 0);
    await database.ask(`insert into kept select * from game where id = '${id}'`);
    for (let n = 0; n < 3; n++) await act(0, id, 0);
    const lost = await ada[1].get(`/v1/games/${id}`);
    const turns = await ada[1].get('/v1/me/turns');
    const { version } = lost.body;
    const tagged = (answer: any) => ({ 'if-none-match': answer.headers.get('etag') });
    const waits = [
      ada[1].get(`/v1/games/${id}?after=${version}&wait=45`),
      ada[1].get(`/v1/games/${id}?wait=45`, tagged(lost)),
      ada[1].get(`/v1/games/${id}/events?after=${version}&wait=45`),
      ada[1].get('/v1/me/turns?wait=45', tagged(turns)),
    ];
    await expect.poll(() => servers[1].gameService.subscriptions.size).toBeGreaterThanOrEqual(waits.length);
    const from = performance.now();
    await loseAfter(database, id, 4);
    const [polled, byTag, page, turn] = await Promise.all(waits);
    expect([polled?.body.version, byTag?.body.version, page?.body.version]).toEqual([4, 4, 4]);
    expect([page?.body.events, page?.body.next]).toEqual([[], 0]);
    expect(turn?.body.turns.find(({ gameId }: any) => gameId === id).version).toBe(4);
    expect(performance.now() - from).toBeLessThan(50_000); // no call has waited for its timeout

    // the call is answered at once, because the version now belongs to another history
    for (let n = 0; n < 3; n++) expect((await act(1, id, -1)).status).toBe(200);
    const other = await ada[1].get(`/v1/games/${id}?after=${version}&wait=45`, tagged(lost));
    expect([other.status, other.body.version, other.body.head === lost.body.head]).toEqual([200, version, false]);
    expect(performance.now() - from).toBeLessThan(50_000);
  });

  test('accepts a head only with its version, and without a contradicting condition', async () => {
    const { id } = await create(ada[0], NEW_GAME);
    const { choices, viewer, version, head } = await stateOf(ada[0], id);
    const move = { action: legalActionsOf({ choices })[0], seat: viewer, expectedHead: head };
    const alone = await ada[0].post(`/v1/games/${id}/actions`, move);
    expect([problem(alone), alone.body.errors]).toEqual([
      '400 invalid-request',
      [{ pointer: '/expectedHead', message: 'works only together with `expectedVersion`' }],
    ]);
    const other = { 'if-match': `"${version}.${'0'.repeat(12)}.0.0-1.l.1"` };
    const both = await ada[0].post(`/v1/games/${id}/actions`, { ...move, expectedVersion: version }, other);
    expect(both.body.errors).toEqual([{ pointer: '/expectedHead', message: 'names another state than `If-Match`' }]);
    const same = { 'if-match': `"${version}.${head.slice(0, 12)}.0.0-1.l.1"` };
    const taken = await ada[0].post(`/v1/games/${id}/actions`, { ...move, expectedVersion: version }, same);
    expect(taken.status).toBe(200);
  });

  test('is followed by a server that remembers lost versions, also after another server has written more versions', async () => {
    const { id, lost } = await lostGame(ALONE);
    for (let n = 0; n < 6; n++) expect((await act(1, id, -1)).status).toBe(200);
    const there = await stateOf(ada[1], id);
    expect(there.version).toBeGreaterThan(lost.version);
    expect(await stateOf(ada[0], id)).toEqual(there);
    expect((await act(0, id, 0)).status).toBe(200);
  });

  test('is not forked when another server has written other moves at the same versions', async () => {
    const { id, lost } = await lostGame();
    for (let n = 0; n < 3; n++) expect((await act(1, id, -1)).status).toBe(200);
    const there = await stateOf(ada[1], id);
    expect(there.version).toBe(lost.version);
    expect(there.head).not.toBe(lost.head);

    const tag = `"${lost.version}.${lost.head.slice(0, 12)}.0.0-1.l.1"`;
    const stale = { action: legalActionsOf(there)[0], seat: there.viewer };
    const refused = await ada[1].post(`/v1/games/${id}/actions`, stale, { 'if-match': tag });
    expect([problem(refused), refused.body.detail]).toEqual(['412 precondition-failed', OTHER_HEAD]);

    // the first server decides on the lost history in its cache; the database rejects the write, so it decides again
    const { choices, viewer } = there;
    const moved = await ada[0].post(`/v1/games/${id}/actions`, {
      action: legalActionsOf({ choices })[0],
      seat: viewer,
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(await stateOf(ada[0], id)).toEqual(await stateOf(ada[1], id));
    expect((await ada[1].post(`/v1/games/${id}/resignation`, {})).body.status).toBe('finished');
    const transcript = (await ada[0].get(`/v1/games/${id}/transcript`)).body;
    const verified = verify(transcript, await loadCatalogue(false), [{ version: there.version, head: there.head }]);
    expect(verified).toMatchObject({ verified: true, keptHeads: 1 });
  });
});

test.runIf(KINDS.includes('postgres'))(
  'a server without the key of another is unavailable for its games, and does not count them as lost',
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(database.remove);
    const [older = '', newer = ''] = ['older', 'newer'].map((name) => Buffer.alloc(32, name).toString('base64'));
    const losses: string[] = [];
    const lines: string[] = [];
    const serverWith = async (...keys: string[]) => {
      const store = await openPostgres({ url: database.target, keys: keys.map((key) => new MasterKey(key)) });
      const onLoss = (gameId: string) => losses.push(gameId);
      const server = await startService({ store, onLoss, log: (line) => lines.push(line) });
      onTestFinished(server.stop);
      return server;
    };
    const [lacking, rotated] = [await serverWith(older), await serverWith(newer, older)];
    const ada = await lacking.stranger.register('Ada');
    const { id, choices, viewer } = await create(ada, NEW_GAME);
    const move = { action: legalActionsOf({ choices })[0], seat: viewer };
    expect((await ada.on(rotated.url).post(`/v1/games/${id}/actions`, move)).status).toBe(200);
    const asked = await ada.get(`/v1/games/${id}`);
    expect([problem(asked), asked.headers.get('retry-after')]).toEqual(['503 unavailable', '1']);
    expect(asked.body.detail).toBe('This server cannot decrypt some stored data, because it lacks an encryption key.');
    expect(losses).toEqual([]);
    const { id: key } = new MasterKey(newer);
    expect(lines.join('\n')).toMatch(
      new RegExp(`with the key ${key}, which this server does not have.*this server lacks a key`),
    );
    expect((await ada.on(rotated.url).get(`/v1/games/${id}`)).status).toBe(200);
  },
);
