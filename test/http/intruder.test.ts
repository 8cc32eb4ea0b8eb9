import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { fold } from '../../src/games/model/fold.ts';
import type { Game } from '../../src/games/model/game.ts';
import { GameLog } from '../../src/games/runtime/game-log.ts';
import { LiveGames } from '../../src/games/runtime/live-games.ts';
import { serialize } from '../../src/games/runtime/snapshot.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { newMasterKey } from '../../src/store/sealing/keys.ts';
import { MasterKey } from '../../src/store/sealing/secrets.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, stateOf } from './table.ts';

const ACTIONS = 4;
/** Shorter lists of draws or cards are not searched for, because the tables may contain the same text by chance. */
const LONG_ENOUGH = 5;
const OPEN_SEED = 'a seed of our own, which foretells all';

interface Secret {
  kind: string;
  bytes: Buffer;
}

describe.runIf(KINDS.includes('postgres')).each([
  { whether: 'with a key', keys: [new MasterKey(newMasterKey())] },
  { whether: 'without a key', keys: [] },
])('a database $whether', ({ keys }) => {
  let catalogue: Catalogue;
  let database: TestDatabase;
  let service: Service;
  let ada: Caller;
  let secrets: Secret[];
  beforeAll(async () => {
    catalogue = await loadCatalogue(true);
    database = await freshDatabase('postgres');
    service = await startService({ store: await openPostgres({ url: database.target, keys }) });
    ada = await service.stranger.register('Ada');
    secrets = [...(await playAll()), ...(await others())];
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  async function playAll(): Promise<Secret[]> {
    const found: Secret[] = [];
    for (const { ruleset } of catalogue.values()) {
      const seats = Array(ruleset.seats.min).fill('me');
      const made = await create(ada, { ruleset: ruleset.id, seats, visibility: 'private' });
      for (let n = 0; n < ACTIONS; n++) await act(ada, made.id, new FastChance(`${ruleset.id} ${n}`));
      expect((await stateOf(ada, made.id)).status).toBe('playing');
      found.push({ kind: 'invite code', bytes: Buffer.from(made.inviteCode) }, ...(await secretsOf(made.id)));
    }
    const seeded = await create(ada, { ruleset: 'pascal', seats: ['me'], seed: OPEN_SEED });
    expect(seeded.seeded).toBe(true);
    return [...found, { kind: 'open seed', bytes: Buffer.from(OPEN_SEED) }];
  }

  async function secretsOf(id: string): Promise<Secret[]> {
    const { store } = service;
    const row = await store.game(id);
    const rulesetOf = (name: string, version: number) =>
      (versionIn(catalogue, name, version) as RulesetVersion).ruleset;
    const header = await new LiveGames({ store, log: new GameLog(store), rulesetOf, max: 1 }).header(id);
    const log = await store.log.events(id, 0);
    let game: Game | null = null;
    for (const event of log) game = fold(header, game, event).game;
    await store.snapshots.keep({ gameId: id, version: log.length, code: 'this', game: serialize(game as Game) });
    const draws = log.map((event) => event.draws).filter(({ length }) => length >= LONG_ENOUGH);
    const actions = log.filter(({ kind }) => kind === 'action').map(({ action }) => action);
    return [
      { kind: 'server seed', bytes: Buffer.from(row?.serverSeed ?? []) },
      { kind: 'chain key', bytes: Buffer.from(row?.chainKey ?? []) },
      ...draws.map((numbers) => ({ kind: 'draws', bytes: Buffer.from(JSON.stringify(numbers)) })),
      ...actions.map((action) => ({ kind: 'action', bytes: Buffer.from(JSON.stringify(action)) })),
      ...pilesIn(game?.state).map((cards) => ({ kind: 'cards', bytes: Buffer.from(JSON.stringify(cards)) })),
    ];
  }

  async function others(): Promise<Secret[]> {
    const { body: webhook } = await ada.post('/v1/me/webhooks', { url: 'https://agent.example/' });
    const { body: commitment } = await ada.post('/v1/commitments', {});
    await create(ada, { ruleset: 'pokers-rogue-reckoning', daily: true });
    const kept = await service.store.fairness.commitment(commitment.commitmentId);
    const key = await service.store.dailies.key('daily', randomBytes(32));
    const linkKey = await service.store.dailies.key('notice links', randomBytes(32));
    const auth = randomBytes(16).toString('base64url');
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth };
    const subscription = { endpoint: 'https://push.example/send/only-this-browser', keys };
    expect((await ada.post('/v1/me/notification-channels', { kind: 'push', subscription })).status).toBe(201);
    await keepMailAddress('ada.lovelace@mail.example');
    const table = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'me'], visibility: 'private' });
    const said = await ada.post(`/v1/games/${table.id}/messages`, { text: 'between you and me' });
    expect(said.status).toBe(201);
    const branch = { when: [{ view: '/scores/1', min: 31_415 }], do: { type: 'declineChallenge' } };
    const planned = { seat: 1, expectedVersion: (await stateOf(ada, table.id)).version, branches: [branch] };
    expect((await ada.call('PUT', `/v1/games/${table.id}/plan`, { body: planned })).status).toBe(200);
    return [
      { kind: 'webhook secret', bytes: Buffer.from(webhook.secret) },
      { kind: 'webhook secret', bytes: Buffer.from(webhook.secret.replace('whsec_', ''), 'base64') },
      { kind: 'committed seed', bytes: Buffer.from(kept?.serverSeed ?? []) },
      { kind: 'key of the day', bytes: Buffer.from(key) },
      { kind: 'key of links', bytes: Buffer.from(linkKey) },
      { kind: 'push address', bytes: Buffer.from('only-this-browser') },
      { kind: 'push address', bytes: Buffer.from(auth) },
      { kind: 'mail address', bytes: Buffer.from('ada.lovelace@mail.example') },
      { kind: 'message', bytes: Buffer.from('between you and me') },
      { kind: 'plan', bytes: Buffer.from(JSON.stringify(branch.when[0])) },
    ];
  }

  async function keepMailAddress(address: string): Promise<void> {
    const on = { failingSince: null, disabledAt: null, disabledBecause: null };
    const about = {
      id: randomUUID(),
      playerId: ada.id as string,
      events: ['turn' as const],
      createdAt: new Date(),
      ...on,
    };
    const digest = { digest: 'daily' as const, digestHour: 8, confirmedAt: null };
    await service.store.notifications.create({ ...about, ...digest, kind: 'mail', to: { address } }, 10);
  }

  async function dump(): Promise<string> {
    const tables = await database.ask(`select tablename as name from pg_tables where schemaname = current_schema()`);
    const texts: unknown[] = [];
    for (const { name } of tables) {
      const rows = await database.ask(`select row_to_json(a_row)::text as text from "${name}" as a_row`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  }

  test('shows an intruder who reads every table the documented data, and nothing else', async () => {
    const text = await dump();
    expect(text).toContain('"ruleset":"champions-of-chance"');
    const kinds = [...new Set(secrets.map(({ kind }) => kind))].sort();
    expect(kinds).toEqual(KINDS_OF_SECRETS);
    const found = new Set(secrets.filter(({ bytes }) => isIn(text, bytes)).map(({ kind }) => kind));
    expect([...found].sort()).toEqual(keys.length === 0 ? KINDS_OF_SECRETS : []);
  });
});

const KINDS_OF_SECRETS = [
  ...['action', 'cards', 'chain key', 'committed seed', 'draws', 'invite code', 'key of links', 'key of the day'],
  ...['mail address', 'message', 'open seed', 'plan', 'push address', 'server seed', 'webhook secret'],
];

function pilesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const isPile = Array.isArray(value) && value.length >= LONG_ENOUGH && value.every((item) => typeof item === 'string');
  return isPile ? [value as string[]] : Object.values(value).flatMap(pilesIn);
}

function isIn(text: string, bytes: Buffer): boolean {
  expect(bytes.length).toBeGreaterThan(3);
  const plain = bytes.toString();
  const forms = [plain, JSON.stringify(plain).slice(1, -1), bytes.toString('hex')];
  for (const before of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms.some((form) => form.length > 3 && text.includes(form));
}
