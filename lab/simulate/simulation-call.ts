import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Catalogue, RulesetVersion } from '#rules/catalogue.ts';
import type { Preset } from '#rules/kernel/introduction.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { playerOf } from '#rules/kernel/search/simulation.ts';
import { Mistake } from '../../src/cli/flags.ts';
import { optionsIn, wholeNumber } from '../flag-values.ts';
import type { Share } from './simulation-worker.ts';
import { type Beginning, beginningIn } from './world-file.ts';

/** Strong against random play in every game, and still quick. */
const PLAYOUTS = 100;
const MOST_PLAYOUTS = 1_000_000;
const MOST_GAMES = 10_000_000;

export const USAGE =
  'npm run simulate -- --ruleset id [--seats n] [--options JSON] [--policy name | one per seat, comma between]\n' +
  '                    [--playouts n] [--games n] [--seed text] [--workers n] [--json]\n' +
  'npm run simulate -- --from world.json [--policy …] [--playouts n] [--games n] [--seed text] [--workers n] [--json]\n' +
  'npm run simulate -- --ruleset id --presets [--games n] [--seed text] [--workers n]\n' +
  '\n' +
  'Policies are random, search and what the ruleset has of its own. search looks ahead with so many playouts for each\n' +
  `decision (--playouts, ${PLAYOUTS} by default), search-10, search-100 and search-1000 with as many as they say. --from plays on from the worlds of an answer of sampleWorlds, or from a\n` +
  'single world {ruleset, rulesVersion, options, seat, version, state}, instead of from the set-up. ' +
  '--presets plays every set of options that the ruleset has ready with every policy that it has a win rate of.';

/** What is to be simulated, as the command was called. */
export interface SimulationCall {
  entry: RulesetVersion;
  share: Share;
  json: boolean;
}

/** One of the ready-made sets of options, to be played by one policy. */
export interface PresetCall {
  preset: Preset;
  policy: string;
  share: Share;
}

/** Every set of options that the ruleset has ready, with every policy that it says a win rate of. */
export function readPresetCalls(catalogue: Catalogue, args: readonly string[]): PresetCall[] {
  const flags = args.filter((arg) => arg !== '--presets');
  const given = ['--options', '--policy', '--from', '--json'].find((flag) => flags.includes(flag));
  if (given !== undefined) throw new Mistake(`--presets brings its own options and policies: leave ${given} out.`);
  const { ruleset } = readSimulationCall(catalogue, flags).entry;
  return (ruleset.presets ?? []).flatMap((preset) =>
    Object.keys(preset.winRates).map((policy) => {
      const call = [...flags, '--policy', policy, '--options', JSON.stringify(preset.options)];
      return { preset, policy, share: readSimulationCall(catalogue, call).share };
    }),
  );
}

/** Reads the flags of the command; throws a `Mistake` when they make no sense. */
export function readSimulationCall(catalogue: Catalogue, args: readonly string[]): SimulationCall {
  const flags = readFlags(args);
  const beginning = beginningOf(catalogue, flags);
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

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
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

function policiesIn({ ruleset }: RulesetVersion, text: string, seats: number): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => playerOf(ruleset, name, 1) === null);
  if (unknown !== undefined) {
    throw new Mistake(`${ruleset.name} has no policy "${unknown}"; there are ${botNames(ruleset).join(', ')}.`);
  }
  if (names.length !== 1 && names.length !== seats) {
    throw new Mistake(`--policy takes one name, or one for each seat (${seats}), not ${names.length}.`);
  }
  return names.length === 1 ? Array.from({ length: seats }, () => names[0] as string) : names;
}
