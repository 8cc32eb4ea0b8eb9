import { userInfo } from 'node:os';
import type { AdminCall } from '../admin/call.ts';
import { UUID } from '../patterns.ts';
import { flagsIn, UsageError, unknownFlag } from './flags.ts';

interface Flag {
  /** null: the flag has no value */
  value: RegExp | null;
  /** continues a sentence that begins with “must be …” */
  form: string;
  help: string;
}

export interface CommandForm {
  /** the argument after the command's name */
  target?: { name: string; form: RegExp; isNeeded: boolean };
  flags?: Record<string, Flag>;
  /** flags that must be given with `--yes` */
  needed?: readonly string[];
  help: string;
}

const ANY = /^/;
/** One visible line without spaces at its ends. */
const LINE = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<!\s)$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const SPAN_OR_TIME = new RegExp(`^\\d{1,5}[hd]$|${TIME.source}`);

const BECAUSE: Flag = {
  value: LINE,
  form: 'a line of 1 to 200 characters',
  help: 'the reason, kept in the log of operators',
};
const YES: Flag = {
  value: null,
  form: 'no value',
  help: 'do it; without --yes, the command only says what it would do',
};

function about(name: string, isNeeded = true) {
  return { name, form: UUID, isNeeded };
}

function limit(byDefault: number): Flag {
  const help = `how many at most (default ${byDefault})`;
  return { value: /^[1-9]\d{0,3}$/, form: 'a whole number from 1 to 9999', help };
}

/** All commands, in the order in which the help shows them. */
export const COMMANDS: Record<string, CommandForm> = {
  find: {
    target: { name: 'text', form: ANY, isNeeded: true },
    help: `Finds players, games and competitions by the beginning or end of their id; players and competitions by a part of their name, players also by a
name that looks like it.`,
  },
  player: { target: about('player'), help: 'Shows a player. It shows no token, code or address.' },
  game: { target: about('game'), help: 'Shows a game, and why it does not go on. It shows no hand, seed or code.' },
  queues: { help: 'Shows what waits in the server, and where the server is late.' },
  suspend: {
    target: about('player'),
    flags: {
      until: {
        value: SPAN_OR_TIME,
        form: 'a time like 2026-12-01T00:00Z, or a span like 12h or 7d',
        help: 'when it ends by itself: a time like 2026-12-01T00:00Z, or a span like 12h or 7d',
      },
      because: { ...BECAUSE, help: 'the reason, which the player sees' },
      yes: YES,
    },
    needed: ['because'],
    help: `Keeps a player out: the server rejects each of their calls with the reason, and sends nothing to their webhooks. Their seeks end, their entries
in competitions pause, and they leave tables that have not begun. No player can join their own tables and competitions meanwhile. Their games go on by
their clocks.`,
  },
  unsuspend: { target: about('player'), flags: { because: BECAUSE, yes: YES }, help: 'Lets a player in again.' },
  'take-out': {
    target: about('competition'),
    flags: {
      entry: { value: /^[1-9]\d{0,3}$/, form: 'the number of an entry', help: 'the number of the entry' },
      because: { ...BECAUSE, help: 'the reason, which everyone can read' },
      yes: YES,
    },
    needed: ['entry', 'because'],
    help: 'Takes one entry out of a competition, for good: it is disqualified, and gets no more games. What it has played stays.',
  },
  void: {
    target: about('game'),
    flags: {
      reason: {
        value: /^(fault|stuck|conduct|asked|other)$/,
        form: 'fault, stuck, conduct, asked or other',
        help: 'the reason in its log, which everyone can read: fault, stuck, conduct, asked or other (default)',
      },
      because: BECAUSE,
      yes: YES,
    },
    needed: ['because'],
    help: 'Ends a game that is not over: it counts for nothing. A competition deals it again on a new board.',
  },
  'take-over': {
    target: about('game'),
    flags: {
      seat: {
        value: /^\d{1,2}$/,
        form: 'the number of a seat',
        help: 'give this seat up, as if its player resigned: the stand-in plays on for it, or the game is over',
      },
      because: BECAUSE,
      yes: YES,
    },
    needed: ['because'],
    help: 'Says why a game does not go on, and makes the server act in it.',
  },
  reports: {
    flags: {
      limit: limit(20),
      before: {
        value: TIME,
        form: 'a time like 2026-12-01T00:00Z',
        help: 'only what was reported before this time, like 2026-12-01T00:00Z',
      },
    },
    help: 'Lists the messages that players reported, newest first.',
  },
  hide: {
    target: about('message'),
    flags: { back: { value: null, form: 'no value', help: 'put it back' }, because: BECAUSE, yes: YES },
    needed: ['because'],
    help: 'Removes a message: everyone sees that the house removed it.',
  },
  log: {
    target: about('player or game', false),
    flags: {
      limit: limit(50),
      before: { value: UUID, form: 'the id of an entry', help: 'only entries older than this one' },
    },
    help: 'Lists what operators did, newest first.',
  },
};

/** Commands that are separate programs with flags of their own. */
export const PROGRAMS: Record<string, { start: () => Promise<unknown>; help: string }> = {
  'abort-competition': { start: () => import('./abort-competition.ts'), help: 'Ends a competition that cannot go on' },
  'copy-database': { start: () => import('./copy-database.ts'), help: 'Copies an embedded database to PostgreSQL' },
  'seal-database': { start: () => import('./seal-database.ts'), help: 'Seals stored secrets under the first key' },
};

/** Flags of every command. */
const COMMON: Record<string, Flag> = {
  as: { ...BECAUSE, help: 'who you are, for the log of operators (default: the user of this machine)' },
  json: { value: null, form: 'no value', help: 'the answer for programs' },
  help: { value: null, form: 'no value', help: 'this text' },
};

const SETTINGS = 'Set DATABASE_URL or DATA_DIR as for the server, which may run or not.';
const CODES = `Exit code 0: done, or found; 1: refused, or not found; 2: the command is wrong; 3: --yes is missing, so nothing was done.`;

export function usageOf(name: string | null): string {
  const form = name === null ? undefined : COMMANDS[name];
  if (name === null || form === undefined) {
    const lines = Object.entries({ ...COMMANDS, ...PROGRAMS }).map(
      ([each, { help }]) => `  ${each.padEnd(17)} ${help.split(/[.:\n]/)[0]}`,
    );
    return `npm run admin -- <command> [--as <name>] [--json] [--help]\n${lines.join('\n')}\n${SETTINGS}\n${CODES}`;
  }
  const flags = Object.entries(form.flags ?? {});
  const asWord = ([flag, { value }]: [string, Flag]) => {
    const word = `--${flag}${value === null ? '' : ' …'}`;
    return form.needed?.includes(flag) ? word : `[${word}]`;
  };
  const words = [name, targetOf(form), ...flags.map(asWord)];
  const lines = [...flags, ...Object.entries(COMMON)].map(([flag, { help }]) => `  --${flag.padEnd(8)} ${help}`);
  return [`npm run admin -- ${words.filter(Boolean).join(' ')}`, form.help, ...lines, SETTINGS, CODES].join('\n');
}

function targetOf({ target }: CommandForm): string {
  if (target === undefined) return '';
  return target.isNeeded ? `<${target.name}>` : `[<${target.name}>]`;
}

/** Returns the flags of the named command, or of all commands. Throws `UsageError` for an unknown flag. */
export function knownIn(args: readonly string[]): Known {
  const forms = Object.entries(COMMANDS).filter(
    ([name]) => !Object.hasOwn(COMMANDS, args[0] ?? '') || name === args[0],
  );
  const known: Known = Object.assign({}, ...forms.map(([, { flags }]) => flags), COMMON);
  const flags = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.replace(/=.*/s, ''));
  const strange = unknownFlag(flags, names(known));
  if (strange !== null) throw new UsageError(strange);
  return known;
}

/** Reads a call from the arguments. Throws `UsageError`. */
export function readCall(args: string[]): { call: AdminCall; json: boolean } {
  const known = knownIn(args);
  const [command = '', ...rest] = args;
  const form = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (form === undefined) throw new UsageError(command === '' ? 'Name a command.' : `There is no command ${command}.`);
  const { values, positionals } = parsed(rest, known);
  const { as: by = userHere(), json = false, ...flags } = values;
  for (const [flag, value] of Object.entries(values)) fits(flag, value, known[flag]);
  for (const flag of flags.yes === true ? (form.needed ?? []) : []) {
    if (flags[flag] === undefined) throw new UsageError(`The option --${flag} is missing.`);
  }
  return { call: { command, target: targetIn(form, positionals), flags, by: String(by) }, json: json === true };
}

/** Returns the name of the user; the number if the machine knows no name. */
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

type Known = Record<string, Flag>;

function parsed(args: string[], known: Known) {
  const options = Object.fromEntries(
    Object.entries(known).map(([flag, { value }]) => [flag, { type: value === null ? 'boolean' : 'string' } as const]),
  );
  return flagsIn({ args: withNumbers(args, known), options, allowPositionals: true });
}

/** Reads `--older-than -1` as `--older-than=-1`, so that a negative number is reported as a wrong value and not as an
 * unknown flag. */
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

function fits(flag: string, value: unknown, form: Flag | undefined): void {
  if (typeof value !== 'string' || form === undefined) return;
  const isTime = !['until', 'before'].includes(flag) || !value.includes('T') || !Number.isNaN(Date.parse(value));
  if (form.value?.test(value) !== true || !isTime) throw new UsageError(`--${flag} must be ${form.form}.`);
}

function targetIn({ target }: CommandForm, positionals: string[]): string | null {
  const [given, second] = positionals;
  if (second !== undefined || (given !== undefined && target === undefined)) {
    throw new UsageError(`Unexpected argument: ${second ?? given}.`);
  }
  if (given === undefined || given.trim() === '') {
    if (given !== undefined || target?.isNeeded) throw new UsageError(`The command must name a ${target?.name}.`);
    return null;
  }
  if (target?.form.test(given) !== true)
    throw new UsageError(`${given} is not the id of a ${target?.name}: \`npm run admin -- find\` shows ids.`);
  return target.form.source === '^' ? given : given.toLowerCase();
}
