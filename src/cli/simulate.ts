import { Worker } from 'node:worker_threads';
import type { SimulatedGame } from '../kernel/search/simulation.ts';
import { loadCatalogue } from '../rulesets/catalogue.ts';
import { Mistake } from './mistake.ts';
import { readSimulationCall, USAGE } from './simulation-call.ts';
import { reportOf, tableOf } from './simulation-report.ts';
import type { Batch, Share } from './simulation-worker.ts';

try {
  const { entry, share, json } = readSimulationCall(await loadCatalogue(false), process.argv.slice(2));
  const start = performance.now();
  const played = await playAll(share);
  const report = reportOf(share, entry.ruleset.rulesVersion, played, (performance.now() - start) / 1000);
  console.log(json ? JSON.stringify(report, null, 2) : tableOf(report));
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** Shares the games out among workers and returns them in the order of their numbers. */
async function playAll(share: Share): Promise<SimulatedGame[]> {
  const played: SimulatedGame[] = new Array(share.games);
  let done = 0;
  const take = (batch: Batch) => {
    for (const [number, game] of batch) played[number] = game;
    done += batch.length;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${share.games} games`);
  };
  const file = new URL(
    import.meta.url.endsWith('.ts') ? 'simulation-worker.ts' : 'simulation-worker.js',
    import.meta.url,
  );
  const workers = Array.from({ length: share.workers }, (_, rest) => {
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(file, { workerData: { ...share, rest } });
      worker.on('message', take);
      worker.on('error', reject);
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with code ${code}`))));
    });
  });
  await Promise.all(workers);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return played;
}
