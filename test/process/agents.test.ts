import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import { DroppingAgent } from './dropping-agent.ts';
import { Server } from './server.ts';

const GAMES = 50;
const AGENTS = 10;
/** Each game is played so far, or to its end: LAST_VERSION=1000000 for whole games. */
const LAST_VERSION = Number(process.env.LAST_VERSION ?? 15);
/** Creation, joining and the start. */
const BEFORE_THE_FIRST_MOVE = 3;

test.runIf(KINDS.includes('postgres'))(
  'fifty games at once on two servers, by agents whose connections break off: no move is lost, none is made twice, everybody is woken',
  { timeout: 180_000 },
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const { settings } = database;
    const servers = await Promise.all([Server.start(settings), Server.start(settings)]);
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

    expect(agents.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(GAMES);
    for (const id of games) {
      const versions = agents.flatMap(({ moves }) => moves.filter(({ gameId }) => gameId === id));
      const applied = versions.map(({ appliedVersion }) => appliedVersion).sort((a, b) => a - b);
      const { body } = await (agents[0] as DroppingAgent).call('GET', `/v1/games/${id}`);
      expect(body.status).toBe('finished');
      const all = Array.from({ length: body.version - BEFORE_THE_FIRST_MOVE }, (_, i) => i + BEFORE_THE_FIRST_MOVE + 1);
      expect(applied, `game ${id}: each version was made by one acknowledged move`).toEqual(all);
    }
    for (const server of servers) expect(await server.stop()).toBe(0);
  },
);

test.runIf(KINDS.includes('postgres'))(
  'an action on one server wakes who waits on the other',
  { timeout: 60_000 },
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const { settings } = database;
    const servers = await Promise.all([Server.start(settings), Server.start(settings)]);
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
      const move = { action: state.legalActions[0], seat: state.viewer };
      const { body } = await player.call('POST', `/v1/games/${state.id}/actions`, move);
      const answered = performance.now();
      for (const at of await Promise.all(woken)) delays.push(at - answered);
      state = body.state;
      if (state.status !== 'playing') break;
    }
    const sorted = delays.sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] as number;
    console.log(`woken on the other server ${median.toFixed(1)} ms after the answer (median of ${sorted.length})`);
    // Looking again by itself would take a waiter a second on average.
    expect(median).toBeLessThan(400);
    for (const server of servers) expect(await server.stop()).toBe(0);
  },
);
