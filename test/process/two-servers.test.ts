import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import { HotSeats } from './hot-seats.ts';
import { Server } from './server.ts';

test.runIf(KINDS.includes('postgres'))(
  'two servers on one PostgreSQL play the same games: each reads what the other wrote, and none of a move sent to both is played twice',
  { timeout: 60_000 },
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const { settings } = database;
    const servers = await Promise.all([Server.start(settings), Server.start(settings)]);
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
        action: state.legalActions[0],
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
    for (const server of servers) expect(await server.stop()).toBe(0);
  },
);
