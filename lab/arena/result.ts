import type { Par } from '#rules/kernel/search/par.ts';
import type { EntryStatus } from '../../src/competitions/model/competition.ts';
import type { CountedGame } from '../../src/competitions/model/events.ts';
import type { Settings } from '../../src/competitions/model/settings.ts';
import type { CrossTableCell } from '../../src/statistics/cross-table.ts';
import type { Interval, Standing } from '../../src/statistics/results.ts';

/** Raised with every change of the file that a reader has to know of. */
export const RESULT_VERSION = 1;

/**
 * How a competition between programs on this machine came out: all that its report shows, as `result.json`. Entries are
 * numbered from 1, seats from 0; times are ISO 8601.
 */
export interface CompeteResult {
  format: 'croupier-compete-result';
  formatVersion: typeof RESULT_VERSION;
  competitionId: string;
  /** from which the competition's id, its boards and all choices of house policies follow */
  seed: string;
  /** complete, as the service has them */
  settings: Settings;
  /** whether more points are the better score, or fewer */
  direction: 'highest' | 'lowest';
  /** `aborted`: too few agents were left to begin, or the house could not go on */
  status: 'finished' | 'aborted';
  /** null: it was not aborted */
  abortReason: string | null;
  /** by number of entry */
  agents: CompetedAgent[];
  /** the best first */
  standings: Standing[];
  /** everyone against everyone, by number */
  crossTable: CrossTableCell[];
  /** that count, and the void ones, in the order of the schedule */
  games: CompetedGame[];
  /** in the order of their numbers */
  boards: CompetedBoard[];
  /** games lost, or an entry ended, by a rule and not by play: in the order in which it happened */
  losses: RuleLoss[];
  /** how ratings became what they are: the last step is that of the standings; empty in a cup */
  ratingSteps: RatingStep[];
  timing: Timing;
}

/** An agent as it took part. */
export interface CompetedAgent {
  entry: number;
  /** as agents.json has it */
  name: string;
  plays: AgentKind;
  status: EntryStatus;
  /** why it was sent away; null: it was not */
  disqualified: string | null;
  /** how often its program was started, in all runs; 0 for a policy of the house */
  starts: number;
  /** the actions that it made in games that count */
  actions: number;
  /** its bounds; null for a policy of the house */
  bounds: Bounds | null;
}

export type AgentKind =
  | { kind: 'policy'; policy: string }
  /** plays over HTTP */
  | { kind: 'command'; command: string[] }
  /** plays by lines on standard input and output */
  | { kind: 'pipe'; command: string[] };

export interface Bounds {
  /** for each action */
  seconds: number;
  /** of all its processes together */
  memoryMb: number;
  /** how often its program is started anew after it ended by itself or was ended by a rule */
  restarts: number;
}

export interface CompetedGame extends CountedGame {
  /** why it ended, in words of the rules or of the house */
  reason: string | null;
  /** how many actions were made in it, those of the house among them */
  actions: number;
  startedAt: string;
  endedAt: string;
}

export interface CompetedBoard {
  board: number;
  /** all chance of its games follows from it, as hex; null: it was not played to its end */
  seed: string | null;
  /** what random play makes of its chance; null where a board is played more than once, and compared with itself */
  par: Par | null;
}

/** By which rule an agent lost without playing on. */
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
  /** null: all games from here on, since the entry is disqualified */
  gameId: string | null;
  rule: LossRule;
  /** what happened, in a sentence */
  detail: string;
  at: string;
}

/** Ratings by the first so many games in the order of the schedule that were played; at most 20 steps. */
export interface RatingStep {
  games: number;
  /** of the entries that have one by then, by number */
  ratings: { entry: number; rating: number; interval: Interval }[];
}

export interface Timing {
  startedAt: string;
  endedAt: string;
  /** that it ran, without the time between a run that was ended and the one that went on */
  seconds: number;
  /** in how many runs */
  runs: number;
  gamesPerSecond: number;
}
