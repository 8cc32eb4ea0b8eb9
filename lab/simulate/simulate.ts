import { Worker } from 'node:worker_threads';
import { type Catalogue, loadCatalogue, loadEntry } from '#rules/catalogue.ts';
import type { SimulatedGame } from '#rules/kernel/search/simulation.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { answerCall } from '../../src/cli/flags.ts';
import { threadFile } from '../../src/places.ts';
import { readPresetCalls, readSimulationCall, USAGE } from './simulation-call.ts';
import { presetLine, reportOf, type Time, tableOf } from './simulation-report.ts';
import type { Batch, Share } from './simulation-worker.ts';

await answerCall(USAGE, async (args) => {
  const catalogue = await catalogueFor(args);
  await (args.includes('--presets') ? playPresets(catalogue, args) : playOne(catalogue, args));
  return 0;
});

async function playOne(catalogue: Catalogue, args: readonly string[]): Promise<void> {
  const { entry, share, json } = readSimulationCall(catalogue, args);
  const { played, time } = await playAll(share);
  const report = reportOf(share, entry.ruleset.rulesVersion, played, time);
  console.log(json ? JSON.stringify(report, null, 2) : tableOf(report));
}

async function playPresets(catalogue: Catalogue, args: readonly string[]): Promise<void> {
  for (const call of readPresetCalls(catalogue, args))
    console.log(presetLine(call, (await playAll(call.share)).played));
}

/** Loads only the ruleset that the arguments name, because loading all takes longer than many simulations. */
async function catalogueFor(args: readonly string[]): Promise<Catalogue> {
  const named = args.indexOf('--ruleset');
  const entry = named === -1 ? undefined : await loadEntry(args[named + 1] ?? '', false);
  return entry === undefined ? loadCatalogue(false) : new Map([[entry.ruleset.id, entry]]);
}

function clockFromNow(): () => Time {
  const start = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** Plays the games in workers. Returns the games by number, and the time since the first worker was ready. */
async function playAll(share: Share): Promise<{ played: SimulatedGame[]; time: Time }> {
  const played: SimulatedGame[] = new Array(share.games);
  let done = 0;
  let clock: (() => Time) | null = null;
  const take = (batch: Batch) => {
    clock ??= clockFromNow();
    for (const [number, game] of batch) played[number] = game;
    done += batch.length;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${counted(share.games, 'game')}`);
  };
  const file = threadFile('simulation');
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
  return { played, time: (clock ?? clockFromNow())() };
}
