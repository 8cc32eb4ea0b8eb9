import type { Par } from '#rules/kernel/search/par.ts';
import type { EntryStatus } from '../../src/competitions/model/competition-shapes.ts';
import type { CountedGame } from '../../src/competitions/model/events.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import type { CrossTableCell } from '../../src/statistics/cross-table.ts';
import type { Interval, Standing } from '../../src/statistics/results.ts';

/** Raised with every change of the file that readers must know about. */
export const RESULT_VERSION = 1;

/** `result.json`: everything in the report. Entries are numbered from 1, seats from 0; times are ISO 8601. */
export interface CompeteResult {
  format: 'croupier-compete-result';
  formatVersion: typeof RESULT_VERSION;
  competitionId: string;
  /** determines the competition's id, its boards and all choices of policies */
  seed: string;
  settings: Settings;
  direction: 'highest' | 'lowest';
  /** `aborted`: too few agents to start, or the server could not go on */
  status: 'finished' | 'aborted';
  abortReason: string | null;
  /** by entry */
  agents: CompetedAgent[];
  /** best first */
  standings: Standing[];
  /** all against all, by entry */
  crossTable: CrossTableCell[];
  /** counted and void games, in schedule order */
  games: CompetedGame[];
  /** by number */
  boards: CompetedBoard[];
  /** games lost, or entries ended, by a rule; in order of time */
  losses: RuleLoss[];
  /** the last step equals the standings; empty in a cup */
  ratingSteps: RatingStep[];
  timing: Timing;
}

export interface CompetedAgent {
  entry: number;
  name: string;
  plays: AgentKind;
  status: EntryStatus;
  /** the reason; null: not disqualified */
  disqualified: string | null;
  /** starts of its program in all runs; 0 for a policy */
  starts: number;
  actions: number;
  /** null for a policy */
  bounds: Bounds | null;
}

export type AgentKind =
  | { kind: 'policy'; policy: string }
  | { kind: 'command'; command: string[] }
  | { kind: 'pipe'; command: string[] };

export interface Bounds {
  /** per action */
  seconds: number;
  /** of all its processes together */
  memoryMb: number;
  /** allowed restarts after it ended by itself or by a rule */
  restarts: number;
}

export interface CompetedGame extends CountedGame {
  /** why it ended, in the words of the rules or the server */
  reason: string | null;
  /** including those of the server */
  actions: number;
  startedAt: string;
  endedAt: string;
}

export interface CompetedBoard {
  board: number;
  /** determines all chance of its games, hex; null: not finished */
  seed: string | null;
  /** the result of random play with its chance; null: played more than once, and so compared with itself */
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
  /** null: all further games, because the entry is disqualified */
  gameId: string | null;
  rule: LossRule;
  detail: string;
  at: string;
}

/** Ratings after the first `games` games played, in schedule order; at most 20 steps. */
export interface RatingStep {
  games: number;
  /** of rated entries, by number */
  ratings: { entry: number; rating: number; interval: Interval }[];
}

export interface Timing {
  startedAt: string;
  endedAt: string;
  /** running time, without pauses between runs */
  seconds: number;
  runs: number;
  gamesPerSecond: number;
}
