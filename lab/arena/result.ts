import type { Par } from '#rules/kernel/search/par.ts';
import type { EntryStatus } from '../../src/competitions/model/competition-shapes.ts';
import type { CountedGame } from '../../src/competitions/model/events.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import type { CrossTableCell } from '../../src/statistics/cross-table.ts';
import type { Interval, Standing } from '../../src/statistics/results.ts';

/** The version of `result.json`. Increase it with every change that programs reading the file must know about. */
export const RESULT_VERSION = 1;

/** The content of `result.json`, which the report shows. Entries count from 1, seats from 0; times are ISO 8601. */
export interface CompeteResult {
  format: 'croupier-compete-result';
  formatVersion: typeof RESULT_VERSION;
  competitionId: string;
  /** determines the competition's id, the cards and rolls of its games and all choices of policies */
  seed: string;
  settings: Settings;
  direction: 'highest' | 'lowest';
  /** `aborted`: there were too few agents to start, or the server could not continue */
  status: 'finished' | 'aborted';
  abortReason: string | null;
  /** in the order of entry numbers */
  agents: CompetedAgent[];
  /** best first */
  standings: Standing[];
  /** results of each pair of entries, in the order of entry numbers */
  crossTable: CrossTableCell[];
  /** all games, even those that count for nothing (void), in the order in which they were scheduled */
  games: CompetedGame[];
  /** in the order of their numbers */
  boards: CompetedBoard[];
  /** losses of games or entries because an agent broke a rule of the arena, in order of time */
  losses: RuleLoss[];
  /** the ratings during the competition; the last step has the final ones. Empty for a cup, which compares scores */
  ratingSteps: RatingStep[];
  timing: Timing;
}

export interface CompetedAgent {
  entry: number;
  name: string;
  plays: AgentKind;
  status: EntryStatus;
  /** why the entry was disqualified; null: it was not */
  disqualified: string | null;
  /** the number of starts of its program in all runs; 0 for a policy */
  starts: number;
  actions: number;
  /** the limits of its program; null for a policy */
  bounds: Bounds | null;
}

export type AgentKind =
  | { kind: 'policy'; policy: string }
  | { kind: 'command'; command: string[] }
  | { kind: 'pipe'; command: string[] };

export interface Bounds {
  /** the time limit of each action, in seconds */
  seconds: number;
  /** the memory limit of all processes of the program together, in MiB */
  memoryMb: number;
  /** the number of times that the program may restart after it ended by itself or broke a rule */
  restarts: number;
}

export interface CompetedGame extends CountedGame {
  /** why the game ended: a reason of its rules or of the server */
  reason: string | null;
  /** the number of all actions, including those that the server took */
  actions: number;
  startedAt: string;
  endedAt: string;
}

export interface CompetedBoard {
  board: number;
  /** the seed of all cards and rolls of the board's games, as hex; null: some of these games are not finished */
  seed: string | null;
  /** the result of random play with the same cards and rolls; null: several games on the board are compared instead */
  par: Par | null;
}

export const LOSS_RULES = {
  notStarted: 'its program did not start',
  ended: 'its program ended while a game waited for it',
  silent: 'no answer within its time',
  neverActed: 'it never acted in the game',
  malformedLine: 'its line was no answer',
  illegalAction: 'its action was not legal',
  memory: 'its program took more memory than it may',
} as const;

export type LossRule = keyof typeof LOSS_RULES;

export interface RuleLoss {
  entry: number;
  /** null: the entry is disqualified and loses all further games */
  gameId: string | null;
  rule: LossRule;
  detail: string;
  at: string;
}

/** The ratings after the first `games` games of the schedule. There are at most 20 steps. */
export interface RatingStep {
  games: number;
  /** only entries that have a rating, in the order of entry numbers */
  ratings: { entry: number; rating: number; interval: Interval }[];
}

export interface Timing {
  startedAt: string;
  endedAt: string;
  /** the duration of the competition, without pauses between runs */
  seconds: number;
  runs: number;
  gamesPerSecond: number;
}
