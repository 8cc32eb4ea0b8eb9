import { availableParallelism } from 'node:os';
import type { Catalogue, RulesetVersion } from '#rules/catalogue.ts';
import { botNames, SEARCH } from '#rules/kernel/search/policy.ts';
import { playerOf } from '#rules/kernel/search/simulation.ts';
import { flagsIn, UsageError } from '../../src/cli/flags.ts';
import { belowHalf, optionsIn, wholeNumber } from '../flag-values.ts';
import { type AgentPlan, agentsIn, isProgram } from './agents/agents-file.ts';
import { type CompeteCall, newFolder, planOf } from './compete-call.ts';
import { TEST_FLAGS } from './compete-flags.ts';
import { ResultFolder } from './result-folder.ts';
import type { PolicyTest } from './sequential-test/test-run.ts';

const MOST_BOARDS = 1_000_000;
const MOST_ROUNDS = 100;
const MOST_GAMES = 20_000;
const SEED = 'croupier';

export type MatchTestCall = { kind: 'policies'; test: PolicyTest } | { kind: 'programs'; call: CompeteCall };

/** The flags of a match test, which finds the better of two agents. */
export type TestFlags = Partial<Record<keyof typeof TEST_FLAGS, string>> & { first: string; second: string };

export function testFlagsIn(args: string[]): { flags: TestFlags; json: boolean } {
  const names = Object.keys(TEST_FLAGS).filter((name) => name !== 'json');
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const parsed = flagsIn({ args, options: { ...options, json: { type: 'boolean' } }, allowPositionals: true });
  const { json = false, test, ...values } = parsed.values as Record<string, string | undefined> & { json?: boolean };
  const [second, ...more] = parsed.positionals;
  if (test === undefined || second === undefined || more.length > 0) {
    throw new UsageError('--test takes two names, of agents or policies: --test A B.');
  }
  return { flags: { ...values, first: test, second }, json };
}

/** Reads the flags. Throws a `UsageError` or an `InvalidCall` if they do not fit the rulesets and the agents. */
export function readMatchTest(catalogue: Catalogue, flags: TestFlags): MatchTestCall {
  const entry = catalogue.get(flags.ruleset ?? '');
  if (entry === undefined) {
    throw new UsageError(
      `There is no ruleset "${flags.ruleset ?? ''}": choose one of ${[...catalogue.keys()].join(', ')}.`,
    );
  }
  const agents = flags.agents === undefined ? [] : agentsIn(flags.agents);
  const [first, second] = [flags.first, flags.second].map((name) => agentOf(name, agents, entry));
  if (first === undefined || second === undefined) throw new Error('two names are two agents');
  const areHouse = !isProgram(first) && !isProgram(second);
  const strange = areHouse ? ['clock', 'out'] : ['workers'];
  const given = strange.find((name) => flags[name as keyof TestFlags] !== undefined);
  if (given !== undefined) {
    const where = areHouse ? 'programs, but --test names two policies' : 'two policies';
    throw new UsageError(`--${given} works only in a test of ${where}: leave out --${given}.`);
  }
  return areHouse ? policyTest(flags, entry, first, second) : programTest(flags, entry, [first, second]);
}

function policyTest(flags: TestFlags, entry: RulesetVersion, first: AgentPlan, second: AgentPlan): MatchTestCall {
  const seats = seatsIn(flags, entry);
  const boards = wholeNumber('--max-boards', flags['max-boards'] ?? '10000', 1, MOST_BOARDS);
  const test = {
    ruleset: entry.ruleset.id,
    rulesVersion: entry.ruleset.rulesVersion,
    options: optionsIn(entry, flags.options ?? '{}', seats),
    seats,
    first: policyIn(entry, first),
    second: policyIn(entry, second),
    seed: flags.seed ?? SEED,
    boards,
    workers: Math.min(boards, wholeNumber('--workers', flags.workers ?? String(availableParallelism()), 1, 256)),
    stop: stopIn(flags),
  };
  return { kind: 'policies', test };
}

/** Plans a match in which both agents play each board (the same cards and rolls) from every seat. A match can end early
 * only after a round, so it is split into as many rounds as allowed. */
function programTest(flags: TestFlags, entry: RulesetVersion, agents: [AgentPlan, AgentPlan]): MatchTestCall {
  const seats = seatsIn(flags, entry);
  if (seats === 1)
    throw new UsageError(
      'For a game of one seat, --test compares only policies. Compare programs in a cup: --format cup.',
    );
  const most = Math.floor(MOST_GAMES / seats);
  const limit = wholeNumber('--max-boards', flags['max-boards'] ?? '1000', 1, most);
  const boards = Math.ceil(limit / MOST_ROUNDS);
  const { ruleset, agents: _file, first, second, ...same } = flags;
  const asked = {
    ...same,
    seats: String(seats),
    format: 'match',
    duplicate: 'permuted',
    boards: String(boards),
    rounds: String(Math.floor(limit / boards)),
    stop: JSON.stringify(stopIn(flags)),
    name: `${agents[0].name} against ${agents[1].name}`,
    seed: flags.seed ?? SEED,
  };
  const plan = { ...planOf(asked, entry.ruleset.id, agents), isTest: true as const };
  return { kind: 'programs', call: { folder: new ResultFolder(flags.out ?? newFolder()), plan } };
}

function seatsIn({ seats }: TestFlags, { ruleset }: RulesetVersion): number {
  const { min, max } = ruleset.seats;
  return wholeNumber('--seats', seats ?? String(min), min, max);
}

function stopIn({ margin = '0.1', alpha = '0.05', beta = '0.05' }: TestFlags) {
  return {
    margin: belowHalf('--margin', margin),
    alpha: belowHalf('--alpha', alpha),
    beta: belowHalf('--beta', beta),
  };
}

function agentOf(name: string, agents: readonly AgentPlan[], { ruleset }: RulesetVersion): AgentPlan {
  const found = agents.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  if (playerOf(ruleset, name, 1) !== null) return { name, plays: { kind: 'policy', policy: name } };
  const known = [...agents.map((agent) => agent.name), ...botNames(ruleset).filter((policy) => policy !== SEARCH)];
  throw new UsageError(
    `There is neither an agent nor a policy of ${ruleset.name} named "${name}": choose one of ${known.join(', ')}.`,
  );
}

/** Returns the name of the policy. Rejects `search`, because its strength depends on the time that it gets. */
function policyIn({ ruleset }: RulesetVersion, { plays }: AgentPlan): string {
  const name = plays.kind === 'policy' ? plays.policy : '';
  if (name !== SEARCH && playerOf(ruleset, name, 1) !== null) return name;
  const names = botNames(ruleset).filter((known) => known !== SEARCH);
  throw new UsageError(
    `${ruleset.name} has no policy "${name}" that plays equally well on every machine: choose one of ${names.join(', ')}.`,
  );
}
