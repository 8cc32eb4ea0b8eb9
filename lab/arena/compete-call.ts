import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { messagesOf } from '#rules/input-errors.ts';
import { UNCHECKED } from '#rules/input-validator.ts';
import { flagsIn, UsageError } from '../../src/cli/flags.ts';
import { type NewCompetition as Asked, NewCompetition } from '../../src/competitions/model/settings.ts';
import { Clock } from '../../src/games/model/clock-shapes.ts';
import { PATTERN_WORDS } from '../../src/patterns.ts';
import { SequentialStop } from '../../src/statistics/sequential-test.ts';
import { type AgentPlan, agentsIn, isProgram } from './agents/agents-file.ts';
import { COMPETE_FLAGS } from './compete-flags.ts';
import { type CompetitionPlan, ResultFolder } from './result-folder.ts';

type CompeteFlags = Partial<Record<keyof typeof COMPETE_FLAGS, string>>;

export interface CompeteCall {
  folder: ResultFolder;
  /** null: continues an interrupted run, whose folder has the plan */
  plan: CompetitionPlan | null;
}

const RESULTS = 'results';
const SEED_BYTES = 8;
/** The default time limit of an action if an agent plays over HTTP. Without such agents, each program has its own. */
const USUAL_SECONDS = 30;
const LONGEST_SECONDS = 30 * 24 * 60 * 60;
const FORMATS = ['roundRobin', 'swiss', 'match', 'cup'];
const COUNTS = ['seats', 'boards', 'rounds'] as const;
const WORDS = ['format', 'duplicate', 'scoring'] as const;
const JSONS = ['options', 'clock', 'stop'] as const;

/** Reads the flags. Throws a `UsageError` or an `InvalidCall` if they are not valid. */
export function readCompeteCall(args: string[]): CompeteCall {
  const flags = competeFlagsIn(args);
  if (flags.resume !== undefined) return { folder: folderToResume(flags), plan: null };
  const { ruleset, agents: file } = flags;
  if (ruleset === undefined || file === undefined) throw new UsageError('Give both --ruleset and --agents.');
  return { folder: new ResultFolder(flags.out ?? newFolder()), plan: planOf(flags, ruleset, agentsIn(file)) };
}

export function planOf(flags: CompeteFlags, ruleset: string, agents: AgentPlan[]): CompetitionPlan {
  const seed = flags.seed ?? randomBytes(SEED_BYTES).toString('hex');
  return { format: 'croupier-compete', formatVersion: 1, seed, asked: askedBy(flags, ruleset, agents), agents };
}

function competeFlagsIn(args: string[]): CompeteFlags {
  const options = Object.fromEntries(Object.keys(COMPETE_FLAGS).map((name) => [name, { type: 'string' as const }]));
  return flagsIn({ args: withFolder(args), options }).values as CompeteFlags;
}

function withFolder(args: string[]): string[] {
  const at = args.indexOf('--resume');
  const isAlone = at !== -1 && (args[at + 1] ?? '-').startsWith('-');
  return isAlone ? args.toSpliced(at, 1, '--resume', latestUnfinished()) : args;
}

function latestUnfinished(): string {
  const names = existsSync(RESULTS) ? readdirSync(RESULTS).sort().reverse() : [];
  const folders = names.map((name) => new ResultFolder(join(RESULTS, name)));
  const found = folders.find(({ isBegun, isComplete }) => isBegun && !isComplete);
  if (found !== undefined) return found.path;
  throw new UsageError(
    `There is no unfinished competition in ./${RESULTS}: name the folder of another one after --resume.`,
  );
}

function folderToResume({ resume, ...more }: CompeteFlags): ResultFolder {
  const [given] = Object.keys(more);
  if (given !== undefined)
    throw new UsageError(`--resume continues a competition with its own settings: leave --${given} out.`);
  const folder = new ResultFolder(resume as string);
  folder.plan();
  if (folder.isComplete)
    throw new UsageError(`The competition in ${folder.path} is complete: there is nothing to resume.`);
  return folder;
}

export function newFolder(): string {
  return join(RESULTS, new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
}

function askedBy(flags: CompeteFlags, ruleset: string, agents: readonly AgentPlan[]): Asked {
  const counts = COUNTS.flatMap((name) => (flags[name] === undefined ? [] : [[name, countIn(name, flags[name])]]));
  const words = WORDS.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]]));
  const objects = JSONS.flatMap((name) => (flags[name] === undefined ? [] : [[name, jsonIn(name, flags[name])]]));
  const asked = {
    name: flags.name ?? `${ruleset} between ${agents.length} agents`,
    ruleset,
    format: 'roundRobin',
    ...usualDuplicate(flags),
    clock: usualClock(agents),
    maxEntries: agents.length,
    ...Object.fromEntries([...counts, ...words, ...objects]),
  };
  assertFits(asked);
  if (!FORMATS.includes(asked.format)) throw new UsageError(`--format must be one of ${FORMATS.join(', ')}.`);
  return asked as Asked;
}

// Two players at a table play each board (the same cards and rolls) from both seats, so that no seat is an advantage.
function usualDuplicate({ format = 'roundRobin', seats = '2' }: CompeteFlags): Pick<Asked, 'duplicate'> {
  const isOfTwo = Number(seats) === 2 && (format === 'roundRobin' || format === 'swiss');
  return isOfTwo ? { duplicate: 'permuted' } : {};
}

function usualClock(agents: readonly AgentPlan[]) {
  const isOverHttp = agents.some((plan) => isProgram(plan) && plan.plays.kind === 'command');
  return { perAction: isOverHttp ? USUAL_SECONDS : LONGEST_SECONDS, onTimeout: 'resign' };
}

function assertFits(asked: object): void {
  const ajv = new Ajv({ ...UNCHECKED, strict: false, allErrors: true, formats: { 'date-time': true } });
  const validate = ajv.addSchema([Clock, SequentialStop]).compile(NewCompetition);
  if (validate(asked)) return;
  const errors = messagesOf(validate.errors, PATTERN_WORDS).map(
    ({ pointer, message }) => `--${pointer.slice(1).replaceAll('/', '.')} ${message}`,
  );
  throw new UsageError(`This competition is not possible: ${errors.join('; ')}.`);
}

function countIn(name: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} must be a whole number, not "${text}".`);
}

function jsonIn(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} must be JSON, not ${JSON.stringify(text)}.`);
  }
}
