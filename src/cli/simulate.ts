import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { policyNames, policyOf } from '../kernel/policy.ts';
import type { SimulatedGame } from '../kernel/simulation.ts';
import { type CatalogueEntry, loadCatalogue } from '../rulesets/catalogue.ts';
import { reportOf, tableOf } from './simulation-report.ts';
import type { Batch, Share } from './simulation-worker.ts';

const USAGE =
  'npm run simulate -- --ruleset id [--seats n] [--options JSON] [--policy name | one per seat, comma between]\n' +
  '                    [--games n] [--seed text] [--workers n] [--json]';

const MOST_GAMES = 10_000_000;

/** Something about the call that its author can mend. */
class Mistake extends Error {}

interface Call {
  entry: CatalogueEntry;
  share: Share;
  json: boolean;
}

try {
  const { entry, share, json } = await readCall(process.argv.slice(2));
  const start = performance.now();
  const played = await playAll(share);
  const report = reportOf(share, entry.ruleset.rulesVersion, played, (performance.now() - start) / 1000);
  console.log(json ? JSON.stringify(report, null, 2) : tableOf(report));
} catch (error) {
  if (!(error instanceof Mistake)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

async function readCall(args: string[]): Promise<Call> {
  const values = readFlags(args);
  const catalogue = await loadCatalogue(false);
  const entry = catalogue.get(values.ruleset ?? '');
  if (entry === undefined) {
    throw new Mistake(`There is no ruleset "${values.ruleset ?? ''}"; there are ${[...catalogue.keys()].join(', ')}.`);
  }
  const { ruleset } = entry;
  const seats = wholeNumber('--seats', values.seats ?? String(ruleset.seats.min), ruleset.seats.min, ruleset.seats.max);
  const games = wholeNumber('--games', values.games, 1, MOST_GAMES);
  const workers = wholeNumber('--workers', values.workers ?? String(availableParallelism()), 1, 256);
  const options = optionsIn(entry, values.options, seats);
  const policies = policiesIn(entry, values.policy, seats);
  const share = {
    ruleset: ruleset.id,
    options,
    policies,
    seed: values.seed,
    games,
    workers: Math.min(workers, games),
    rest: 0,
  };
  return { entry, share, json: values.json };
}

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        ruleset: { type: 'string' },
        seats: { type: 'string' },
        options: { type: 'string', default: '{}' },
        policy: { type: 'string', default: 'random' },
        games: { type: 'string', default: '1000' },
        seed: { type: 'string', default: 'croupier' },
        workers: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}

function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new Mistake(`${flag} takes a whole number from ${min} to ${max}, not "${text}".`);
}

function optionsIn(entry: CatalogueEntry, text: string, seats: number): unknown {
  const checked = entry.forms.options(parsed(text));
  if (!checked.ok) {
    const errors = checked.errors.map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
    throw new Mistake(`These options do not fit ${entry.ruleset.name}: ${errors.join('; ')}.`);
  }
  const problem = entry.ruleset.checkOptions(checked.value, seats);
  if (problem !== null) throw new Mistake(problem);
  return checked.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Mistake(`--options takes a JSON object, not ${JSON.stringify(text)}.`);
  }
}

function policiesIn({ ruleset }: CatalogueEntry, text: string, seats: number): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => policyOf(ruleset, name) === null);
  if (unknown !== undefined) {
    throw new Mistake(`${ruleset.name} has no policy "${unknown}"; there are ${policyNames(ruleset).join(', ')}.`);
  }
  if (names.length !== 1 && names.length !== seats) {
    throw new Mistake(`--policy takes one name, or one for each of the ${seats} seats, not ${names.length}.`);
  }
  return names.length === 1 ? Array.from({ length: seats }, () => names[0] as string) : names;
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
