import { createHmac } from 'node:crypto';
import { canonical } from '#rules/kernel/json.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import type { SeatedPlayer } from '../../games/model/seats.ts';
import type { StandingsInput } from '../../statistics/results.ts';
import type { AbortedBy } from './competition-shapes.ts';
import type { CompetitionEvent, CountedGame, DealtGame, PairedRound, Verdict } from './events.ts';
import type { Format, Settings } from './settings.ts';

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

/**
 * The paused entries that the house waits for, by number: as long as fewer are there than can play, nothing is paired or dealt, or
 * the only one who is there would be given every round. None where enough are there, where too few are left to wait for, and on a
 * ladder, which has no rounds to lose.
 */
export function waitedFor({ header, status, entries, starters, verdict }: Competition): number[] {
  const { format } = header.settings;
  if (status !== 'playing' || verdict !== null || format === 'ladder') return [];
  const least = fewestIn(format);
  const there = entries.filter((entry) => starters?.includes(entry.entry) && !hasLeft(entry));
  const paused = there.filter((entry) => entry.status === 'paused');
  if (there.length < least || there.length - paused.length >= least) return [];
  return paused.map(({ entry }) => entry);
}

/** So few can play a round: alone one plays cups. */
export function fewestIn(format: Format): number {
  return format === 'cup' ? 1 : 2;
}

/**
 * All that the standings of a competition are computed from, by default of all that is counted; else of its first rounds.
 * `direction`: what the ruleset says of the scores of its options.
 */
export function standingsInputOf(
  { header, entries, counted, rounds, boards }: Competition,
  direction: StandingsInput['direction'],
  upTo = rounds.length,
): StandingsInput {
  const { format, scoring, seats, duplicate, boards: boardsOfATable } = header.settings;
  return {
    format,
    scoring,
    direction,
    games: boardsOfATable * (duplicate === 'permuted' ? seats : 1),
    entries: entries.map(({ entry, bot, status }) => ({
      entry,
      anchor: bot === 'random',
      disqualified: status === 'disqualified',
    })),
    results: counted.filter(({ round }) => round <= upTo),
    rounds: rounds.slice(0, upTo),
    pars: boards,
  };
}

/**
 * The seed of all chance on a board, as hex: every copy of it is a game of this seed. It follows from the server seed, to
 * which the house is committed, and from the words of everyone who had entered when the board was first paired. A board that
 * nobody has met yet gets the one that it would have if it were paired next.
 */
export function boardSeedOf({ header, boards, entries }: Competition, board: number): string {
  const paired = boards[board - 1]?.version ?? Number.POSITIVE_INFINITY;
  const clientSeeds = entries.filter(({ version }) => version < paired).map(({ clientSeed }) => clientSeed);
  const text = canonical({ competitionId: header.id, board, clientSeeds });
  return createHmac('sha256', header.serverSeed).update(text).digest('hex');
}

/**
 * Works something out once for each version of a competition, which never changes: what a step follows from is asked for
 * again and again, and a competition may have 20,000 games.
 */
export function perVersion<T>(workOut: (competition: Competition) => T): (competition: Competition) => T {
  const known = new WeakMap<Competition, { found: T }>();
  return (competition) => {
    const before = known.get(competition);
    if (before !== undefined) return before.found;
    const found = workOut(competition);
    known.set(competition, { found });
    return found;
  };
}
