import { createHmac } from 'node:crypto';
import { canonical } from '#rules/kernel/json.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import type { StandingsInput } from '../../statistics/results.ts';
import type { AbortedBy, CompetitionEntry, CompetitionStatus } from './competition-shapes.ts';
import type { CompetitionEvent, CountedGame, DealtGame, PairedRound, Verdict } from './events.ts';
import type { Format, Settings } from './settings.ts';

export interface Entry extends CompetitionEntry {
  /** the player's changes of the entry: their number, and the times of the latest ones, oldest first */
  changes: { count: number; latest: Date[] };
}

/** The number of times that `changes.latest` keeps. */
export const CHANGES_REMEMBERED = 10;

export interface CompetitionHeader {
  id: string;
  /** the number of names that had been removed from the log when it was read; 0 if omitted */
  erased?: number;
  settings: Settings;
  createdBy: string;
  createdAt: Date;
  inviteCode: string | null;
  commitment: string;
  /** determines, with the client seeds, all cards and dice of the competition; published at the end */
  serverSeed: Uint8Array;
}

export interface Board {
  board: number;
  /** the version at which a round first used the board; client seeds of earlier entries are part of the board's seed */
  version: number;
  games: DealtGame[];
  dealtAt: Date | null;
  closed: boolean;
  /** determines all cards and dice of the board's games; hex; null until the board is finished */
  seed: string | null;
  /** the result of random play; null until the board is finished, and if it is not computed */
  par: Par | null;
}

/** A competition at one version, made from its log. */
export interface Competition {
  header: CompetitionHeader;
  version: number;
  /** the hash of the last event, chained to those of all earlier events, as hex */
  head: string;
  status: CompetitionStatus;
  entries: Entry[];
  /** the numbers of the entries that took part at the start; null before the start */
  starters: number[] | null;
  rounds: PairedRound[];
  boards: Board[];
  /** in the order in which the games were dealt */
  games: DealtGame[];
  /** in the order of the log: a board's games count when it is finished, in the order of the schedule */
  counted: CountedGame[];
  roundsEnded: number;
  /** the result that ended a match early, and the number of boards that decided it */
  verdict: { verdict: Verdict; boards: number } | null;
  abortedBy: AbortedBy | null;
  /** the organizer's or operator's reason; null if there is none */
  abortReason: string | null;
  /** true: the log is complete, because the publication of the seed is its last event */
  seedPublished: boolean;
  updatedAt: Date;
}

export interface CompetitionChange {
  competition: Competition;
  events: CompetitionEvent[];
}

export function hasLeft({ status }: Entry): boolean {
  return status === 'withdrawn' || status === 'disqualified';
}

export function countThere({ entries }: Competition): number {
  return entries.filter((entry) => !hasLeft(entry)).length;
}

/** Returns the columns of a competition's row that repeat its log. */
export function summaryOf(competition: Competition) {
  const { status, version, head, counted, updatedAt } = competition;
  return { status, version, head, entries: countThere(competition), gamesCounted: counted.length, updatedAt };
}

export function isOver({ status }: Competition): boolean {
  return status === 'finished' || status === 'aborted';
}

export function entryIn({ entries }: Competition, number: number): Entry {
  const entry = entries[number - 1];
  if (entry === undefined) throw new Error(`there is no entry ${number}`);
  return entry;
}

export function entryOf({ entries }: Competition, playerId: string | null): Entry | null {
  return entries.find(({ player }) => player?.id === playerId) ?? null;
}

/** Returns the paused entries for which the competition waits before it deals games: too few others are active, and a
 * single active entry would win every round. Empty on a ladder, and if too few entries are left. */
export function waitedFor({ header, status, entries, starters, verdict }: Competition): number[] {
  const { format } = header.settings;
  if (status !== 'playing' || verdict !== null || format === 'ladder') return [];
  const least = fewestIn(format);
  const there = entries.filter((entry) => starters?.includes(entry.entry) && !hasLeft(entry));
  const paused = there.filter((entry) => entry.status === 'paused');
  if (there.length < least || there.length - paused.length >= least) return [];
  return paused.map(({ entry }) => entry);
}

export function fewestIn(format: Format): number {
  return format === 'cup' ? 1 : 2;
}

/** Returns the results of rounds up to `upTo`. `direction` says whether high or low scores are better. */
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
    entries: entries.map(({ entry, bot, status }) => {
      return { entry, anchor: bot === HOUSE, disqualified: status === 'disqualified' };
    }),
    results: counted.filter(({ round }) => round <= upTo),
    rounds: rounds.slice(0, upTo),
    pars: boards,
  };
}

/** Returns the seed of a board as hex, which all games on the board share. It follows from the committed server seed
 * and the client seeds of entries made before the board was first paired. For an unpaired board, returns the seed that
 * the board would have if it were paired next. */
export function boardSeedOf({ header, boards, entries }: Competition, board: number): string {
  const paired = boards[board - 1]?.version ?? Number.POSITIVE_INFINITY;
  const clientSeeds = entries.filter(({ version }) => version < paired).map(({ clientSeed }) => clientSeed);
  const text = canonical({ competitionId: header.id, board, clientSeeds });
  return createHmac('sha256', header.serverSeed).update(text).digest('hex');
}

/** The policy of the bots that fill empty seats. Its rating is fixed; all others are relative to it. */
export const HOUSE = 'random';

/** Returns a function that caches its result for each argument, which must be an object that never changes. */
export function perVersion<Of extends object, T extends object>(workOut: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();
  return (of) => {
    const found = known.get(of) ?? workOut(of);
    known.set(of, found);
    return found;
  };
}
