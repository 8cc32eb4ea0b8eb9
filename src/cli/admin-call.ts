import { userInfo } from 'node:os';
import type { AdminCall } from '../admin/call.ts';
import { UUID } from '../patterns.ts';
import { flagsIn, UsageError, unknownFlag } from './flags.ts';

interface Flag {
  /** the form of the flag's value; null: the flag has no value */
  value: RegExp | null;
  /** the form in words that continue “must be” */
  form: string;
  help: string;
}

export interface CommandForm {
  /** the argument after the command's name */
  target?: { name: string; form: RegExp; isNeeded: boolean };
  flags?: Record<string, Flag>;
  /** the required flags */
  needed?: readonly string[];
  help: string;
}

const ANY = /^/;
/** One visible line that neither begins nor ends with a space. */
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
  help: 'carry out the command; without --yes, it only says what it would do',
};

function about(name: string, isNeeded = true) {
  return { name, form: UUID, isNeeded };
}

function limit(byDefault: number): Flag {
  const help = `how many to list at most (default ${byDefault})`;
  return { value: /^[1-9]\d{0,3}$/, form: 'a whole number from 1 to 9999', help };
}

/** All commands for operators, in the order in which the help shows them. */
export const COMMANDS: Record<string, CommandForm> = {
  find: {
    target: { name: 'text', form: ANY, isNeeded: true },
    help: `Finds players, games and competitions by the beginning or the end of their id. Finds players and competitions also by a part of their name, and
players by a name that looks the same.`,
  },
  player: { target: about('player'), help: 'Shows a player. It shows no token, code or address.' },
  game: {
    target: about('game'),
    help: 'Shows a game, and why it does not continue. It shows no hidden card, seed or code.',
  },
  queues: { help: 'Shows how much work waits in the server, and which work is late.' },
  suspend: {
    target: about('player'),
    flags: {
      until: {
        value: SPAN_OR_TIME,
        form: 'a time like 2026-12-01T00:00Z, or a span like 12h or 7d',
        help: 'when the suspension ends: a time like 2026-12-01T00:00Z, or a span like 12h or 7d',
      },
      because: { ...BECAUSE, help: 'the reason, which the player sees' },
      yes: YES,
    },
    needed: ['because'],
    help: `Suspends a player. The server rejects each call of the player with the reason, and sends nothing to the player's webhooks. The player's seeks
end, entries in competitions pause, and seats in games that have not begun become free. No one can join games and competitions of the player. The clocks
of running games continue.`,
  },
  unsuspend: {
    target: about('player'),
    flags: { because: BECAUSE, yes: YES },
    help: 'Ends the suspension of a player.',
  },
  'take-out': {
    target: about('competition'),
    flags: {
      entry: { value: /^[1-9]\d{0,3}$/, form: 'the number of an entry', help: 'the number of the entry' },
      because: { ...BECAUSE, help: 'the reason, which everyone can read' },
      yes: YES,
    },
    needed: ['entry', 'because'],
    help: 'Disqualifies an entry of a competition. It gets no more games, and its results stay. You cannot undo this.',
  },
  'abort-competition': {
    target: about('competition'),
    flags: { because: { ...BECAUSE, help: 'the reason, which everyone can read' }, yes: YES },
    needed: ['because'],
    help: `Ends a competition that cannot continue. Its games end without a result, and its seed is published. You cannot undo this.`,
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
    help: 'Ends a game that is not over, without a result. A competition replaces it by a game with other cards and dice.',
  },
  'take-over': {
    target: about('game'),
    flags: {
      seat: {
        value: /^\d{1,2}$/,
        form: 'the number of a seat',
        help: 'give up this seat, as if its player resigned: a bot plays it, or the game ends',
      },
      because: BECAUSE,
      yes: YES,
    },
    needed: ['because'],
    help: 'Says why a game does not continue, and makes the server act in it.',
  },
  reports: {
    flags: {
      limit: limit(20),
      before: {
        value: TIME,
        form: 'a time like 2026-12-01T00:00Z',
        help: 'only reports from before this time, like 2026-12-01T00:00Z',
      },
    },
    help: 'Lists the messages that players reported, newest first.',
  },
  hide: {
    target: about('message'),
    flags: { back: { value: null, form: 'no value', help: 'show the message again' }, because: BECAUSE, yes: YES },
    needed: ['because'],
    help: 'Removes a message. Players see that it was removed.',
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
  'copy-database': { start: () => import('./copy-database.ts'), help: 'Copies an embedded database to PostgreSQL' },
  'seal-database': { start: () => import('./seal-database.ts'), help: 'Encrypts stored secrets with SECRETS_KEY' },
};

/** Flags of every command. */
const COMMON: Record<string, Flag> = {
  as: { ...BECAUSE, help: 'your name in the log of operators (default: the user of this machine)' },
  json: { value: null, form: 'no value', help: 'print the answer as JSON' },
  help: { value: null, form: 'no value', help: 'print this text' },
};

const SETTINGS = 'Set DATABASE_URL or DATA_DIR as for the server. The server can be running or stopped.';
const CODES = `Exit code 0: done, or found; 1: refused, or not found; 2: the command is wrong; 3: nothing was done, because --yes is missing.`;

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

/** Returns the flags of the command in `args`, or of all commands. Throws `UsageError` for an unknown flag. */
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
  const target = targetIn(form, positionals);
  for (const flag of form.needed ?? []) {
    if (flags[flag] === undefined) throw new UsageError(`The option --${flag} is missing.`);
  }
  return { call: { command, target, flags, by: String(by) }, json: json === true };
}

/** Returns the name of the operating system's user, or the number if the user has no name. */
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

/** Reads `--older-than -1` as `--older-than=-1`, so that the error names a wrong value and not an unknown flag `-1`. */
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
