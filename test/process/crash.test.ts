import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import { HotSeats } from './hot-seats.ts';
import { Server } from './server.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const TABLES = 4;
const LEAST_BETWEEN_KILLS = 40;
const KILL_TEST_MS = 600_000 + KILLS * 15_000;

test.each(KINDS)(
  'killed with SIGKILL during games, on %s, a server starts again each time with every acknowledged action',
  { timeout: KILL_TEST_MS },
  async (kind) => {
    const database = await freshDatabase(kind);
    onTestFinished(() => database.remove());
    await killAndLook(database.settings);
  },
);

async function killAndLook(settings: Record<string, string>): Promise<void> {
  const tables = Array.from({ length: TABLES }, (_, i) => new HotSeats(`table ${i}`));
  let server = await Server.start(settings);
  for (const table of tables) await table.register(server.url);
  for (let kills = 1; kills <= KILLS; kills++) {
    const before = appliedAt(tables);
    const playing = tables.map((table) => table.playUntilCut(server.url));
    while (appliedAt(tables) < before + LEAST_BETWEEN_KILLS) await sleep(20);
    await sleep(20 * (kills % 5));
    await server.stop('SIGKILL');
    await Promise.all(playing);
    server = await Server.start(settings);
    const most = kills === KILLS ? Number.POSITIVE_INFINITY : 20;
    for (const table of tables) expect(await table.lost(server.url, most)).toEqual([]);
  }
  expect(appliedAt(tables)).toBeGreaterThanOrEqual(KILLS * LEAST_BETWEEN_KILLS);
  expect(await server.stop()).toBe(0);
}

function appliedAt(tables: readonly HotSeats[]): number {
  return tables.reduce((sum, table) => sum + table.applied, 0);
}
