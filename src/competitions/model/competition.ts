import type { Par } from '#rules/kernel/search/par.ts';
import type { SeatedPlayer } from '../../games/model/seats.ts';
import type { AbortedBy } from './competition-shapes.ts';
import type { CompetitionEvent, CountedGame, DealtGame, PairedRound, Verdict } from './events.ts';
import type { Settings } from './settings.ts';

export type CompetitionStatus = 'open' | 'playing' | 'finished' | 'aborted';

export type EntryStatus = 'active' | 'paused' | 'withdrawn' | 'disqualified';

/** Who takes part: a player, or a policy of the house. Numbered from 1 in the order in which they entered. */
export interface Entry {
  entry: number;
  player: SeatedPlayer | null;
  /** the name of a house bot; null: a player */
  bot: string | null;
  clientSeed: string;
  /** whether the player gave the words */
  ownSeed: boolean;
  /** games at the same time, 1 to 16 */
  concurrency: number;
  status: EntryStatus;
  /** games in a row in which it never acted */
  noShows: number;
  /** how often its player changed it, and when: the last times, oldest first */
  changes: { count: number; latest: Date[] };
  /** the version that made it */
  version: number;
}

/** So many of the last times that an entry was changed are remembered. */
export const CHANGES_REMEMBERED = 10;

/** What is settled when a competition is created and never changes. */
export interface CompetitionHeader {
  id: string;
  /** how often a name had been taken out of its log when it was read; never, when it is left out */
  erased?: number;
  settings: Settings;
  /** the organiser */
  createdBy: string;
  createdAt: Date;
  inviteCode: string | null;
  /** SHA-256 of the server seed, as hex */
  commitment: string;
  /** all boards follow from it; published at the end */
  serverSeed: Uint8Array;
}

/** A board whose chance somebody has met. */
export interface Board {
  board: number;
  /** the version that paired it first: client seeds of the entries made before it are in its seed */
  version: number;
  /** its games, in the order in which they were dealt */
  games: DealtGame[];
  /** when the first of them was; null: none is */
  dealtAt: Date | null;
  closed: boolean;
  /** all chance of its games follows from it, as hex; null until it is closed */
  seed: string | null;
  /** null until it is closed, and where none is worked out */
  par: Par | null;
}

/** A competition at one version: a fold of its log. */
export interface Competition {
  header: CompetitionHeader;
  version: number;
  /** the hash chain up to this version, as hex */
  head: string;
  status: CompetitionStatus;
  entries: Entry[];
  /** the entries, by number, that the schedule is made with: those that were there at the start and had not left; null before it */
  starters: number[] | null;
  rounds: PairedRound[];
  /** by number, from 1 */
  boards: Board[];
  /** in the order in which they were dealt */
  games: DealtGame[];
  /** in schedule order, never in finishing order */
  counted: CountedGame[];
  /** how many rounds are over */
  roundsEnded: number;
  /** of a match that ended early: what was shown after so many boards */
  verdict: { verdict: Verdict; boards: number } | null;
  /** null: it was not aborted */
  abortedBy: AbortedBy | null;
  /** why, in words of who did; null: it was not aborted, or the organiser gave no reason */
  abortReason: string | null;
  /** whether its log is complete: nothing follows the seed */
  seedPublished: boolean;
  updatedAt: Date;
}

/** A competition after a change, and what happened in it. */
export interface CompetitionChange {
  competition: Competition;
  events: CompetitionEvent[];
}

/** Whether an entry is over for good; one that is paused may come back. */
export function hasLeft({ status }: Entry): boolean {
  return status === 'withdrawn' || status === 'disqualified';
}

/** How many take part: all who have not left. So many count towards the most that are taken. */
export function countThere({ entries }: Competition): number {
  return entries.filter((entry) => !hasLeft(entry)).length;
}

/** Whether nothing is played any more. */
export function isOver({ status }: Competition): boolean {
  return status === 'finished' || status === 'aborted';
}

export function entryIn({ entries }: Competition, number: number): Entry {
  const entry = entries[number - 1];
  if (entry === undefined) throw new Error(`there is no entry ${number}`);
  return entry;
}
