import { expect, onTestFinished, test } from 'vitest';
import { findPostgres, PostgresServer } from '../postgres.ts';
import { HotSeats } from './hot-seats.ts';
import { Server } from './server.ts';

test.runIf(findPostgres() !== null)(
  'while the database is down calls get 503 with Retry-After, readyz fails, and it recovers by itself',
  async () => {
    const database = await PostgresServer.create();
    onTestFinished(() => database.remove());
    const server = await Server.start({ DATABASE_URL: database.url });
    const warned = 'SECRETS_KEY is not set: seeds and hidden cards are stored unencrypted';
    await expect.poll(() => server.output).toContain(warned); // the log may arrive later than responses
    const table = new HotSeats('outage');
    await table.register(server.url);
    await table.playSteps(server.url, 20);
    const headers = { authorization: `Bearer ${table.token}`, 'content-type': 'application/json' };
    const [gameId] = table.acknowledged.keys();

    await database.stop('QUIT');
    expect(await server.isReady()).toBe(false);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', '/readyz', undefined],
      ['GET', `/v1/games/${gameId}`, undefined],
      ['POST', `/v1/games/${gameId}/actions`, '{"action":{"type":"takeChain"}}'],
      ['POST', '/v1/games', '{"ruleset":"pascals-ruin"}'],
      ['POST', '/v1/players', '{"name":"Late","kind":"human"}'],
    ] as const) {
      const answer = await fetch(server.url + path, {
        method,
        headers: body === undefined ? { authorization: headers.authorization } : headers,
        ...(body === undefined ? {} : { body }),
      });
      expect(answer.status, path).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await answer.json()).toMatchObject({ code: 'unavailable', status: 503 });
    }

    await database.start();
    while (!(await server.isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await table.lost(server.url, 100)).toEqual([]);
    await expect.poll(() => server.output, { timeout: 5_000 }).toContain('the database answers again');
    await table.playSteps(server.url, 20);
    expect(await server.stop()).toBe(0);
    expect(server.output).not.toMatch(/postgres:\/\/|postgresql:\/\//);
  },
);
