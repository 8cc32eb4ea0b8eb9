import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import { DroppingAgent, timeoutsIn } from './dropping-agent.ts';
import { HotSeats } from './hot-seats.ts';
import { Server } from './server.ts';

const AGENTS = 10;
const LAST_VERSION = Number(process.env.LAST_VERSION ?? 15);
const GAMES = LAST_VERSION > 15 ? 50 : 20;
const BEFORE_THE_FIRST_MOVE = 3;
const PER_ACTION_MS = 1000;

describe.runIf(KINDS.includes('postgres'))('two servers on one PostgreSQL', () => {
  let database: TestDatabase;
  let servers: Server[];

  beforeAll(async () => {
    database = await freshDatabase('postgres');
    servers = await Promise.all([Server.start(database.settings), Server.start(database.settings)]);
  });

  afterAll(async () => {
    for (const server of servers) expect(await server.stop()).toBe(0);
    await database.remove();
  });

  test("play the same games: each reads the other's changes, and a move sent to both is played once", async () => {
    const [one, other] = servers as [Server, Server];
    const table = new HotSeats('two servers');
    await table.register(one.url);
    for (let turn = 0; turn < 40; turn++) await table.playSteps((turn % 2 === 0 ? one : other).url, 1);
    for (const server of servers) expect(await table.lost(server.url, 100)).toEqual([]);

    const headers = { authorization: `Bearer ${table.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    let state: any = await (await fetch(`${one.url}/v1/games`, { method: 'POST', headers, body })).json();
    for (let moves = 0; moves < 20; moves++) {
      const move = JSON.stringify({
        action: legalActionsOf(state)[0],
        seat: state.viewer,
        expectedVersion: state.version,
      });
      const sent = await Promise.all(
        [one, other, one, other].map(async (server) => {
          const answer = await fetch(`${server.url}/v1/games/${state.id}/actions`, {
            method: 'POST',
            headers,
            body: move,
          });
          return { status: answer.status, body: (await answer.json()) as any };
        }),
      );
      const applied = sent.filter(({ status }) => status === 200);
      expect(applied).toHaveLength(1);
      for (const answer of sent) {
        if (answer.status !== 200) expect(['stale-version', 'not-your-turn', 'game-over']).toContain(answer.body.code);
      }
      expect(applied[0]?.body.version).toBe(state.version + 1);
      state = applied[0]?.body.state;
      if (state.status === 'finished') break;
    }
  });

  test('undo an action once: one of many callers is answered, and the others learn that they came late', async () => {
    const urls = servers.map(({ url }) => url) as [string, string];
    const player = new DroppingAgent('regrets', urls);
    await player.register();
    const { body: game } = await player.call('POST', '/v1/games', { ruleset: 'pascal', seats: ['me'], seed: 'undo' });
    let state = game;
    for (let undone = 0; undone < 5; ) {
      const action = { action: legalActionsOf(state)[state.version % legalActionsOf(state).length] };
      ({ state } = (await player.call('POST', `/v1/games/${game.id}/actions`, action)).body);
      if (state.undoTo === null) continue;
      const asked = { expectedVersion: state.version };
      const path = `/v1/games/${game.id}/undo`;
      const answers = await Promise.all(
        [...urls, ...urls].map((url) => new DroppingAgent('asks', [url]).as(player).call('POST', path, asked)),
      );
      const [won, ...others] = answers.toSorted((one, other) => one.status - other.status);
      expect(won).toMatchObject({ status: 200, body: { version: state.version + 1 } });
      for (const { status, body } of others) expect([status, body.code]).toEqual([409, 'stale-version']);
      for (const url of urls) {
        const { body } = await new DroppingAgent('looks', [url]).as(player).call('GET', `/v1/games/${game.id}`);
        expect(body).toMatchObject({ version: state.version + 1, head: won.body.head });
      }
      state = won.body;
      undone++;
    }
  });

  test('host many games of agents whose connections break: no move is lost or repeated, and all agents are woken', async () => {
    const urls = servers.map(({ url }) => url);
    const agents = Array.from({ length: AGENTS }, (_, i) => new DroppingAgent(`agent ${i}`, urls));
    await Promise.all(agents.map((agent) => agent.register()));

    const games: string[] = [];
    for (let n = 0; n < GAMES; n++) {
      const [host, guest] = [agents[n % AGENTS], agents[(n + 1 + (n % 7)) % AGENTS]] as [DroppingAgent, DroppingAgent];
      const seats = ['me', { player: guest.id }];
      const { body } = await host.call('POST', '/v1/games', {
        ruleset: 'pascals-ruin',
        seats,
        options: { roundsToWin: 1 },
      });
      await guest.call('POST', `/v1/games/${body.id}/seats`, {});
      games.push(body.id);
    }
    const over = new Set<string>();
    await Promise.all(
      agents.map((agent) =>
        agent.playUntil(
          () => over.size === GAMES,
          LAST_VERSION,
          (id) => over.add(id),
        ),
      ),
    );

    expect(agents.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(GAMES / 2);
    for (const id of games) {
      const versions = agents.flatMap(({ moves }) => moves.filter(({ gameId }) => gameId === id));
      const applied = versions.map(({ appliedVersion }) => appliedVersion).sort((a, b) => a - b);
      const { body } = await (agents[0] as DroppingAgent).call('GET', `/v1/games/${id}`);
      expect(body.status).toBe('finished');
      const all = Array.from({ length: body.version - BEFORE_THE_FIRST_MOVE }, (_, i) => i + BEFORE_THE_FIRST_MOVE + 1);
      expect(applied, `game ${id}: each version was made by one acknowledged move`).toEqual(all);
    }
  });

  test('wake a caller that waits on the other', async () => {
    const [one, other] = servers.map(({ url }) => url) as [string, string];
    const player = new DroppingAgent('waker', [one]);
    await player.register();
    const headers = { authorization: `Bearer ${player.token}` };
    const seats = ['me', 'me'];
    let { body: state } = await player.call('POST', '/v1/games', { ruleset: 'champions-of-chance', seats });
    const delays: number[] = [];
    for (let n = 0; n < 15; n++) {
      const list = await fetch(`${other}/v1/me/turns`, { headers });
      await list.body?.cancel();
      const known = { ...headers, 'if-none-match': list.headers.get('etag') ?? '' };
      const woken = [
        fetch(`${other}/v1/games/${state.id}?after=${state.version}&wait=20`, { headers }),
        fetch(`${other}/v1/me/turns?wait=20`, { headers: known }),
      ].map((waiting) => waiting.then(() => performance.now()));
      await new Promise((resolve) => setTimeout(resolve, 50));
      const move = { action: legalActionsOf(state)[0], seat: state.viewer };
      const { body } = await player.call('POST', `/v1/games/${state.id}/actions`, move);
      const answered = performance.now();
      for (const at of await Promise.all(woken)) delays.push(at - answered);
      state = body.state;
      if (state.status !== 'playing') break;
    }
    const sorted = delays.sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] as number;
    console.log(`woken on the other server ${median.toFixed(1)} ms after the answer (median of ${sorted.length})`);
    expect(median).toBeLessThan(400);
  });

  test('share the clock: each decision expires once, and none before its time', async () => {
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
    await expect.poll(async () => Math.min(...(await timeouts())), { interval: 200 }).toBeGreaterThan(2);
    for (const id of ids) {
      const late = await timeoutsIn(agent, id);
      const { body } = await agent.call('GET', `/v1/games/${id}?at=${late.at(-1)?.version}`);
      expect(late.map(({ version }) => version)).toEqual(late.map((_, i) => i + 3));
      expect(body.version).toBe(late.at(-1)?.version);
      for (const [i, { at }] of late.entries()) {
        if (i > 0) expect(at - (late[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(PER_ACTION_MS);
      }
    }
  });
});
