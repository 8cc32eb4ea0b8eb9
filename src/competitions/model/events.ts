import type { Named } from '#rules/kernel/named.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import type { SeatedPlayer } from '../../games/model/seats.ts';
import type { Settings } from './settings.ts';

export type { Par } from '#rules/kernel/search/par.ts';

/** A table of a round: the entries in order of seats (of the first copy, where the seats rotate); null is a seat of the house. */
export interface PairedTable {
  table: number;
  entries: (number | null)[];
  /** the boards that it plays, in this order */
  boards: number[];
}

export interface PairedRound {
  round: number;
  /**
   * who could be paired: all active entries; in a ladder, of these the ones with a game free just then, which shows only
   * here, since the log tells of games when their boards close
   */
  candidates: number[];
  tables: PairedTable[];
  /** entries that sit out and get the points of a win */
  byes: number[];
}

/** Who takes part from now on: a player, or a policy of the house. */
export interface EntryMade extends Pick<Named, 'nameSalt' | 'nameDigest'> {
  entry: number;
  player: SeatedPlayer | null;
  bot: string | null;
  clientSeed: string;
  ownSeed: boolean;
  concurrency: number;
}

/** A game of the schedule that has been created. */
export interface DealtGame {
  gameId: string;
  round: number;
  table: number;
  board: number;
  copy: number;
  /** in order of seats; null is a seat of the house */
  entries: (number | null)[];
}

/** `walkover`: somebody was not there, so that standings tell nothing of strength by it; `void`: by the fault of the house, played again. */
export type CountedAs = 'played' | 'walkover' | 'void';

/** A game that is over, as it counts. */
export interface CountedGame extends DealtGame {
  /** of the game's hash chain at its end */
  head: string;
  counted: CountedAs;
  /** of the win, in order of seats; they add up to 1, or in a game for one seat are 1 or 0 */
  shares: number[];
  scores: number[];
  /** the seats that never acted, and whose time ran out */
  noShows: number[];
  /** the seats of players that never acted, and did not have to */
  unasked: number[];
}

export type Verdict = 'firstBetter' | 'secondBetter' | 'equal';

/**
 * Who ended it early: its organiser, after whom the games under way are played on and count; the operator of the server, by whom
 * they are ended and void; or the house, since too few had come.
 */
export type AbortedBy = 'organiser' | 'operator' | 'house';

/** What happened, as it stands in the log; all of it is public. */
export type CompetitionEventData =
  | { type: 'competitionCreated'; data: { settings: Settings; createdBy: string; commitment: string } }
  | { type: 'entryMade'; data: EntryMade }
  | { type: 'entryChanged'; data: { entry: number; concurrency: number } }
  | { type: 'entryPaused'; data: { entry: number; because: 'asked' | 'noShow' | 'suspended' } }
  | { type: 'entryResumed'; data: { entry: number } }
  | { type: 'entryWithdrawn'; data: { entry: number } }
  | { type: 'entryDisqualified'; data: { entry: number; reason: string } }
  | { type: 'competitionStarted'; data: Record<string, never> }
  | { type: 'roundPaired'; data: PairedRound }
  | { type: 'gamesDealt'; data: { games: DealtGame[] } }
  | { type: 'gameCounted'; data: CountedGame }
  | { type: 'boardClosed'; data: { board: number; seed: string; par: Par | null } }
  | { type: 'roundEnded'; data: { round: number } }
  | { type: 'verdictReached'; data: { verdict: Verdict; boards: number } }
  | { type: 'competitionEnded'; data: Record<string, never> }
  | { type: 'competitionAborted'; data: { by: AbortedBy; reason: string | null } }
  /** the last entry of a log: when it is over and no game of it is under way */
  | { type: 'seedPublished'; data: { serverSeed: string } };

/** What an event of that type says. */
export type DataOf<T extends CompetitionEventData['type']> = Extract<CompetitionEventData, { type: T }>['data'];

/** One entry of a competition's log. */
export type CompetitionEvent = CompetitionEventData & {
  version: number;
  /** of the competition's hash chain after it */
  head: string;
  at: Date;
};
