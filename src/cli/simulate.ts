import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { playerNames, playerOf, type SimulatedGame } from '../kernel/search/simulation.ts';
import { type Catalogue, loadCatalogue, type RulesetVersion } from '../rulesets/catalogue.ts';
import { assertBounded } from './bounded.ts';
import { Mistake } from './mistake.ts';
import { reportOf, tableOf } from './simulation-report.ts';
import type { Batch, Share } from './simulation-worker.ts';
import { type Beginning, beginningIn } from './world-file.ts';

/** Strong against random play in every game, and still quick. */
const PLAYOUTS = 100;
const MOST_PLAYOUTS = 1_000_000;

const USAGE =
  'npm run simulate -- --ruleset id [--seats n] [--options JSON] [--policy name | one per seat, comma between]\n' +
  '                    [--playouts n] [--games n] [--seed text] [--workers n] [--json]\n' +
  'npm run simulate -- --from world.json [--policy …] [--playouts n] [--games n] [--seed text] [--workers n] [--json]\n' +
  '\n' +
  'Policies are random, search and what the ruleset has of its own. search looks ahead with so many playouts for each\n' +
  `decision (--playouts, ${PLAYOUTS} by default). --from plays on from the worlds of an answer of sampleWorlds, or from a\n` +
  'single world {ruleset, rulesVersion, options, seat, version, state}, instead of from the set-up.';

const MOST_GAMES = 10_000_000;

interface Call {
  entry: RulesetVersion;
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
  const flags = readFlags(args);
  const beginning = beginningOf(await loadCatalogue(false), flags);
  const { entry, seats } = beginning;
  const games = wholeNumber('--games', flags.games, 1, MOST_GAMES);
  const workers = wholeNumber('--workers', flags.workers ?? String(availableParallelism()), 1, 256);
  const playouts = wholeNumber('--playouts', flags.playouts, 1, MOST_PLAYOUTS);
  const share = {
    ruleset: entry.ruleset.id,
    rulesVersion: entry.ruleset.rulesVersion,
    options: beginning.options,
    policies: policiesIn(entry, flags.policy, seats),
    playouts,
    worlds: beginning.worlds,
    seed: flags.seed,
    games,
    workers: Math.min(workers, games),
    rest: 0,
  };
  return { entry, share, json: flags.json };
}

/** What the games begin from: the worlds of a file, or a set-up as the flags say. */
function beginningOf(catalogue: Catalogue, flags: Flags): Beginning {
  if (flags.from === undefined) return setUpIn(catalogue, flags);
  const given = (['ruleset', 'seats', 'options'] as const).find((name) => flags[name] !== undefined);
  if (given !== undefined) throw new Mistake(`--from brings its own ruleset, seats and options: leave --${given} out.`);
  return beginningIn(catalogue, flags.from);
}

function setUpIn(catalogue: Catalogue, flags: Flags): Beginning {
  const entry = catalogue.get(flags.ruleset ?? '');
  if (entry === undefined) {
    throw new Mistake(`There is no ruleset "${flags.ruleset ?? ''}"; there are ${[...catalogue.keys()].join(', ')}.`);
  }
  const { min, max } = entry.ruleset.seats;
  const seats = wholeNumber('--seats', flags.seats ?? String(min), min, max);
  return { entry, seats, options: optionsIn(entry, flags.options ?? '{}', seats), worlds: [] };
}

type Flags = ReturnType<typeof readFlags>;

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        ruleset: { type: 'string' },
        seats: { type: 'string' },
        options: { type: 'string' },
        from: { type: 'string' },
        policy: { type: 'string', default: 'random' },
        playouts: { type: 'string', default: String(PLAYOUTS) },
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

function optionsIn(entry: RulesetVersion, text: string, seats: number): unknown {
  const checked = entry.inputs.options(parsed(text));
  if (!checked.ok) {
    const errors = checked.errors.map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
    throw new Mistake(`These options do not fit ${entry.ruleset.name}: ${errors.join('; ')}.`);
  }
  const problem = entry.ruleset.checkOptions(checked.value, seats);
  if (problem !== null) throw new Mistake(problem);
  assertBounded(entry.ruleset, checked.value);
  return checked.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Mistake(`--options takes a JSON object, not ${JSON.stringify(text)}.`);
  }
}

function policiesIn({ ruleset }: RulesetVersion, text: string, seats: number): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => playerOf(ruleset, name, 1) === null);
  if (unknown !== undefined) {
    throw new Mistake(`${ruleset.name} has no policy "${unknown}"; there are ${playerNames(ruleset).join(', ')}.`);
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
