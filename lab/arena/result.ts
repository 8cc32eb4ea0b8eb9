import type { Par } from '#rules/kernel/search/par.ts';
import type { EntryStatus } from '../../src/competitions/model/competition-shapes.ts';
import type { CountedGame } from '../../src/competitions/model/events.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import type { CrossTableCell } from '../../src/statistics/cross-table.ts';
import type { Interval, Standing } from '../../src/statistics/results.ts';

/** Raise it with every change of `result.json` that its readers must know about. */
export const RESULT_VERSION = 1;

/** The content of `result.json`: everything that the report shows. Entries are numbered from 1, seats from 0; times are
 * ISO 8601. */
export interface CompeteResult {
  format: 'croupier-compete-result';
  formatVersion: typeof RESULT_VERSION;
  competitionId: string;
  /** this text alone determines the competition's id, the chance of its games and all choices of policies */
  seed: string;
  settings: Settings;
  direction: 'highest' | 'lowest';
  /** `aborted`: there were too few agents to start, or the server could not go on */
  status: 'finished' | 'aborted';
  abortReason: string | null;
  /** by entry */
  agents: CompetedAgent[];
  /** best first */
  standings: Standing[];
  /** results of each pair of entries, by number */
  crossTable: CrossTableCell[];
  /** counted and void games, in the order of the schedule */
  games: CompetedGame[];
  /** by number */
  boards: CompetedBoard[];
  /** games lost, or entries ended, because an agent broke a rule of the arena; in order of time */
  losses: RuleLoss[];
  /** ratings in the course of the competition, the last ones equal to the standings; empty in a cup, which compares
   * scores */
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
  /** how often its program started in all runs; 0 for a policy */
  starts: number;
  actions: number;
  /** limits of its program; null for a policy */
  bounds: Bounds | null;
}

export type AgentKind =
  | { kind: 'policy'; policy: string }
  | { kind: 'command'; command: string[] }
  | { kind: 'pipe'; command: string[] };

export interface Bounds {
  /** time limit of each action */
  seconds: number;
  /** of all its processes together */
  memoryMb: number;
  /** how often the program may restart after it ended by itself or broke a rule */
  restarts: number;
}

export interface CompetedGame extends CountedGame {
  /** why the game ended, in the words of its rules or the server */
  reason: string | null;
  /** all actions, including those that the server took */
  actions: number;
  startedAt: string;
  endedAt: string;
}

export interface CompetedBoard {
  board: number;
  /** determines all chance of the board's games, as hex; null: they are not finished */
  seed: string | null;
  /** what random play achieves with the same chance; null: the board is played more than once, so its games are
   * compared with each other */
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

/** Ratings after the first `games` games, in the order of the schedule. There are at most 20 such steps. */
export interface RatingStep {
  games: number;
  /** of the entries that have a rating, by number */
  ratings: { entry: number; rating: number; interval: Interval }[];
}

export interface Timing {
  startedAt: string;
  endedAt: string;
  /** how long the competition ran, without pauses between runs */
  seconds: number;
  runs: number;
  gamesPerSecond: number;
}
