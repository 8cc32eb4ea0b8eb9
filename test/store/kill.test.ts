import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { assertSoundLogs, createGames } from './contention.ts';
import { freshDatabase, KINDS, SECRETS_KEY } from './test-store.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const LONGEST_LIFE_MS = 600;
const CHILD = fileURLToPath(new URL('./append-until-killed.mjs', import.meta.url));

interface Life {
  found: Map<string, number>;
  kept: Map<string, number>;
}

async function playUntilKilled(kind: string, target: string, ids: string[]): Promise<Life> {
  const child = spawn(process.execPath, [CHILD, kind, target, ...ids], {
    env: { ...process.env, SECRETS_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const life: Life = { found: new Map(), kept: new Map() };
  const lines = createInterface({ input: child.stdout });
  const playing = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      const [which, id, version] = line.split(' ');
      if (which === 'kept') resolve();
      life[which as keyof Life].set(id ?? '', Number(version));
    });
  });
  const gone = once(child, 'close');
  await Promise.race([playing, gone]);
  await sleep(Math.random() * LONGEST_LIFE_MS);
  child.kill('SIGKILL');
  const [, signal] = await gone;
  expect(signal).toBe('SIGKILL');
  return life;
}

it.each(KINDS)(
  'no acknowledged change is lost on the %s database when the process is killed',
  async (kind) => {
    const database = await freshDatabase(kind);
    const before = await database.open();
    const games = await createGames(before, 30);
    await before.close();
    let kept = new Map(games.map(({ id }) => [id, 1]));
    for (let kill = 1; kill <= KILLS; kill++) {
      const life = await playUntilKilled(kind, database.target, [...kept.keys()]);
      for (const [id, version] of kept) expect(life.found.get(id)).toBeGreaterThanOrEqual(version);
      kept = new Map([...life.found, ...life.kept]);
    }
    const after = await database.open();
    for (const [id, version] of kept) expect((await after.log.tip(id))?.version).toBeGreaterThanOrEqual(version);
    await assertSoundLogs(after, games, [], new Map());
    await after.close();
    await database.remove();
  },
  60_000 + 15_000 * KILLS,
);
