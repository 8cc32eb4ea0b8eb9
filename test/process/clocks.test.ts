import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import { DroppingAgent } from './dropping-agent.ts';
import { Server } from './server.ts';

const PER_ACTION_MS = 1000;

/** The times at which the clock ran out, each with the version that this made. */
async function timeoutsIn(agent: DroppingAgent, id: string): Promise<{ version: number; at: number }[]> {
  const { body } = await agent.call('GET', `/v1/games/${id}/events?limit=1000`);
  const late = body.events.filter(({ type }: any) => type === 'seatTimedOut');
  return late.map(({ version, at }: any) => ({ version, at: Date.parse(at) }));
}

test.each(KINDS)(
  'clocks run on while the server is down, and out when it is back, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const database = await freshDatabase(kind);
    onTestFinished(() => database.remove());
    const { settings } = database;
    let server = await Server.start(settings);
    const urls = [server.url];
    const agent = new DroppingAgent('sleeper', urls);
    await agent.register();
    const clock = { perAction: 3, onTimeout: 'resign' };
    const game = { ruleset: 'pascals-ruin', seats: ['me', 'me'], clock };
    const { body } = await agent.call('POST', '/v1/games', game);
    await server.stop('SIGKILL');
    await sleep(Date.parse(body.deadline) - Date.now());
    server = await Server.start(settings);
    urls[0] = server.url;
    await expect
      .poll(async () => (await agent.call('GET', `/v1/games/${body.id}`)).body.status, { timeout: 60_000 })
      .toBe('finished');
    const [late] = await timeoutsIn(agent, body.id);
    expect(late?.version).toBe(3);
    expect(late?.at).toBeGreaterThanOrEqual(Date.parse(body.deadline));
    expect(await server.stop()).toBe(0);
  },
);

test.runIf(KINDS.includes('postgres'))(
  'of two servers one acts when time is up: each decision ends once, and none before its time',
  { timeout: 120_000 },
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const { settings } = database;
    const servers = await Promise.all([Server.start(settings), Server.start(settings)]);
    const agent = new DroppingAgent(
      'two clocks',
      servers.map(({ url }) => url),
    );
    await agent.register();
    const clock = { perAction: PER_ACTION_MS / 1000, onTimeout: 'random' };
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) {
      const game = { ruleset: 'pascals-ruin', seats: ['me', 'me'], clock };
      ids.push((await agent.call('POST', '/v1/games', game)).body.id);
    }
    const timeouts = async () =>
      (await Promise.all(ids.map((id) => timeoutsIn(agent, id)))).map(({ length }) => length);
    await expect
      .poll(async () => Math.min(...(await timeouts())), { timeout: 60_000, interval: 200 })
      .toBeGreaterThan(2);
    for (const id of ids) {
      const late = await timeoutsIn(agent, id);
      // every version after the start was made by time running out, so that a second server would leave its mark here
      const { body } = await agent.call('GET', `/v1/games/${id}?at=${late.at(-1)?.version}`);
      expect(late.map(({ version }) => version)).toEqual(late.map((_, i) => i + 3));
      expect(body.version).toBe(late.at(-1)?.version);
      for (const [i, { at }] of late.entries()) {
        if (i > 0) expect(at - (late[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(PER_ACTION_MS);
      }
    }
    for (const server of servers) expect(await server.stop()).toBe(0);
  },
);
