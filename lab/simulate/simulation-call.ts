import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Catalogue, type RulesetVersion, versionIn, versionsOf } from '#rules/catalogue.ts';
import type { Preset } from '#rules/kernel/introduction.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botNames, randomPolicy } from '#rules/kernel/search/policy.ts';
import { playerOf, simulateGame } from '#rules/kernel/search/simulation.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { flagsIn, UsageError } from '../../src/cli/flags.ts';
import { assertBounded, optionsIn, wholeNumber } from '../flag-values.ts';
import type { Share } from './simulation-worker.ts';

/** The default number of playouts of `search`. With so few it is fast, but still clearly better than random play. */
const PLAYOUTS = 100;
const MOST_PLAYOUTS = 1_000_000;
const MOST_GAMES = 10_000_000;

export const USAGE =
  'npm run simulate -- --ruleset id [--seats n] [--options JSON] [--policy name or name,name,…]\n' +
  '                    [--playouts n] [--games n] [--seed text] [--workers n] [--json]\n' +
  'npm run simulate -- --from world.json [--policy …] [--playouts n] [--games n] [--seed text] [--workers n] [--json]\n' +
  'npm run simulate -- --ruleset id --presets [--games n] [--seed text] [--workers n]\n' +
  '\n' +
  'Plays games without a server and prints how often each seat wins.\n' +
  '--policy: one policy, or one for each seat: random, search or a policy of the ruleset. search tries --playouts random\n' +
  `games for each decision (default ${PLAYOUTS}); search-10, search-100 and search-1000 try the number in their name.\n` +
  '--from: a file with an answer of sampleWorlds, or with one world: {ruleset, rulesVersion, options, seat, version, state}.\n' +
  '--presets: plays each preset of the ruleset with each policy that has a recorded win rate.';

export interface SimulationCall {
  entry: RulesetVersion;
  share: Share;
  json: boolean;
}

export interface PresetCall {
  preset: Preset;
  policy: string;
  share: Share;
}

export function readPresetCalls(catalogue: Catalogue, args: readonly string[]): PresetCall[] {
  const flags = args.filter((arg) => arg !== '--presets');
  const given = ['--options', '--policy', '--from', '--json'].find((flag) => flags.includes(flag));
  if (given !== undefined) throw new UsageError(`Each preset has its own options and policies: leave out ${given}.`);
  const { ruleset } = readSimulationCall(catalogue, flags).entry;
  return (ruleset.presets ?? []).flatMap((preset) =>
    Object.keys(preset.winRates).map((policy) => {
      const call = [...flags, '--policy', policy, '--options', JSON.stringify(preset.options)];
      return { preset, policy, share: readSimulationCall(catalogue, call).share };
    }),
  );
}

/** Reads the flags. Throws a `UsageError` if they are not valid. */
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

function beginningOf(catalogue: Catalogue, flags: Flags): Beginning {
  if (flags.from === undefined) return setUpIn(catalogue, flags);
  const given = (['ruleset', 'seats', 'options'] as const).find((name) => flags[name] !== undefined);
  if (given !== undefined)
    throw new UsageError(`The position of --from has its own ruleset, seats and options: leave out --${given}.`);
  return beginningIn(catalogue, flags.from);
}

function setUpIn(catalogue: Catalogue, flags: Flags): Beginning {
  const entry = catalogue.get(flags.ruleset ?? '');
  if (entry === undefined) {
    throw new UsageError(
      `There is no ruleset "${flags.ruleset ?? ''}": choose one of ${[...catalogue.keys()].join(', ')}.`,
    );
  }
  const { min, max } = entry.ruleset.seats;
  const seats = wholeNumber('--seats', flags.seats ?? String(min), min, max);
  return { entry, seats, options: optionsIn(entry, flags.options ?? '{}', seats), worlds: [] };
}

type Flags = ReturnType<typeof readFlags>;

function readFlags(args: readonly string[]) {
  return flagsIn({
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
}

function policiesIn({ ruleset }: RulesetVersion, text: string, seats: number): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => playerOf(ruleset, name, 1) === null);
  if (unknown !== undefined) {
    throw new UsageError(`${ruleset.name} has no policy "${unknown}": choose one of ${botNames(ruleset).join(', ')}.`);
  }
  if (names.length !== 1 && names.length !== seats) {
    throw new UsageError(`--policy must be one name, or one for each seat (${seats}), not ${names.length}.`);
  }
  return names.length === 1 ? Array.from({ length: seats }, () => names[0] as string) : names;
}

interface Beginning {
  entry: RulesetVersion;
  seats: number;
  options: unknown;
  /** the start positions of the games, used one after another; if empty, each game starts with its set-up */
  worlds: unknown[];
}

/** Reads a file with an answer of the API operation `sampleWorlds`, or with one position `{ruleset, rulesVersion,
 * options, state, …}`. Throws a `UsageError`. */
function beginningIn(catalogue: Catalogue, path: string): Beginning {
  const { ruleset: id, rulesVersion, options: sent, ...rest } = contentsOf(path);
  const listed = typeof id === 'string' ? catalogue.get(id) : undefined;
  if (listed === undefined) {
    throw new UsageError(
      `${path} has the ruleset ${JSON.stringify(id)}, which does not exist: choose one of ${[...catalogue.keys()].join(', ')}.`,
    );
  }
  const entry = versionIn(catalogue, listed.ruleset.id, rulesVersion);
  if (entry === undefined) {
    const here = versionsOf(listed).map(({ ruleset }) => ruleset.rulesVersion);
    const needs = `${path} needs rules version ${JSON.stringify(rulesVersion)} of ${id}`;
    throw new UsageError(`${needs}, but this build has only version ${here.join(' and ')}.`);
  }
  const { ruleset } = entry;
  const options = entry.inputs.options(sent);
  if (!options.ok) throw new UsageError(`The options in ${path} are not valid for ${ruleset.name}.`);
  assertBounded(ruleset, options.value);
  const worlds = worldsIn(path, rest);
  const seats = worlds.map((world, i) => seatsOf(ruleset, options.value, world, `World ${i + 1} of ${path}`));
  if (new Set(seats).size > 1) throw new UsageError(`All \`worlds\` in ${path} must have the same number of seats.`);
  return { entry, seats: seats[0] as number, options: options.value, worlds };
}

function contentsOf(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--from cannot read ${path}: ${(error as Error).message}.`);
  }
  try {
    const contents: unknown = JSON.parse(text);
    if (isRecord(contents)) return contents;
  } catch {}
  throw new UsageError(`${path} does not hold a JSON object.`);
}

function worldsIn(path: string, { worlds, state }: Record<string, unknown>): unknown[] {
  const listed = Array.isArray(worlds) ? worlds : [{ state }];
  const states = listed.map((world: unknown) => (isRecord(world) ? world.state : undefined));
  if (states.length > 0 && states.every(isRecord)) return states;
  throw new UsageError(`${path} must hold a "state", or "worlds" with a "state" each.`);
}

/** Returns the number of seats of a position. To find faults of the file, plays the position to its end once. */
function seatsOf(ruleset: AnyRuleset, options: unknown, world: unknown, name: string): number {
  const { min, max } = ruleset.seats;
  try {
    const faults = ruleset.invariants?.(world) ?? [];
    if (faults.length > 0) throw new Error(faults.join('; '));
    if (ruleset.actors(world).length === 0)
      throw new UsageError(`${name} is a finished game: choose a position before its end.`);
    const players = Array.from({ length: max }, () => randomPolicy);
    const plan = { ruleset, options, players, seed: 'seats', worlds: [world] };
    const seats = simulateGame(plan, 0).outcome.scores.length;
    if (seats < min) throw new Error(`it has ${counted(seats, 'seat')}`);
    return seats;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} is not a valid position of ${ruleset.name}: ${(error as Error).message}.`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
