import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { PolicyTest } from '../compete/sequential-test/policy-test.ts';
import { botNames, SEARCH } from '../kernel/search/policy.ts';
import { playerOf } from '../kernel/search/simulation.ts';
import type { Catalogue, RulesetVersion } from '../rulesets/catalogue.ts';
import { belowHalf, optionsIn, wholeNumber } from './flag-values.ts';
import { unknownFlag } from './known-flags.ts';
import { Mistake } from './mistake.ts';

const MOST_BOARDS = 1_000_000;

export const TEST_USAGE = `npm run compete -- --test A B --ruleset id [--seats n] [--options JSON] [--alpha 0.05] [--beta 0.05] [--margin 0.1]
                  [--max-boards 10000] [--seed text] [--workers n] [--json]
  --test        the two, each a policy of the house: is A better than B?
  --alpha       how often two that are equal may be told apart
  --beta        how often a difference as large as the margin may be missed
  --margin      a difference in the share of wins that does not matter
  --max-boards  after which it is given up
Exit code 0: A is shown to be better; 1: worse; 3: as good within the margin; 4: undecided; 2: this call cannot be understood;
130: ended with Ctrl-C.`;

const FLAGS = {
  test: { type: 'string' },
  ruleset: { type: 'string' },
  seats: { type: 'string' },
  options: { type: 'string', default: '{}' },
  alpha: { type: 'string', default: '0.05' },
  beta: { type: 'string', default: '0.05' },
  margin: { type: 'string', default: '0.1' },
  'max-boards': { type: 'string', default: '10000' },
  seed: { type: 'string', default: 'croupier' },
  workers: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** What is to be tested, as the command was called. */
export interface MatchTestCall {
  entry: RulesetVersion;
  test: PolicyTest;
  json: boolean;
}

type Flags = ReturnType<typeof flagsIn>;

/** Reads the flags alone, before anything is loaded; throws a `Mistake` when they make no sense. */
export function flagsIn(args: string[]) {
  const complaint = unknownFlag(
    namesIn(args),
    Object.keys(FLAGS).map((name) => `--${name}`),
  );
  if (complaint !== null) throw new Mistake(complaint);
  try {
    const { values, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true });
    const [second, ...more] = positionals;
    if (values.test === undefined || second === undefined || more.length > 0) {
      throw new Mistake('--test takes two names: --test A B.');
    }
    return { ...values, first: values.test, second };
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}

/** What begins with two dashes, without a value behind an equals sign. */
function namesIn(args: string[]): string[] {
  return args.filter((arg) => arg.startsWith('--') && arg !== '--').map((arg) => arg.replace(/=.*$/s, ''));
}

/** Throws a `Mistake` when what the flags say does not fit the rulesets. */
export function readMatchTest(catalogue: Catalogue, flags: Flags): MatchTestCall {
  const entry = catalogue.get(flags.ruleset ?? '');
  if (entry === undefined) {
    throw new Mistake(`There is no ruleset "${flags.ruleset ?? ''}"; there are ${[...catalogue.keys()].join(', ')}.`);
  }
  const { min, max } = entry.ruleset.seats;
  const seats = wholeNumber('--seats', flags.seats ?? String(min), min, max);
  const boards = wholeNumber('--max-boards', flags['max-boards'], 1, MOST_BOARDS);
  const test = {
    ruleset: entry.ruleset.id,
    rulesVersion: entry.ruleset.rulesVersion,
    options: optionsIn(entry, flags.options, seats),
    seats,
    first: policyIn(entry, flags.first),
    second: policyIn(entry, flags.second),
    seed: flags.seed,
    boards,
    workers: Math.min(boards, wholeNumber('--workers', flags.workers ?? String(availableParallelism()), 1, 256)),
    stop: {
      margin: belowHalf('--margin', flags.margin),
      alpha: belowHalf('--alpha', flags.alpha),
      beta: belowHalf('--beta', flags.beta),
    },
  };
  return { entry, test, json: flags.json };
}

/** `search` alone thinks as long as there is time for, so that what it plays cannot be measured here. */
function policyIn({ ruleset }: RulesetVersion, name: string): string {
  if (name !== SEARCH && playerOf(ruleset, name, 1) !== null) return name;
  const names = botNames(ruleset).filter((known) => known !== SEARCH);
  throw new Mistake(`${ruleset.name} has no policy of fixed strength "${name}"; there are ${names.join(', ')}.`);
}
