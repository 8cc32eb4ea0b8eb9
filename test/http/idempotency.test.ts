import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import { committedDocument } from './contract.ts';
import { type DocumentedOperation, operationsOf } from './documented-operations.ts';
import { type Service, startService } from './service.ts';
import { create, problem, stateOf } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
});
afterAll(() => service.stop());

const NEW_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'me'] };

function key(): Record<string, string> {
  return { 'idempotency-key': randomUUID() };
}

test('a repeated createGame returns the first response and makes no second game', async () => {
  const headers = key();
  const first = await ada.post('/v1/games', NEW_GAME, headers);
  const again = await ada.post('/v1/games', NEW_GAME, headers);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get('location')).toBe(`../v1/games/${first.body.id}`);
  const { body } = await ada.get('/v1/games?player=me');
  expect(body.games.filter(({ id }: any) => id === first.body.id)).toHaveLength(1);
});

test('a repeated action returns its first response after later changes, and is not played again', async () => {
  const game = await create(ada, { ...NEW_GAME, seats: ['me', 'open'], seed: 'repeat' });
  await bob.post(`/v1/games/${game.id}/seats`, {});
  const mover = (await stateOf(ada, game.id)).choices === undefined ? bob : ada;
  const { choices, version } = await stateOf(mover, game.id);
  const headers = key();
  const move = { action: legalActionsOf({ choices })[0], expectedVersion: version };
  const path = `/v1/games/${game.id}/actions`;
  const first = await mover.post(path, move, headers);
  expect(first.status).toBe(200);
  const next = await stateOf(mover, game.id);
  const follower = next.choices === undefined ? (mover === ada ? bob : ada) : mover;
  const [then] = legalActionsOf(await stateOf(follower, game.id));
  expect((await follower.post(path, { action: then }, key())).status).toBe(200);
  const after = await stateOf(ada, game.id);

  const again = await mover.post(path, move, headers);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect((await stateOf(ada, game.id)).version).toBe(after.version);
});

test('one of many equal simultaneous requests is carried out, and the others get a conflict', async () => {
  const game = await create(ada, NEW_GAME);
  const headers = key();
  const body = { action: legalActionsOf(game)[0], seat: game.viewer };
  const path = `/v1/games/${game.id}/actions`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.post(path, body, headers)));
  const made = answers.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(new Set(made.map(({ body: { appliedVersion } }) => appliedVersion))).toEqual(new Set([3]));
  for (const answer of answers) expect(['200 undefined', '409 idempotency-in-flight']).toContain(problem(answer));
  expect((await stateOf(ada, game.id)).version).toBe(3);
});

test('a key belongs to one request: another body or game is a mismatch, another player or operation is not', async () => {
  const headers = key();
  const first = await ada.post('/v1/games', NEW_GAME, headers);
  expect(problem(await ada.post('/v1/games', { ...NEW_GAME, seats: ['me', 'open'] }, headers))).toBe(
    '422 idempotency-mismatch',
  );
  expect((await bob.post('/v1/games', NEW_GAME, headers)).body.id).not.toBe(first.body.id);
  const path = `/v1/games/${first.body.id}`;
  expect((await ada.post(`${path}/resignation`, {}, headers)).status).toBe(200);
  const other = await create(ada, NEW_GAME);
  expect(problem(await ada.post(`/v1/games/${other.id}/resignation`, {}, headers))).toBe('422 idempotency-mismatch');
});

test('a rejected request leaves its key free', async () => {
  const game = await create(ada, { ...NEW_GAME, seats: ['me', 'open'] });
  const headers = key();
  const path = `/v1/games/${game.id}/resignation`;
  expect(problem(await ada.post(path, {}, headers))).toBe('409 game-not-started');
  await bob.post(`/v1/games/${game.id}/seats`, {});
  expect((await ada.post(path, {}, headers)).body).toMatchObject({ status: 'finished' });
  expect((await ada.post(path, {}, headers)).body).toMatchObject({ status: 'finished' });
});

test('joining, resigning, aborting and playing again are each done once', async () => {
  const game = await create(ada, { ...NEW_GAME, seats: ['me', 'open'] });
  const [joining, ending, again] = [key(), key(), key()];
  const join = () => bob.post(`/v1/games/${game.id}/seats`, {}, joining);
  const [joined, rejoined] = [await join(), await join()];
  expect([rejoined.status, rejoined.body]).toEqual([200, joined.body]);
  const resign = () => bob.post(`/v1/games/${game.id}/resignation`, {}, ending);
  expect((await resign()).body).toEqual((await resign()).body);
  const rematch = () => bob.post(`/v1/games/${game.id}/rematch`, {}, again);
  expect((await rematch()).body).toEqual((await rematch()).body);
  const open = await create(ada, { ...NEW_GAME, seats: ['me', 'open'] });
  const stopping = key();
  const abort = () => ada.post(`/v1/games/${open.id}/abort`, {}, stopping);
  expect((await abort()).body).toEqual((await abort()).body);
});

test('an invalid key is rejected', async () => {
  for (const bad of ['with space', 'x'.repeat(256)]) {
    expect(problem(await ada.post('/v1/games', NEW_GAME, { 'idempotency-key': bad }))).toBe('400 invalid-request');
  }
});

test('If-Match rejects a move on an outdated state with 412', async () => {
  const game = await create(ada, NEW_GAME);
  const path = `/v1/games/${game.id}/actions`;
  const seen = await ada.get(`/v1/games/${game.id}`);
  const etag = seen.headers.get('etag') ?? '';
  const move = { action: legalActionsOf(seen.body)[0], seat: seen.body.viewer };
  expect((await ada.post(path, move, { 'if-match': etag })).status).toBe(200);
  const now = await stateOf(ada, game.id);
  const next = { action: legalActionsOf(now)[0], seat: now.viewer };
  expect(problem(await ada.post(path, next, { 'if-match': etag }))).toBe('412 precondition-failed');
  expect(problem(await ada.post(path, next, { 'if-match': '"something"' }))).toBe('412 precondition-failed');
  expect((await stateOf(ada, game.id)).version).toBe(3);
  expect((await ada.post(path, next, { 'if-match': '*' })).status).toBe(200);
});

describe('of the documented operations', () => {
  const OPERATIONS = operationsOf(committedDocument());
  const changes = OPERATIONS.filter(({ method }) => method !== 'get');
  const idle = (header: string) => changes.filter(({ headers }) => !headers.includes(header));

  /** calls the operation with ids that do not exist and the first example of its body */
  const send = ({ method, path, headers, body }: DocumentedOperation, more: Record<string, string>) => {
    const filled = path
      .replace(/\{(seat|entry|round|board)\}/, '1')
      .replace(/\{poolId\}/, '0'.repeat(16))
      .replace(/\{token\}/, 'x')
      .replace(/\{\w+\}/g, randomUUID());
    const code = headers.includes('recovery-code') ? { 'recovery-code': 'crr_none' } : {};
    return ada.call(method.toUpperCase(), filled, { body, headers: { ...code, ...more } });
  };

  test('each POST takes an Idempotency-Key', () => {
    expect(idle('idempotency-key').filter(({ method }) => method === 'post')).toEqual([]);
  });

  test.each(idle('idempotency-key').map((each) => [each.id, each] as const))(
    '%s rejects an Idempotency-Key, which it does not support',
    async (_, operation) => {
      expect(problem(await send(operation, key()))).toBe('400 idempotency-key-refused');
    },
  );

  test('each that changes something rejects unsupported conditions', async () => {
    for (const header of ['if-match', 'if-none-match']) {
      const refused = idle(header);
      expect(refused.length).toBeGreaterThan(40);
      for (const operation of refused) {
        const answer = await send(operation, { [header]: '"1.0123456789ab.0"' });
        expect([operation.id, problem(answer)]).toEqual([operation.id, '412 condition-refused']);
      }
    }
    expect(changes.filter(({ headers }) => headers.includes('if-match')).map(({ id }) => id)).toEqual(['submitAction']);
  });

  test('each with a response body rejects a caller that accepts none of its types', async () => {
    const answering = OPERATIONS.filter(({ answers, path }) => answers.length > 0 && path.startsWith('/v1/'));
    expect(answering.length).toBeGreaterThan(80);
    const refusals: string[] = [];
    for (const operation of answering) {
      refusals.push(`${operation.id}: ${problem(await send(operation, { accept: 'text/csv' }))}`);
    }
    expect(refusals).toEqual(answering.map(({ id }) => `${id}: 406 not-acceptable`));
  });
});

test('a refusal for its type names the available types, and changes nothing', async () => {
  const { body } = await ada.post('/v1/games', NEW_GAME, { accept: 'text/csv' });
  expect(body.detail).toBe('The call createGame answers with application/json, which your Accept header excludes.');
  expect((await ada.get('/v1/games?player=me', { accept: 'text/csv' })).status).toBe(406);
  const { body: events } = await ada.get(`/v1/games/${randomUUID()}/events`, { accept: 'text/csv' });
  expect(events.detail).toContain('application/json or text/event-stream');
});

describe('a request with the header Accept:', () => {
  test.each([
    '*/*',
    'application/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'application/json;q=0.1, text/csv',
    'APPLICATION/JSON; charset=utf-8',
    'text/*;q=0, */*',
    '',
  ])('%s gets an answer', async (accept) => {
    expect((await ada.get('/v1/me', { accept })).status).toBe(200);
  });

  test.each(['application/json;q=0, */*', 'application/problem+json', 'text/*', '*/*;q=0'])(
    '%s is refused',
    async (accept) => {
      expect(problem(await ada.get('/v1/me', { accept }))).toBe('406 not-acceptable');
    },
  );
});

test('an action is accepted only if all given versions fit', async () => {
  const game = await create(ada, { ...NEW_GAME, seats: ['me', 'me'], seed: 'conditions' });
  await ada.post(`/v1/games/${game.id}/actions`, { action: legalActionsOf(game)[0], seat: game.viewer });
  const { version, head, viewer, choices } = await stateOf(ada, game.id);
  const etag = (await ada.get(`/v1/games/${game.id}`)).headers.get('etag') as string;
  const move = { action: legalActionsOf({ choices })[0], seat: viewer };
  const path = `/v1/games/${game.id}/actions`;
  const inBody = [
    [{ expectedVersion: 99 }, '409 stale-version'],
    [{ expectedVersion: version, expectedHead: 'f'.repeat(64) }, '409 stale-version'],
    [{ expectedVersion: version, expectedHead: head }, null],
    [{ expectedVersion: version }, null],
    [{}, null],
  ] as const;
  const inHeader = [
    [{ 'if-match': etag.replace(/^"\d+/, '"99') }, '412 precondition-failed'],
    [{ 'if-match': etag.replace(/\.[0-9a-f]{12}/, '.ffffffffffff') }, '412 precondition-failed'],
    [{ 'if-match': '"not ours"' }, '412 precondition-failed'],
    [{ 'if-match': etag }, null],
    [{}, null],
  ] as const;
  for (const [body, ofBody] of inBody) {
    for (const [headers, ofHeader] of inHeader) {
      if (ofBody === null && ofHeader === null) continue;
      const answer = await ada.post(path, { ...move, ...body }, headers);
      const [status, code] = [answer.status, answer.body.code];
      // if body and header name different hashes (heads) for one version, the request itself is invalid
      const expected = [ofBody, ofHeader, '400 invalid-request'].filter((each) => each !== null);
      expect(expected).toContain(`${status} ${code}`);
      expect((await stateOf(ada, game.id)).version).toBe(version);
    }
  }
  const taken = await ada.post(path, { ...move, expectedVersion: version, expectedHead: head }, { 'if-match': etag });
  expect(taken.status).toBe(200);
});

test('a vacation, a start, a disqualification and an end of a competition are each made once per key', async () => {
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
  const asked = { name: 'Once', ruleset: 'pascals-ruin', format: 'swiss', rounds: 1 };
  const clock = { perAction: 3600, onTimeout: 'random' };
  const { body: competition } = await ada.post('/v1/competitions', { ...asked, clock });
  const at = `/v1/competitions/${competition.id}`;
  for (const each of [ada, bob]) expect((await each.post(`${at}/entries`, {})).status).toBe(201);
  const calls: [string, object][] = [
    ['/v1/me/vacations', { from: day(10), to: day(12) }],
    [`${at}/start`, {}],
    [`${at}/entries/1/disqualification`, { reason: 'It plays for two.' }],
    [`${at}/abort`, { reason: 'The hall is closed.' }],
  ];
  for (const [path, body] of calls) {
    const headers = key();
    const first = await ada.post(path, body, headers);
    expect([path, first.status]).toEqual([path, path.endsWith('vacations') ? 201 : 200]);
    const again = await ada.post(path, body, headers);
    expect([path, again.status, again.body]).toEqual([path, first.status, first.body]);
  }
  const { vacations } = (await ada.get('/v1/me/vacations')).body;
  expect(vacations).toHaveLength(1);
});
