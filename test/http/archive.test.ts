// Games whose logs are in files, read by servers that hold nothing of them in memory.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '../../src/admin/admin.ts';
import type { AdminAnswer } from '../../src/admin/call.ts';
import { ArchiveWatch } from '../../src/store/archive/archive-watch.ts';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { freshDatabase, KEYS, KINDS, type TestDatabase, temporaryDirectory } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, playOut, problem } from './table.ts';

const DAY_MS = 86_400_000;
const directory = join(temporaryDirectory(), 'archive');
const lines: any[] = [];
/** what the house could not do, and where */
const troubles: unknown[] = [];
let database: TestDatabase;
let service: Service;
let ada: Caller;
let now = new Date();
beforeAll(async () => {
  database = await freshDatabase(KINDS.at(-1) ?? 'embedded');
  service = await startedService();
  ada = await service.stranger.register('Ada');
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  rmSync(directory, { recursive: true, force: true });
});

async function startedService(): Promise<Service> {
  const { kind, target } = database;
  const store =
    kind === 'postgres'
      ? await openPostgres({ url: target, keys: KEYS, archiveDirectory: directory })
      : await openEmbedded({ directory: target, archiveDirectory: directory });
  const log = (line: string) => void lines.push(JSON.parse(line));
  const onTrouble = (...trouble: unknown[]) => void troubles.push(trouble);
  return startService({ store, directs: false, clock: { now: () => now }, log, onTrouble });
}

/** Nothing of any game is in memory afterwards. */
async function restarted(): Promise<void> {
  await service.stop();
  service = await startedService();
  ada = ada.on(service.url);
}

function admin(command: string, target: string | null, flags: Record<string, string | boolean> = {}) {
  const { store, players, competitions, gameService: games } = service;
  return administer({ store, players, competitions, games }, { command, target, flags, by: 'Olga' });
}

async function answerOf(asked: Promise<AdminAnswer>, outcome: AdminAnswer['outcome'] = 'done'): Promise<any> {
  const answer = await asked;
  expect({ outcome: answer.outcome, lines: answer.lines }).toMatchObject({ outcome });
  return answer.data;
}

async function finishedGame(): Promise<string> {
  const asked = { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], options: { roundsToWin: 1 } };
  const { id } = await create(ada, { ...asked, seed: 'archive' });
  await playOut([ada], id, 'archive');
  return id;
}

/** Everything that is told of a game. */
async function toldOf(id: string): Promise<unknown[]> {
  const paths = [
    '',
    '?seat=spectator',
    '/events?limit=1000&text=true',
    '/transcript',
    '/fairness',
    '/states',
    '/events?after=20',
    '/events?after=mine',
  ];
  const answers = await Promise.all(paths.map((path) => ada.get(`/v1/games/${id}${path}`)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return answers.map(({ body }) => body);
}

async function rowsOf(id: string): Promise<number> {
  const { entries } = await service.store.operators.game(id);
  return Object.values(entries).reduce((sum, count) => sum + count, 0);
}

const files = () => (existsSync(directory) ? readdirSync(directory).sort() : []);

test('a log goes to a file and comes back, and nobody who reads the game can tell', async () => {
  const id = await finishedGame();
  const running = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
  const [told, rows] = [await toldOf(id), await rowsOf(id)];
  await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(await rowsOf(id)).toBe(rows);

  now = new Date(now.getTime() + 31 * DAY_MS);
  expect(await answerOf(admin('archive', null, { 'older-than': '30' }), 'asked')).toMatchObject({
    would: expect.stringMatching(/from now on: 1 game\./),
  });
  expect(existsSync(directory)).toBe(false);
  const run = await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(run).toMatchObject({ games: 1, files: files(), broken: [] });
  expect(await rowsOf(id)).toBe(0);
  expect(await rowsOf(running.id)).toBe(running.version);
  const kept = readFileSync(join(directory, files()[0] as string));
  expect(kept.toString('latin1')).not.toContain('rollDie');

  await restarted();
  expect(await toldOf(id)).toEqual(told);
  await answerOf(admin('restore', id), 'asked');
  await answerOf(admin('restore', id, { yes: true }));
  expect(await rowsOf(id)).toBe(rows);
  expect(await toldOf(id)).toEqual(told);
  await answerOf(admin('restore', id, { yes: true }), 'refused');
  const answer = await admin('archive', null);
  expect(answer.lines.join('\n')).toContain(`No game is read from ${files()[0]}`);
});

test('what is missing or damaged is said, by a problem and a line, and nothing else is shown in its place', async () => {
  const [id, other] = [await finishedGame(), await finishedGame()];
  now = new Date(now.getTime() + 31 * DAY_MS);
  const { files: made } = await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(made).toHaveLength(1);
  await restarted();
  const path = join(directory, made[0]);
  const paths = ['', '/events', '/transcript', '/fairness'].map((rest) => `/v1/games/${id}${rest}`);
  const problems = async () => new Set((await Promise.all(paths.map((each) => ada.get(each)))).map(problem));

  renameSync(path, `${path}.away`);
  lines.length = 0;
  expect(await problems()).toEqual(new Set(['503 archive-unavailable']));
  expect(lines.filter(({ msg }) => msg === 'the archive of a game cannot be read')).toHaveLength(paths.length);
  const listed = await admin('archive', null);
  expect(listed.outcome).toBe('refused');
  expect(listed.lines.join('\n')).toContain(`Missing: ${made[0]}`);
  for (const yes of [false, true]) {
    const refused = await answerOf(admin('archive', null, { 'older-than': '30', yes }), 'refused');
    expect(refused.refused).toContain(`${directory} lacks 1 of the 1 files`);
  }
  renameSync(`${path}.away`, path);

  const whole = readFileSync(path);
  const { position, length } = (await service.store.archive.row(id)) as { position: number; length: number };
  for (const at of [0, 5, length >> 1, length - 1]) {
    const bytes = Buffer.from(whole);
    bytes[position + at] = (bytes[position + at] as number) ^ 1;
    writeFileSync(path, bytes);
    expect(await problems()).toEqual(new Set(['410 archive-damaged']));
  }
  writeFileSync(path, whole.subarray(0, position + length - 1));
  expect(await problems()).toEqual(new Set(['410 archive-damaged']));
  const cut = await admin('archive', null);
  expect(cut.outcome).toBe('refused');
  expect(cut.lines.join('\n')).toContain(
    `Cut short: ${made[0]} (${position + length - 1} of at least ${whole.length} bytes)`,
  );
  expect(lines.filter(({ msg }) => msg === 'the archive of a game is damaged').length).toBeGreaterThan(0);
  expect((await ada.get('/v1/games?limit=100')).body.games.map((game: any) => game.id)).toContain(id);
  await expect(admin('restore', id, { yes: true })).rejects.toThrow();
  expect((await answerOf(admin('log', id)))[0]).toMatchObject({ deed: 'restore', outcome: 'failed' });

  writeFileSync(path, whole);
  expect((await ada.get(`/v1/games/${id}`)).body).toMatchObject({ id, status: 'finished' });
  expect((await ada.get(`/v1/games/${other}`)).body).toMatchObject({ id: other, status: 'finished' });
});

test('of two who archive at once each game is moved by one, and what breaks off before the end changes nothing', async () => {
  const ids = [await finishedGame(), await finishedGame(), await finishedGame()];
  now = new Date(now.getTime() + 31 * DAY_MS);
  const { store } = service;
  const before = files();
  const copies = await Promise.all(
    ids.map(async (gameId) => {
      const { version, head } = (await store.game(gameId)) as { version: number; head: string };
      return { gameId, version, head, erased: 0, events: await store.log.events(gameId, 0) };
    }),
  );
  const changed = copies.map((copy) => ({ ...copy, head: '0'.repeat(64) }));
  expect((await store.archive.archive(changed, now)).moved).toEqual([]);
  const named = copies.map((copy) => ({ ...copy, erased: -1 }));
  expect((await store.archive.archive(named, now)).moved).toEqual([]);
  for (const { gameId, version } of copies) expect(await rowsOf(gameId)).toBe(version);
  const orphan = files().filter((file) => !before.includes(file));
  expect(orphan).toHaveLength(2);
  expect((await admin('archive', null)).lines.join('\n')).toMatch(new RegExp(`No game is read from .*${orphan[0]}`));
  utimesSync(join(directory, orphan[0] as string), now, now);
  expect((await admin('archive', null)).lines.join('\n')).toContain(`Keep ${orphan[0]}`);

  const both = await Promise.all([store.archive.archive(copies, now), store.archive.archive(copies, now)]);
  expect(both.flatMap(({ moved }) => moved).sort()).toEqual([...ids].sort());
  for (const id of ids) expect((await store.log.events(id, 0)).at(-1)).toMatchObject({ gameId: id });
});

test('games of a competition stay in the database until its seed is published', async () => {
  const bob = await service.stranger.register('Bob');
  const asked = { name: 'Slow', ruleset: 'pascals-ruin', format: 'match', duplicate: 'none', rounds: 2 };
  const options = { mode: 'match', roundsToWin: 1 };
  const { body: competition } = await ada.post('/v1/competitions', {
    ...asked,
    options,
    clock: { perAction: 3600, onTimeout: 'random' },
  });
  const path = `/v1/competitions/${competition.id}`;
  for (const player of [ada, bob]) expect((await player.post(`${path}/entries`, {})).status).toBe(201);
  expect((await ada.post(`${path}/start`, {})).status).toBe(200);
  service.competitions.direct();
  const games = async () => (await ada.get(`${path}/games?limit=100`)).body.games;
  await expect.poll(async () => (await games()).length).toBeGreaterThan(0);
  const [{ gameId: id }] = await games();
  await playOut([ada, bob], id, 'archive');
  expect((await ada.get(path)).body.complete).toBe(false);
  const rows = await rowsOf(id);
  now = new Date(now.getTime() + 31 * DAY_MS);
  await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(await rowsOf(id)).toBe(rows);
  await ada.post(`${path}/abort`, { reason: 'enough' });
  await expect.poll(async () => (await ada.get(path)).body.complete).toBe(true);
  await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(await rowsOf(id)).toBe(0);
});

test('the name of a deleted player leaves archived logs too, also those that are archived meanwhile', async () => {
  const name = 'Zq Archived Xw';
  const { body } = await service.stranger.post('/v1/players', { name, kind: 'human' });
  const player = service.stranger.as(body.token);
  const seats = ['me', { bot: 'random' }];
  const { id } = await create(player, { ruleset: 'pascals-ruin', seats, seed: 'archive' });
  await playOut([player], id, 'archive');
  const { store } = service;
  const { version, head, erased } = (await store.game(id)) as { version: number; head: string; erased: number };
  const early = { gameId: id, version, head, erased, events: await store.log.events(id, 0) };
  const transcript = async () => (await ada.get(`/v1/games/${id}/transcript`)).body;
  const before = await transcript();
  expect(JSON.stringify(before)).toContain(name);
  now = new Date(now.getTime() + 31 * DAY_MS);
  await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(await rowsOf(id)).toBe(0);
  expect(JSON.stringify(await store.log.events(id, 0))).toContain(name);

  const headers = { 'recovery-code': body.recoveryCode };
  expect((await player.call('DELETE', '/v1/me', { headers })).status).toBe(204);
  await expect.poll(async () => JSON.stringify(await transcript())).not.toContain(name);
  await expect.poll(() => rowsOf(id)).toBe(version);
  // what was read under the name is not moved any more
  expect((await store.archive.archive([early], now)).moved).toEqual([]);
  now = new Date(now.getTime() + DAY_MS);
  await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  expect(await rowsOf(id)).toBe(0);
  expect(JSON.stringify(await store.log.events(id, 0))).not.toContain(name);
  const after = await transcript();
  expect(after.log.map((entry: any) => entry.head)).toEqual(before.log.map((entry: any) => entry.head));
});

test('a deleted player leaves all games that can be read, and the rest once their file is back', async () => {
  const name = 'Zq Waiting Xw';
  const { body } = await service.stranger.post('/v1/players', { name, kind: 'human' });
  const player = service.stranger.as(body.token);
  const played = async () => {
    const { id } = await create(player, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'archive' });
    await playOut([player], id, 'archive');
    return id;
  };
  const lost = await played();
  now = new Date(now.getTime() + 31 * DAY_MS);
  await answerOf(admin('archive', null, { 'older-than': '30', yes: true }));
  const here = await played();
  const { file } = (await service.store.archive.row(lost)) as { file: string };
  const path = join(directory, file);
  renameSync(path, `${path}.away`);
  await restarted();
  const watch = new ArchiveWatch(service.store.archive, (error) => lines.push({ msg: String(error) }));
  await watch.look();
  expect(watch.lacking).toBe(1);
  expect(lines.at(-1).msg).toContain(`1 game cannot be read from ${file} in ${directory}`);

  const headers = { 'recovery-code': body.recoveryCode };
  expect((await player.on(service.url).call('DELETE', '/v1/me', { headers })).status).toBe(204);
  const namesIn = async (id: string) => JSON.stringify(await service.store.log.events(id, 0));
  await expect.poll(() => namesIn(here)).not.toContain(name);
  const waits = ['a deleted account waits for the archive', { playerId: body.player.id }];
  await expect.poll(() => troubles).toContainEqual(waits);
  now = new Date(now.getTime() + 5 * 60_000);
  const waiting = { queue: 'deleted accounts', state: 'overdue', count: 1 };
  // whoever was deleted before may still be on their way
  const queues = async () => (await answerOf(admin('queues', null))).queues;
  await expect.poll(queues).toContainEqual(expect.objectContaining(waiting));

  renameSync(`${path}.away`, path);
  await watch.look();
  expect(watch.lacking).toBe(0);
  // whatever wakes the server has it look again at all that waits
  const { body: next } = await service.stranger.post('/v1/players', { name: 'Zq Next Xw', kind: 'human' });
  await service.stranger.as(next.token).call('DELETE', '/v1/me', { headers: { 'recovery-code': next.recoveryCode } });
  const waitingNow = async () => (await queues()).map(({ queue }: any) => queue);
  await expect.poll(waitingNow).not.toContain('deleted accounts');
  expect(await namesIn(lost)).not.toContain(name);
  expect(await rowsOf(lost)).toBeGreaterThan(0);
});

test('a file that is taken away while its games move leaves them in the database, and a folder that is none is refused', async () => {
  const id = await finishedGame();
  now = new Date(now.getTime() + 31 * DAY_MS);
  const [told, rows, before] = [await toldOf(id), await rowsOf(id), files()];
  const { store } = service;
  const { version, head, erased } = (await store.game(id)) as { version: number; head: string; erased: number };
  const events = await store.log.events(id, 0);
  const newest = () => files().find((file) => !before.includes(file)) as string;
  // the time is written into the statement that gives up the rows, after the file has been looked at for the last time
  const toJSON = () => {
    rmSync(join(directory, newest()));
    return now.toISOString();
  };
  const at = Object.assign(new Date(now), { toJSON });
  await expect(store.archive.archive([{ gameId: id, version, head, erased, events }], at)).rejects.toThrow('took away');
  expect(await store.archive.row(id)).toBeNull();
  expect(await rowsOf(id)).toBe(rows);
  expect(await toldOf(id)).toEqual(told);

  renameSync(directory, `${directory}.away`);
  writeFileSync(directory, '');
  for (const flags of [{}, { 'older-than': '30' }, { 'older-than': '30', yes: true }]) {
    expect(await answerOf(admin('archive', null, flags), 'refused')).toMatchObject({
      refused: `The archive ${directory} cannot be used (ENOTDIR): it is no folder.`,
    });
  }
  rmSync(directory);
  renameSync(`${directory}.away`, directory);
});
