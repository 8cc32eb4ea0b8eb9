import { expect, onTestFinished, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import { DroppingAgent } from './dropping-agent.ts';
import { Server } from './server.ts';
import { saidOffset, skewedBy } from './skew.ts';

const MOVES = 12;
const PER_ACTION_S = 25;

test.runIf(KINDS.includes('postgres')).each([30_000, -30_000])(
  'a server whose clock is %i ms off loses no decision, gives no time, and reports the difference',
  async (skewMs) => {
    const database = await freshDatabase('postgres');
    const settings = { DATABASE_URL: database.target };
    const servers = await Promise.all([Server.start(settings), Server.start({ ...settings, ...skewedBy(skewMs) })]);
    onTestFinished(async () => {
      for (const server of servers) await server.stop();
      await database.remove();
    });
    const [right, skewed] = servers as [Server, Server];
    const urls = [right.url];
    const agent = new DroppingAgent('traveller', urls);
    await agent.register();
    const clock = { perAction: PER_ACTION_S, onTimeout: 'resign' };
    const { body: game } = await agent.call('POST', '/v1/games', {
      ruleset: 'pascals-ruin',
      seats: ['me', 'me'],
      clock,
    });
    let state = game;
    for (let move = 0; move < MOVES && state.status === 'playing'; move++) {
      urls[0] = (move % 2 === 0 ? skewed : right).url;
      const action = legalActionsOf(state)[0];
      const { status, body } = await agent.call('POST', `/v1/games/${game.id}/actions`, {
        action,
        seat: state.viewer,
        expectedVersion: state.version,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      const ahead = Date.parse(body.state.updatedAt) - Date.now();
      expect(Math.abs(ahead)).toBeLessThan(10_000);
      expect(Date.parse(body.state.updatedAt)).toBeGreaterThanOrEqual(Date.parse(state.updatedAt));
      if (body.state.deadline !== null) {
        expect(Date.parse(body.state.deadline) - Date.parse(body.state.updatedAt)).toBeLessThanOrEqual(
          PER_ACTION_S * 1000,
        );
      }
      state = body.state;
    }
    const { body } = await agent.call('GET', `/v1/games/${game.id}/events?limit=1000`);
    expect(body.events.filter(({ type }: any) => type === 'seatTimedOut')).toEqual([]);

    expect(Math.abs((await saidOffset(skewed.url)) - skewMs / 1000)).toBeLessThan(5);
    expect(Math.abs(await saidOffset(right.url))).toBeLessThan(5);
    await expect.poll(() => skewed.output).toContain('the clock of this machine differs from that of the database');
  },
);
