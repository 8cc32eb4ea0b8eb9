import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, KINDS, type Kind, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem, readStream } from './table.ts';

const OPEN_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'open'] };

describe.each(KINDS)('on the %s database', (kind: Kind) => {
  let database: TestDatabase;
  let one: Service;
  let other: Service;
  beforeAll(async () => {
    database = await freshDatabase(kind);
    one = await startService({ store: await database.open() });
    other = kind === 'postgres' ? await startService({ store: await database.open() }) : one;
  });
  afterAll(async () => {
    await one.stop();
    if (other !== one) await other.stop();
    await database.remove();
  });

  /** Reads a stream on the other server. Returns how it ended, or `open`. */
  function stream(token: string | null, gameId: string) {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const reading = { status: 'open', events: 0 };
    void readStream(`${other.url}/v1/games/${gameId}/events`, headers, (events) => {
      reading.events = events.length;
      return false;
    }).then(
      ({ status }) => {
        reading.status = `ended after ${status}`;
      },
      (error) => {
        reading.status = `broke off: ${error}`;
      },
    );
    return reading;
  }

  async function readerOf(player: Caller): Promise<{ id: string; token: string }> {
    const { status, body } = await player.post('/v1/me/read-tokens', {});
    expect(status).toBe(201);
    return body;
  }

  test('streams end with their token, cleanly and soon, and no other streams', async () => {
    const ada = await one.stranger.register('Ada');
    const { id } = await create(ada, OPEN_GAME);
    const [board, screen] = [await readerOf(ada), await readerOf(ada)];
    const [own, onBoard, onScreen, watching] = [ada.token, board.token, screen.token, null].map((token) =>
      stream(token, id),
    );
    const all = [own, onBoard, onScreen, watching];
    await expect.poll(() => all.every((each) => (each?.events ?? 0) > 0)).toBe(true);

    expect((await ada.call('DELETE', `/v1/me/tokens/${board.id}`)).status).toBe(204);
    await expect.poll(() => onBoard?.status).toBe('ended after 200');
    expect([own?.status, onScreen?.status, watching?.status]).toEqual(['open', 'open', 'open']);

    const rotated = await ada.call('POST', '/v1/me/token');
    await expect.poll(() => own?.status).toBe('ended after 200');
    expect([onScreen?.status, watching?.status]).toEqual(['open', 'open']);
    for (const token of [ada.token, board.token]) {
      const again = await other.stranger.as(token).get(`/v1/games/${id}/events`, { accept: 'text/event-stream' });
      expect(problem(again)).toBe('401 unauthorized');
    }
    const renewed = ada.as(rotated.body.token);
    expect((await renewed.post(`/v1/games/${id}/abort`, {})).status).toBe(200);
    await expect.poll(() => onScreen?.status).toBe('ended after 200');
    await expect.poll(() => watching?.status).toBe('ended after 200');
  });

  test('waiting calls of any kind learn that their token is unknown', async () => {
    const ada = await one.stranger.register('Ada');
    const { id } = await create(ada, OPEN_GAME);
    const elsewhere = other.stranger.as(ada.token);
    const paths = [`/v1/games/${id}?after=1&wait=20`, `/v1/games/${id}/events?after=1&wait=20`, '/v1/me/turns?wait=20'];
    const waiters = other.gameService.subscriptions.size;
    const waiting = Promise.all(paths.map((path) => elsewhere.get(path)));
    await expect.poll(() => other.gameService.subscriptions.size).toBe(waiters + paths.length);
    const start = performance.now();
    await ada.call('POST', '/v1/me/token');
    for (const answer of await waiting) expect(problem(answer)).toBe('401 unauthorized');
    expect(performance.now() - start).toBeLessThan(15_000) /* no stream has waited for its timeout */;
    await expect.poll(() => other.gameService.subscriptions.size).toBe(waiters);
  });

  test('a caller who opens stream after stream keeps none once the token has ended everywhere', async () => {
    const ada = await one.stranger.register('Ada');
    const { id } = await create(ada, OPEN_GAME);
    const opened: ReturnType<typeof stream>[] = [];
    const openAnother = async () => {
      const another = stream(ada.token, id);
      opened.push(another);
      await expect.poll(() => another.events > 0 || another.status !== 'open').toBe(true);
      return another.status;
    };
    for (let before = 0; before < 3; before++) await openAnother();
    const rotated = ada.call('POST', '/v1/me/token');
    while ((await openAnother()) !== 'ended after 401');
    await rotated;
    const open = () => opened.filter(({ status }) => status === 'open').length;
    await expect.poll(open).toBe(0);
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set(['ended after 200', 'ended after 401']));
  });
});
