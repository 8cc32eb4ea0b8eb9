import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import {
  type Chooser,
  firstDifference,
  listedChoices,
  PlaythroughError,
  type PlaythroughHeader,
  playthrough,
  randomChoices,
  readPlaythrough,
  recordedChoices,
  writtenPlaythrough,
} from '#rules/kernel/playthrough.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { flagsIn, UsageError } from '../../src/cli/flags.ts';

const USAGE = `playthroughs                    play every golden playthrough again and rewrite it
playthroughs --check            change nothing; fail when one is not what the rules give now
playthroughs [--check] --ruleset x   only those of one ruleset
playthroughs new --ruleset x --name foo --title '…' [--options JSON] [--seats n] [--seed s]
                 [--steps max] [--choices random | places in the list of legal actions: 0,2,1]`;

const DEFAULT_STEPS = 100;
const SHELF = 'versions';

export interface Surroundings {
  catalogue: Catalogue;
  /** the folder of all playthroughs, with one folder for each ruleset */
  folder: string;
  say(line: string): void;
  complain(line: string): void;
}

/** Carries out the command and returns the exit code. */
export function playthroughCommand(args: string[], around: Surroundings): number {
  if (args.includes('--help')) {
    around.say(USAGE);
    return 0;
  }
  try {
    const { values, positionals } = flagsIn({ args, allowPositionals: true, options: OPTIONS });
    const [command, ...rest] = positionals;
    if (rest.length > 0 || (command !== undefined && command !== 'new')) {
      throw new UsageError(`There is no command "${positionals.join(' ')}".`);
    }
    if (command === undefined) return replayAll(values, around);
    makeNew(values, around);
    return 0;
  } catch (error) {
    if (!isMistake(error)) throw error;
    around.complain(`${error.message} See --help.`);
    return 2;
  }
}

/** True for an error that the user can correct. All other errors are bugs. */
function isMistake(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof PlaythroughError;
}

const OPTIONS = {
  check: { type: 'boolean' },
  ruleset: { type: 'string' },
  name: { type: 'string' },
  title: { type: 'string' },
  options: { type: 'string' },
  seats: { type: 'string' },
  seed: { type: 'string' },
  steps: { type: 'string' },
  choices: { type: 'string' },
} as const;

type Asked = { [Name in keyof typeof OPTIONS]?: Name extends 'check' ? boolean : string };

export interface WrittenFile {
  ruleset: string;
  /** null: the newest rules version */
  olderVersion: number | null;
  /** relative to the folder of all playthroughs */
  path: string;
}

/** Lists the recorded games by ruleset, those of the newest version first. */
export function writtenFiles(folder: string): WrittenFile[] {
  const filesIn = (ruleset: string, place: string, olderVersion: number | null): WrittenFile[] =>
    namesIn(join(folder, place))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ ruleset, olderVersion, path: join(place, name) }));
  return namesIn(folder).flatMap((id) => [
    ...filesIn(id, id, null),
    ...namesIn(join(folder, id, SHELF)).flatMap((name) => filesIn(id, join(id, SHELF, name), Number(name))),
  ]);
}

/** Returns the sorted names in a folder; none if there is no such folder. */
function namesIn(folder: string): string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).sort() : [];
}

export function rulesOf({ ruleset, olderVersion }: WrittenFile, catalogue: Catalogue): RulesetVersion {
  const rules = olderVersion === null ? catalogue.get(ruleset) : versionIn(catalogue, ruleset, olderVersion);
  if (rules !== undefined) return rules;
  const version = olderVersion === null ? '' : `version ${olderVersion} of `;
  throw new UsageError(`There is no ${version}ruleset "${ruleset}": choose one of ${listed(catalogue)}.`);
}

/** Plays the choices of a recorded game again with the given rules and returns the new record. */
export function playedAgain(written: string, entry: RulesetVersion): string {
  const { header, choices } = readPlaythrough(written);
  const { id, rulesVersion } = entry.ruleset;
  if (header.ruleset !== id)
    throw new UsageError(`the file belongs to the ruleset ${header.ruleset}, but is in the folder of ${id}: move it`);
  const options = checkedOptions(entry, header.options, header.seats);
  const now: PlaythroughHeader = { ...header, rulesVersion, options };
  const steps = playthrough(entry.ruleset, now, recordedChoices(choices));
  if (steps.length <= choices.length) {
    throw new UsageError(`step ${steps.length}: the game was over before ${JSON.stringify(choices[steps.length - 1])}`);
  }
  return writtenPlaythrough(now, steps);
}

function replayAll(asked: Asked, around: Surroundings): number {
  const stray = Object.keys(asked).find((name) => name !== 'check' && name !== 'ruleset');
  if (stray !== undefined) throw new UsageError(`--${stray} needs the command "new".`);
  if (asked.ruleset !== undefined) entryOf(asked.ruleset, around.catalogue);
  const files = writtenFiles(around.folder).filter(({ ruleset }) => (asked.ruleset ?? ruleset) === ruleset);
  const failures = files.filter((file) => !replayOne(file, asked.check === true, around));
  around.say(`${files.length - failures.length} of ${files.length} playthroughs are current.`);
  return failures.length === 0 ? 0 : 1;
}

function replayOne(file: WrittenFile, check: boolean, around: Surroundings): boolean {
  const place = join(around.folder, file.path);
  try {
    const written = readFileSync(place, 'utf8');
    const now = playedAgain(written, rulesOf(file, around.catalogue));
    const difference = firstDifference(written, now);
    if (difference === null) return true;
    if (check || file.olderVersion !== null) {
      const frozen = file.olderVersion === null ? '' : ', although rules of an older version never change';
      around.complain(`${file.path}: ${difference}${frozen}`);
      return false;
    }
    writeFileSync(place, now);
    around.say(`${file.path}: rewritten, ${difference}`);
    return true;
  } catch (error) {
    around.complain(`${file.path}: ${isMistake(error) ? error.message : (error as Error).stack}`);
    return false;
  }
}

function makeNew(asked: Asked, around: Surroundings): void {
  const { ruleset: id, name, title } = asked;
  if (asked.check !== undefined) throw new UsageError('--check cannot be combined with the command "new".');
  if (id === undefined || name === undefined || title === undefined) {
    throw new UsageError('A new playthrough needs --ruleset, --name and --title.');
  }
  const entry = entryOf(id, around.catalogue);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(`The name "${name}" must be in kebab case, like five-sixes.`);
  const path = join(id, `${name}.jsonl`);
  if (existsSync(join(around.folder, path))) throw new UsageError(`${path} exists already: choose another name.`);
  const { rulesVersion, seats: range } = entry.ruleset;
  const seats = wholeNumber('seats', asked.seats ?? `${range.min}`, range.min, range.max);
  const options = checkedOptions(entry, parsedOptions(asked.options ?? '{}'), seats);
  const header: PlaythroughHeader = { title, ruleset: id, rulesVersion, options, seats, seed: asked.seed ?? name };
  const steps = playthrough(entry.ruleset, header, chooserOf(asked, entry, header.seed));
  mkdirSync(join(around.folder, id), { recursive: true });
  writeFileSync(join(around.folder, path), writtenPlaythrough(header, steps));
  around.say(`${path}: ${counted(steps.length - 1, 'step')} after the set-up`);
}

function chooserOf(asked: Asked, { ruleset }: CatalogueEntry, seed: string): Chooser {
  const choices = asked.choices ?? 'random';
  if (choices === 'random') {
    return randomChoices(ruleset, seed, wholeNumber('steps', asked.steps ?? `${DEFAULT_STEPS}`, 1, 1_000_000));
  }
  const places = choices.split(',');
  if (!places.every((place) => /^\d+$/.test(place))) {
    throw new UsageError(`--choices must be "random" or numbers like 0,2,1, not "${choices}".`);
  }
  const most = asked.steps === undefined ? places.length : wholeNumber('steps', asked.steps, 1, 1_000_000);
  return listedChoices(ruleset, places.slice(0, most).map(Number));
}

export function entryOf(id: string, catalogue: Catalogue): CatalogueEntry {
  const entry = catalogue.get(id);
  if (entry === undefined) throw new UsageError(`There is no ruleset "${id}": choose one of ${listed(catalogue)}.`);
  return entry;
}

function listed(catalogue: Catalogue): string {
  return [...catalogue.keys()].join(', ') || 'none';
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return number;
}

function parsedOptions(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--options is not JSON: ${text}`);
  }
}

/** Validates options and adds the defaults of missing ones. */
function checkedOptions({ inputs, ruleset }: RulesetVersion, sent: unknown, seats: number): object {
  const checked = inputs.options(sent);
  if (!checked.ok) {
    const faults = checked.errors.map(({ pointer, message }) => `${pointer || 'they'} ${message}`);
    throw new UsageError(`The options are not valid for ${ruleset.id}: ${faults.join('; ')}.`);
  }
  const refusal = ruleset.checkOptions(checked.value, seats);
  if (refusal !== null) throw new UsageError(refusal);
  return checked.value;
}
