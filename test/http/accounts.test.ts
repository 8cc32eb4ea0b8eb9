import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { PARTS } from '../../src/accounts/parts.ts';
import type { Transcript } from '../../src/games/fairness/fairness-shapes.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { Subscriber } from '../notifications/push-endpoint.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, type Kind, openTestStore, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, playOut, problem, stateOf } from './table.ts';

const NAME = 'Zq Vanishing Xw';

const NO_FEATURES = new Set(['accounts', 'admin', 'cli', 'eventlog', 'generated', 'http', 'statistics', 'store']);

let database: TestDatabase;
let one: Service;
let other: Service;
let catalogue: Catalogue;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'croupier-accounts-'));
  catalogue = await loadCatalogue(true);
  database = await freshDatabase(KINDS.at(-1) as Kind);
  const open = () =>
    database.kind === 'postgres' ? openPostgres({ url: database.target, keys: [] }) : database.open();
  one = await startService({ store: await open() });
  other = database.kind === 'postgres' ? await startService({ store: await open() }) : one;
});
afterAll(async () => {
  await database.remove();
  rmSync(folder, { recursive: true });
});

async function registered(name: string): Promise<{ player: Caller; id: string; recoveryCode: string }> {
  const { body } = await one.stranger.post('/v1/players', { name, kind: 'human' });
  return { player: one.stranger.as(body.token), id: body.player.id, recoveryCode: body.recoveryCode };
}

const leave = (player: Caller, code?: string) =>
  player.call('DELETE', '/v1/me', { headers: code === undefined ? {} : { 'recovery-code': code } });

function verdicts(transcript: Transcript): boolean[] {
  const file = join(folder, 'transcript.json');
  writeFileSync(file, JSON.stringify(transcript));
  const python = () => {
    try {
      execFileSync('python3', ['examples/verify.py', '--accept-unchecked', file], { stdio: 'pipe' });
      return true;
    } catch {
      return false;
    }
  };
  return [verify(transcript, catalogue).verified, python()];
}

const transcriptOf = async (service: Service, id: string): Promise<Transcript> =>
  (await service.stranger.get(`/v1/games/${id}/transcript`)).body;

describe('deleting an account', () => {
  test('takes the recovery code beside the token, and changes nothing without it', async () => {
    const { player, id, recoveryCode } = await registered('Careful');
    const eve = await registered('Careless');
    expect(problem(await leave(player))).toBe('400 invalid-request');
    for (const code of ['x', eve.recoveryCode]) expect(problem(await leave(player, code))).toBe('403 recovery-refused');
    expect((await player.get('/v1/me')).body.name).toBe('Careful');
    const answers = await Promise.all([1, 2, 3].map(() => leave(player, recoveryCode)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401]);
    expect((await one.stranger.get(`/v1/players/${id}`)).body.name).toBe('deleted');
    expect((await one.stranger.get(`/v1/players/${id}/names`)).body.names).toMatchObject([{ name: 'deleted' }]);
    for (const who of [id, 'Careful', 'deleted']) {
      const back = await one.stranger.post('/v1/players/recovery', { player: who, recoveryCode });
      expect(problem(back)).toBe('403 recovery-refused');
    }
    const next = await other.stranger.post('/v1/players', { name: 'Careful', kind: 'agent' });
    expect(next.status).toBe(201);
    expect(next.body.player.id).not.toBe(id);
    const { body: names } = await one.stranger.get(`/v1/players/${next.body.player.id}/names`);
    expect(names.names.map(({ name }: any) => name)).toEqual(['Careful']);
    expect((await one.stranger.get(`/v1/players/${id}`)).body.name).toBe('deleted');
  });

  test('leaves the games of others verifiable, and the name nowhere', async () => {
    const { player: ada, id: adaId, recoveryCode } = await registered(NAME);
    const bob = (await registered('Bob who stays')).player;
    const { player: cy, id: cyId } = await registered('Cy who stays');
    const seats = ['me', 'open'];
    const played = await create(ada, { ruleset: 'pascals-ruin', seats, options: { roundsToWin: 1 } });
    await bob.post(`/v1/games/${played.id}/seats`, {});
    await playOut([ada, bob], played.id, 'accounts');
    const invited = await create(bob, { ruleset: 'pascals-ruin', seats: ['me', { player: adaId }] });
    const running = await create(bob, { ruleset: 'pascals-ruin', seats: ['me', 'open', 'open'] });
    for (const player of [ada, cy]) await player.post(`/v1/games/${running.id}/seats`, {});
    const table = await create(ada, { ruleset: 'pascals-ruin', seats });
    const before = await transcriptOf(one, played.id);
    expect(JSON.stringify(before)).toContain(NAME);
    expect(verdicts(before)).toEqual([true, true]);
    // puts the name into the cache of the other server
    expect(await transcriptOf(other, played.id)).toEqual(before);
    expect((await other.stranger.get(`/v1/games/${running.id}`)).body.seats[1].player.name).toBe(NAME);
    const renamed = await ada.call('PATCH', '/v1/me', { body: { name: `${NAME} II` } });
    expect(renamed.status).toBe(200);
    await ada.post('/v1/me/read-tokens', { name: NAME });
    await one.store.players.suspend(cyId, { since: new Date(), until: new Date(), because: `helped ${NAME}` });

    expect((await leave(ada, recoveryCode)).status).toBe(204);
    expect(problem(await ada.get('/v1/me'))).toBe('401 unauthorized');
    const seatOf = async (id: string, seat: number) => (await other.stranger.get(`/v1/games/${id}`)).body.seats[seat];
    await expect.poll(async () => (await seatOf(played.id, 0)).player.name).toBe('deleted');
    await expect
      .poll(async () => (await seatOf(running.id, 1)).player)
      .toMatchObject({
        id: adaId,
        name: 'deleted',
      });
    expect((await seatOf(running.id, 1)).left).toBe('resigned');
    expect((await stateOf(cy, running.id)).status).toBe('playing');
    expect((await seatOf(invited.id, 1)).player).toBeNull();
    await expect.poll(async () => (await other.stranger.get(`/v1/games/${table.id}`)).body.status).toBe('aborted');

    const again = await bob.post(`/v1/games/${played.id}/rematch`, {});
    expect(problem(again)).toBe('422 unknown-player');
    expect(again.body.detail).toContain('is deleted');
    const invitedAgain = await bob.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', { player: adaId }] });
    expect(problem(invitedAgain)).toBe('422 unknown-player');

    const after = await transcriptOf(other, played.id);
    expect(JSON.stringify(after)).not.toContain(NAME);
    expect(after.log.map(({ head }) => head)).toEqual(before.log.map(({ head }) => head));
    expect(verdicts(after)).toEqual([true, true]);
    expect(verdicts(before)).toEqual([true, true]);
    const seatsIn = ({ log }: Transcript) => (log[0] as any).action.seats as any[];
    const tamperings: ((transcript: Transcript) => void)[] = [
      (transcript) => (seatsIn(transcript)[0].player.name = 'Somebody else'),
      (transcript) => (seatsIn(transcript)[0].player.id = cyId),
      (transcript) => (seatsIn(transcript)[0].clientSeed = 'never said'),
      (transcript) => (seatsIn(transcript)[0].nameDigest = 'ab'.repeat(32)),
      (transcript) => ((transcript.log[1] as any).action.player.name = 'Not Bob'),
      (transcript) => ((transcript.log[1] as any).action.player.name = 'deleted'),
    ];
    for (const [i, bend] of tamperings.entries()) {
      const bent = structuredClone(after);
      bend(bent);
      expect(verdicts(bent), `tampering ${i}`).toEqual([false, false]);
    }
  });
});

test('every feature declares its data of an account', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const features = folders.map(({ name }) => name).filter((name) => !NO_FEATURES.has(name));
  expect(Object.keys(PARTS).sort()).toEqual(features.sort());
});

test('an export holds all data of a player, and no secret', async () => {
  const { player, recoveryCode, id } = await registered('Packer');
  const { player: bob, id: bobId } = await registered('Packed with');
  const game = await create(player, { ruleset: 'pascals-ruin', seats: ['me', 'open'], options: { roundsToWin: 1 } });
  await bob.post(`/v1/games/${game.id}/seats`, {});
  await playOut([player, bob], game.id, 'export');
  const open = await create(player, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
  await bob.call('PATCH', '/v1/me', { body: { name: 'Packed anew' } });
  const { body: again } = await player.post(`/v1/games/${game.id}/rematch`, {});
  expect(again.seats[1].player).toMatchObject({ id: bobId, name: 'Packed anew' });
  expect((await player.post(`/v1/games/${game.id}/messages`, { text: 'Well played' })).status).toBe(201);
  const { body: planned } = await bob.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', { player: id }] });
  const { version: expectedVersion } = (await player.post(`/v1/games/${planned.id}/seats`, {})).body;
  const branches = [{ when: [{ view: '/phase', is: 'challenge' }], do: { type: 'declineChallenge' } }];
  const plan = { expectedVersion, branches, unmatched: 'wait' };
  expect((await player.call('PUT', `/v1/games/${planned.id}/plan`, { body: plan })).status).toBe(200);
  await player.call('PUT', `/v1/me/blocks/${bobId}`, {});
  const { keys } = new Subscriber();
  const subscription = { endpoint: 'https://push.example/send/of-packer', keys };
  expect((await player.post('/v1/me/notification-channels', { kind: 'push', subscription })).status).toBe(201);
  const answer = await fetch(`${one.url}/v1/me/export`, { headers: { authorization: `Bearer ${player.token}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const read = (name: string) => JSON.parse(Buffer.from(files[name] as Uint8Array).toString());
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'avoided.json',
      'calendar.json',
      'messages.json',
      'names.json',
      'notification-channels.json',
      'profile.json',
      'ratings.json',
      'record.json',
      'seeks.json',
      'tokens.json',
      'webhooks.json',
      `games/${game.id}/state.json`,
      `games/${game.id}/transcript.json`,
      `games/${open.id}/state.json`,
      `games/${again.id}/state.json`,
      `games/${planned.id}/plans.json`,
      `games/${planned.id}/state.json`,
    ].toSorted(),
  );
  expect(read('profile.json')).toMatchObject({ id, name: 'Packer' });
  expect(read('tokens.json')).toMatchObject([{ scope: 'play', name: null }]);
  expect(read(`games/${game.id}/transcript.json`)).toEqual(await transcriptOf(one, game.id));
  expect(read(`games/${open.id}/state.json`)).toMatchObject({ status: 'open', you: [0] });
  expect(read('messages.json')).toMatchObject({ messages: [{ gameId: game.id, text: 'Well played' }], reports: [] });
  expect(read(`games/${planned.id}/plans.json`)).toMatchObject([{ playerId: id, content: { branches } }]);
  expect(read('notification-channels.json')).toMatchObject([
    { kind: 'push', events: expect.arrayContaining(['turn']) },
  ]);
  expect(read('avoided.json')).toMatchObject({ muted: [], blocked: [{ id: bobId }] });
  const all = Object.values(files).map((bytes) => Buffer.from(bytes).toString());
  for (const secret of [player.token as string, recoveryCode, keys.auth, keys.p256dh, 'of-packer'])
    expect(all.join('')).not.toContain(secret);
  expect(all.join('')).not.toContain('hash"');
});

test('no table holds the name of a deleted account', async () => {
  const stopped = new Set([one, other]);
  for (const service of stopped) await service.stop();
  const tables = await database.ask(
    `select tablename from pg_tables where schemaname = current_schema() and tablename <> '_prisma_migrations'`,
  );
  const found: string[] = [];
  for (const { tablename } of tables) {
    const rows = await database.ask(`select row_to_json(each)::text as row from "${tablename}" as each`);
    if (rows.some(({ row }) => /vanishing/i.test(String(row)))) found.push(String(tablename));
  }
  expect(found).toEqual([]);
  const kept = await database.ask(`select count(*)::int as players from player where name = 'deleted'`);
  expect(kept).toEqual([{ players: 2 }]);
});

test('a game that is read while a name is erased from it is not cached with the name', async () => {
  const store = await openTestStore('embedded');
  const service = await startService({ store, liveGames: 1 });
  const { body } = await service.stranger.post('/v1/players', { name: NAME, kind: 'human' });
  const ada = service.stranger.as(body.token);
  const bob = await service.stranger.register('Bob who reads');
  const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { player: bob.id }] });
  await bob.post(`/v1/games/${id}/seats`, {});
  await bob.post(`/v1/games/${id}/resignation`, {});
  await create(bob, { ruleset: 'pascals-ruin', seats: ['me', 'me'] }); // removes the other game from memory
  const read = store.log.events.bind(store.log);
  let goOn = () => {};
  const erased = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const reading = vi.spyOn(store.log, 'events').mockImplementationOnce(async (...asked) => {
    const rows = await read(...asked);
    await erased;
    return rows;
  });
  const early = bob.get(`/v1/games/${id}`);
  await vi.waitUntil(() => reading.mock.calls.length > 0, PATIENCE);
  expect((await leave(ada, body.recoveryCode)).status).toBe(204);
  await expect.poll(async () => (await store.game(id))?.erased).toBe(1);
  await store.game(id); // waits for the work that comes after the erasure
  goOn();
  expect((await early).status).toBe(200);
  expect((await stateOf(bob, id)).seats[0].player.name).toBe('deleted');
  await service.stop();
});
