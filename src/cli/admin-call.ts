import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { AdminCall } from '../admin/call.ts';
import { COMMANDS, COMMON, type CommandForm } from './admin-commands.ts';
import { unknownFlag } from './known-flags.ts';
import { Mistake } from './mistake.ts';

const SETTINGS =
  'With the settings of a server: beside servers on PostgreSQL (DATABASE_URL), or with the embedded database (DATA_DIR),\nwhether its server runs or not.';
const CODES = `Exit code 0: done, or found; 1: refused, or not found; 2: this call cannot be understood; 3: it was only said what would
be done.`;

/** What is shown for `--help`, of all commands or of one. */
export function usageOf(name: string | null): string {
  const form = name === null ? undefined : COMMANDS[name];
  if (name === null || form === undefined) {
    const lines = Object.entries(COMMANDS).map(([each, { help }]) => `  ${each.padEnd(10)} ${help.split(/[.:\n]/)[0]}`);
    return `npm run admin -- <command> [--as <name>] [--json] [--help]\n${lines.join('\n')}\n${SETTINGS}\n${CODES}`;
  }
  const words = [name, targetOf(form), ...Object.keys(form.flags).map((flag) => `[--${flag}${placeOf(form, flag)}]`)];
  return `npm run admin -- ${words.filter(Boolean).join(' ')}\n${form.help}
  --as       who you are, for the book of operators; the user of this machine when it is left out
  --json     the answer for programs\n${SETTINGS}\n${CODES}`;
}

function targetOf({ target }: CommandForm): string {
  if (target === null) return '';
  return target.needed ? `<${target.name}>` : `[<${target.name}>]`;
}

function placeOf({ flags }: CommandForm, flag: string): string {
  return flags[flag]?.value === null ? '' : ' …';
}

/** What the command that is named first takes, or, where none is, what any takes. Throws `Mistake` for a flag that is none. */
export function knownIn(args: readonly string[]): Known {
  const forms = Object.entries(COMMANDS).filter(
    ([name]) => !Object.hasOwn(COMMANDS, args[0] ?? '') || name === args[0],
  );
  const known: Known = Object.assign({}, ...forms.map(([, { flags }]) => flags), COMMON);
  const flags = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.replace(/=.*/s, ''));
  const strange = unknownFlag(flags, names(known));
  if (strange !== null) throw new Mistake(strange);
  return known;
}

/** The call, and whether its answer is for a program; throws `Mistake`. */
export function readCall(args: string[]): { call: AdminCall; json: boolean } {
  const known = knownIn(args);
  const [command = '', ...rest] = args;
  const form = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (form === undefined) throw new Mistake(command === '' ? 'Which command?' : `There is no command ${command}.`);
  const { values, positionals } = parsed(rest, known);
  const { as: by = userHere(), json = false, ...flags } = values;
  for (const [flag, value] of Object.entries(values)) fits(flag, value, known[flag]);
  for (const flag of flags.yes === true ? form.needed : []) {
    if (flags[flag] === undefined) throw new Mistake(`--${flag} is needed.`);
  }
  return { call: { command, target: targetIn(form, positionals), flags, by: String(by) }, json: json === true };
}

/** Who runs this, by name, or by number where the machine knows no name. */
function userHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function names(flags: object): string[] {
  return Object.keys(flags).map((flag) => `--${flag}`);
}

type Known = Record<string, { value: RegExp | null; form: string }>;

function parsed(args: string[], known: Known) {
  const options = Object.fromEntries(
    Object.entries(known).map(([flag, { value }]) => [flag, { type: value === null ? 'boolean' : 'string' } as const]),
  );
  try {
    return parseArgs({ args: withNumbers(args, known), options, allowPositionals: true });
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}

/** `--older-than -1` as `--older-than=-1`: a number below zero is a wrong value, not a flag. */
function withNumbers(args: readonly string[], known: Known): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    const takesValue = before.startsWith('--') && (known[before.slice(2)]?.value ?? null) !== null;
    if (takesValue && /^-\d+$/.test(arg)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function fits(flag: string, value: unknown, form: Known[string] | undefined): void {
  if (typeof value !== 'string' || form === undefined) return;
  const isTime = !['until', 'before'].includes(flag) || !value.includes('T') || !Number.isNaN(Date.parse(value));
  if (form.value?.test(value) !== true || !isTime) throw new Mistake(`--${flag} takes ${form.form}.`);
}

function targetIn({ target }: CommandForm, positionals: string[]): string | null {
  const [given, second] = positionals;
  if (second !== undefined || (given !== undefined && target === null)) {
    throw new Mistake(`There is a word too many: ${second ?? given}.`);
  }
  if (given === undefined || given.trim() === '') {
    if (given !== undefined || target?.needed) throw new Mistake(`Which ${target?.name}?`);
    return null;
  }
  if (target?.form.test(given) !== true) throw new Mistake(`${given} is not the id of a ${target?.name}.`);
  return target.form.source === '^' ? given : given.toLowerCase();
}
