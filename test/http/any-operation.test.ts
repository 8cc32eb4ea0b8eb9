import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { NO_ID } from '../../src/patterns.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import type { Answer, Caller, CallOptions } from './caller.ts';
import { committedDocument } from './contract.ts';
import { type DocumentedOperation, operationsOf } from './documented-operations.ts';
import { type Service, serviceOfTest, startService } from './service.ts';
import { act, create } from './table.ts';

const NOTHING = '01930000-0000-7000-8000-0000000000ff';
const UNKNOWN = `crp_${'A'.repeat(43)}`;
const JSON_BODY = { 'content-type': 'application/json' };

const all = operationsOf(committedDocument()).filter(({ path }) => path.startsWith('/v1/'));
const changes = all.filter(({ method }) => method !== 'get');
const has = (code: string) => (operation: DocumentedOperation) => operation.refusals.includes(code);

let service: Service;
let ada: Caller;
let ids: { gameId: string };
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  const bob = await service.stranger.register('Bob');
  ids = { gameId: (await create(bob, { ruleset: 'pascals-ruin', seats: ['me', 'me'] })).id };
});
afterAll(() => service.stop());

interface Way extends CallOptions {
  query?: string;
  /** ids of existing things; all other ids in the path are unknown */
  ids?: Record<string, string>;
}

function called({ method, path, body }: DocumentedOperation, caller: Caller, way: Way = { body }): Promise<Answer> {
  const { query = '', ids = {}, ...sent } = way;
  const filled = path
    .replace('{ruleset}', 'pascal')
    .replace('{poolId}', '0'.repeat(16))
    .replace('{token}', 'x'.repeat(43))
    .replace(/\{(seat|round|board|entry)\}/, '1')
    .replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? NOTHING);
  return caller.call(method.toUpperCase(), filled + query, sent);
}

async function expectRefused(
  operations: readonly DocumentedOperation[],
  code: string,
  caller: Caller,
  way: (operation: DocumentedOperation) => Way = ({ body }) => ({ body }),
): Promise<void> {
  expect(operations).not.toEqual([]);
  for (const operation of operations) {
    const { body } = await called(operation, caller, way(operation));
    expect(body?.code, operation.id).toBe(code);
  }
}

test('a body that is not JSON, is too large, or is of another media type is refused', async () => {
  await expectRefused(changes, 'invalid-json', ada, () => ({ raw: '{', headers: JSON_BODY }));
  await expectRefused(changes, 'body-too-large', ada, () => ({ raw: `"${'x'.repeat(70_000)}"`, headers: JSON_BODY }));
  await expectRefused(changes, 'unsupported-media-type', ada, () => ({
    raw: 'x',
    headers: { 'content-type': 'text/csv' },
  }));
});

test('an unknown query parameter, and a query that is too long, are refused', async () => {
  // monitors add parameters to these two paths, and mail gateways add some to the link that unsubscribes
  for (const path of ['/healthz', '/readyz']) expect((await ada.get(`${path}?nothing=1`)).status).toBe(200);
  const strict = all.filter(({ id }) => id !== 'unsubscribeNotificationChannel');
  await expectRefused(strict, 'invalid-request', ada, ({ body }) => ({ body, query: '?nothing=1' }));
  await expectRefused(all, 'uri-too-long', ada, ({ body }) => ({ body, query: `?${'x'.repeat(9_000)}` }));
});

test('a missing token is refused', async () => {
  for (const operation of all.filter(({ needsToken }) => needsToken)) {
    const { status, headers } = await called(operation, service.stranger);
    const said = [operation.id, status, headers.get('www-authenticate')];
    expect(said).toEqual([operation.id, 401, 'Bearer realm="croupier"']);
  }
});

test.each([
  ['gameId', 'game-not-found'],
  ['competitionId', 'competition-not-found'],
  ['seekId', 'seek-not-found'],
  ['tokenId', 'token-not-found'],
  ['webhookId', 'webhook-not-found'],
  ['channelId', 'notification-channel-not-found'],
  ['vacationId', 'vacation-not-found'],
])('a %s that does not exist is refused', async (name, code) => {
  await expectRefused(
    all.filter(({ path }) => path.includes(`{${name}}`)),
    code,
    ada,
  );
});

test('an invalid id is refused', async () => {
  const ids = Object.fromEntries(['game', 'competition', 'player', 'seek', 'token'].map((name) => [`${name}Id`, '17']));
  await expectRefused(
    all.filter(({ path }) => Object.keys(ids).some((name) => path.includes(`{${name}}`))),
    'invalid-request',
    ada,
    ({ body }) => ({ body, ids }),
  );
});

test('a token that is unknown, that only reads, or of a suspended player is refused', async () => {
  await expectRefused(all.filter(has('unauthorized')), 'unauthorized', ada.as(UNKNOWN));
  const { token } = (await ada.post('/v1/me/read-tokens', {})).body;
  await expectRefused(
    all.filter(has('read-only-token')).filter(({ id }) => id !== 'followEvents'),
    'read-only-token',
    ada.as(token),
  );
  const eve = await service.stranger.register('Eve');
  const suspension = { since: new Date(), until: new Date(Date.now() + 1e9), because: 'insults' };
  await service.players.suspend(eve.id as string, suspension);
  await expectRefused(all.filter(has('suspended')), 'suspended', eve);
});

test('more calls than the limits allow are refused', async () => {
  const busy = await startService({ limits: { rates: { player: 1, address: 'off', registration: 'off' } } });
  await busy.stranger.get('/v1/rulesets');
  await expectRefused(all, 'rate-limited', busy.stranger);
  await busy.stop();
});

test('more connections than an address may have are refused', async () => {
  const full = await startService({ limits: { connectionsOfAddress: 0 } });
  await expectRefused(all, 'too-many-connections', full.stranger);
  await full.stop();
});

describe('a key', () => {
  const newKey = () => randomBytes(32).toString('base64url');
  const headers = (key: string) => ({ 'idempotency-key': key });

  test('of a request that is being carried out is refused', async () => {
    const { requests } = service.store;
    const find = requests.find;
    for (const operation of all.filter(has('idempotency-in-flight'))) {
      const caller = await service.stranger.register('Ada'); // some calls end the token
      const [way, looks, goesOn] = [{ ids, body: operation.body, headers: headers(newKey()) }, signal(), signal()];
      const spy = vi.spyOn(requests, 'find').mockImplementation(async (...request) => {
        looks.give();
        await goesOn.given;
        return find(...request);
      });
      const first = called(operation, caller, way);
      await Promise.race([looks.given, first]);
      expect((await called(operation, caller, way)).body?.code, operation.id).toBe('idempotency-in-flight');
      goesOn.give();
      spy.mockRestore();
      await first;
    }
  });

  test('of an earlier, different request is refused', async () => {
    const operations = all.filter(has('idempotency-mismatch'));
    const key = newKey();
    const hashes = [key, `${key} Bearer ${ada.token}`].map((name) => createHash('sha256').update(name));
    const names = [key, ...hashes.map((hash) => hash.digest('base64url'))];
    const other = { bodyHash: randomBytes(32), answer: null, at: new Date() };
    for (const { id: operation } of operations) {
      for (const key of names) {
        for (const playerId of [ada.id as string, NO_ID]) {
          await service.store.requests.keep({ ...other, playerId, operation, key });
        }
      }
    }
    await expectRefused(operations, 'idempotency-mismatch', ada, ({ body }) => ({ ids, body, headers: headers(key) }));
  });
});

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test('missing rules and damaged logs are refused', async () => {
  const database = await freshDatabase(KINDS.at(-1) as (typeof KINDS)[number]);
  onTestFinished(() => database.remove());
  const before = await startService({ store: await database.open(), directs: false });
  const { token } = await before.stranger.register('Ada');
  const made = (ruleset: string) => gameAndCompetition(before.stranger.as(token), ruleset);
  const [unknown, damaged] = [await made('pascals-ruin'), await made('champions-of-chance')];
  await before.stop();
  await database.ask(`delete from game_event where game_id = '${damaged.ids.gameId}' and version = 2;
    delete from competition_event where competition_id = '${damaged.ids.competitionId}' and version = 2`);

  // the start would throw without the rules of unfinished games, so this server starts without clocks and director
  const catalogue = new Map([...(await loadCatalogue(true))].filter(([id]) => id !== 'pascals-ruin'));
  const store = await database.open();
  const after = await serviceOfTest({ store, catalogue, sameDocument: true, keepsTime: false, directs: false });
  for (const [code, { ids, creations }] of [
    ['rules-unavailable', unknown],
    ['log-damaged', damaged],
  ] as const) {
    await expectRefused(all.filter(has(code)), code, after.stranger.as(token), ({ id, body }) => ({
      ids,
      body,
      ...creations[id],
    }));
  }
});

/** Creates a game and a competition with idempotency keys, so that a repeated call returns the same answer. */
async function gameAndCompetition(player: Caller, ruleset: string) {
  const headers = { 'idempotency-key': ruleset };
  const game = { ruleset, seats: ['me', 'me'] };
  const clock = { perAction: 3600, onTimeout: 'random' };
  const competition = { name: 'Cup', ruleset, format: 'roundRobin', clock };
  const { id: gameId } = await create(player, game, headers);
  await act(player, gameId);
  const { id: competitionId } = (await player.post('/v1/competitions', competition, headers)).body;
  const entered = await player.post(`/v1/competitions/${competitionId}/entries`, {});
  expect(entered.status).toBe(201);
  const creations: Record<string, Way> = {
    createGame: { body: game, headers },
    createCompetition: { body: competition, headers },
  };
  return { ids: { gameId, competitionId }, creations };
}

test('calls while the database is unavailable, and while the server fails, are refused', async () => {
  const token = vi.spyOn(service.store.tokens, 'byHash');
  const unknown = all.filter(has('unauthorized'));
  token.mockRejectedValue(new StoreUnavailable('away'));
  await expectRefused(unknown, 'unavailable', ada.as(UNKNOWN));
  token.mockRejectedValue(new Error('a mistake'));
  await expectRefused(unknown, 'internal-error', ada.as(UNKNOWN));
});
