import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem, stateOf } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  [ada, bob] = await Promise.all([service.stranger.register('Ada'), service.stranger.register('Bob')]);
});
afterAll(() => service.stop());

const NEW_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'me'] };

function key(): Record<string, string> {
  return { 'idempotency-key': randomUUID() };
}

test('a repeated createGame gives the first answer and makes no second game', async () => {
  const headers = key();
  const first = await ada.post('/v1/games', NEW_GAME, headers);
  const again = await ada.post('/v1/games', NEW_GAME, headers);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get('location')).toBe(`/v1/games/${first.body.id}`);
  const { body } = await ada.get('/v1/games?player=me');
  expect(body.games.filter(({ id }: any) => id === first.body.id)).toHaveLength(1);
});

test('a repeated action gets its first answer, whatever has happened since, and is not played again', async () => {
  const game = await create(ada, { ...NEW_GAME, seats: ['me', 'open'], seed: 'repeat' });
  await bob.post(`/v1/games/${game.id}/seats`, {});
  const mover = (await stateOf(ada, game.id)).legalActions === undefined ? bob : ada;
  const { legalActions, version } = await stateOf(mover, game.id);
  const headers = key();
  const move = { action: legalActions[0], expectedVersion: version };
  const path = `/v1/games/${game.id}/actions`;
  const first = await mover.post(path, move, headers);
  expect(first.status).toBe(200);
  const next = await stateOf(mover, game.id);
  const follower = next.legalActions === undefined ? (mover === ada ? bob : ada) : mover;
  const { legalActions: then } = await stateOf(follower, game.id);
  expect((await follower.post(path, { action: then[0] }, key())).status).toBe(200);
  const after = await stateOf(ada, game.id);

  const again = await mover.post(path, move, headers);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect((await stateOf(ada, game.id)).version).toBe(after.version);
});

test('of many equal requests at the same moment one is carried out and the others are told so', async () => {
  const game = await create(ada, NEW_GAME);
  const headers = key();
  const body = { action: game.legalActions[0], seat: game.viewer };
  const path = `/v1/games/${game.id}/actions`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.post(path, body, headers)));
  const made = answers.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(new Set(made.map(({ body: { appliedVersion } }) => appliedVersion))).toEqual(new Set([3]));
  for (const answer of answers) expect(['200 undefined', '409 idempotency-in-flight']).toContain(problem(answer));
  expect((await stateOf(ada, game.id)).version).toBe(3);
});

test('a key belongs to one request: another body or another game is a mismatch, another player or operation is not', async () => {
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

test('a refused request leaves its key free', async () => {
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

test('a key that cannot be one is refused', async () => {
  for (const bad of ['with space', 'x'.repeat(256)]) {
    expect(problem(await ada.post('/v1/games', NEW_GAME, { 'idempotency-key': bad }))).toBe('400 invalid-request');
  }
});

test('If-Match refuses a move on an old picture with 412', async () => {
  const game = await create(ada, NEW_GAME);
  const path = `/v1/games/${game.id}/actions`;
  const seen = await ada.get(`/v1/games/${game.id}`);
  const etag = seen.headers.get('etag') ?? '';
  const move = { action: seen.body.legalActions[0], seat: seen.body.viewer };
  expect((await ada.post(path, move, { 'if-match': etag })).status).toBe(200);
  const now = await stateOf(ada, game.id);
  const next = { action: now.legalActions[0], seat: now.viewer };
  expect(problem(await ada.post(path, next, { 'if-match': etag }))).toBe('412 precondition-failed');
  expect(problem(await ada.post(path, next, { 'if-match': '"something"' }))).toBe('412 precondition-failed');
  expect((await stateOf(ada, game.id)).version).toBe(3);
  expect((await ada.post(path, next, { 'if-match': '*' })).status).toBe(200);
});

test('who prefers a minimal return is told no more than what the action led to, and may still ask for its first answer', async () => {
  const game = await create(ada, { ...NEW_GAME, seed: 'minimal' });
  const headers = key();
  const path = `/v1/games/${game.id}/actions`;
  const move = { action: game.legalActions[0], expectedVersion: game.version };
  const minimal = await ada.post(path, move, { ...headers, prefer: 'respond-async, Return="minimal"; a=1' });
  expect([minimal.status, minimal.body]).toEqual([204, undefined]);
  expect(minimal.headers.get('preference-applied')).toBe('return=minimal');
  const read = await ada.get(`/v1/games/${game.id}`);
  expect(minimal.headers.get('etag')).toBe(read.headers.get('etag'));
  const whole = await ada.post(path, move, headers);
  expect([whole.status, whole.body.appliedVersion, whole.body.state]).toEqual([200, game.version + 1, read.body]);
});

test.each(['return=representation, return=minimal', 'returns=minimal', 'x="return=minimal"', 'return="minimal', ''])(
  'a Prefer header that does not ask for a minimal return changes nothing: %s',
  async (prefer) => {
    const game = await create(ada, { ...NEW_GAME, seed: 'representation' });
    const move = { action: game.legalActions[0] };
    const answer = await ada.post(`/v1/games/${game.id}/actions`, move, { prefer });
    expect([answer.status, answer.body.version]).toEqual([200, game.version + 1]);
    expect(answer.headers.get('preference-applied')).toBeNull();
    const illegal = { action: game.legalActions[0], expectedVersion: game.version };
    const refused = await ada.post(`/v1/games/${game.id}/actions`, illegal, { prefer: 'return=minimal' });
    expect(refused.body).toMatchObject({ status: 409, code: 'stale-version' });
  },
);
