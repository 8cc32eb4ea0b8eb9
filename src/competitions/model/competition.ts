import { createHmac } from 'node:crypto';
import { canonical } from '#rules/kernel/json.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import type { StandingsInput } from '../../statistics/results.ts';
import type { AbortedBy, CompetitionEntry, CompetitionStatus } from './competition-shapes.ts';
import type { CompetitionEvent, CountedGame, DealtGame, PairedRound, Verdict } from './events.ts';
import type { Format, Settings } from './settings.ts';

export interface Entry extends CompetitionEntry {
  /** changes that the player made to the entry: how many, and the times of the latest ones, oldest first */
  changes: { count: number; latest: Date[] };
}

/** How many times `changes.latest` keeps. */
export const CHANGES_REMEMBERED = 10;

export interface CompetitionHeader {
  id: string;
  /** how many names had been removed from the log when it was read; 0 if left out */
  erased?: number;
  settings: Settings;
  createdBy: string;
  createdAt: Date;
  inviteCode: string | null;
  commitment: string;
  /** determines the chance of all boards; published at the end */
  serverSeed: Uint8Array;
}

export interface Board {
  board: number;
  /** the version that first paired the board; the client seeds of entries made before it are part of the board's
   * seed */
  version: number;
  games: DealtGame[];
  dealtAt: Date | null;
  closed: boolean;
  /** determines all chance of the board's games, as hex; null until the board is finished */
  seed: string | null;
  /** what random play achieves; null until the board is finished, and if it is not computed */
  par: Par | null;
}

/** A competition at one version, made from its log. */
export interface Competition {
  header: CompetitionHeader;
  version: number;
  /** the last link of the hash chain at this version, as hex */
  head: string;
  status: CompetitionStatus;
  entries: Entry[];
  /** numbers of the entries that were not withdrawn at the start; null before the start */
  starters: number[] | null;
  rounds: PairedRound[];
  boards: Board[];
  /** in the order in which they were dealt */
  games: DealtGame[];
  /** in the order of the schedule, which may differ from the order in which games ended */
  counted: CountedGame[];
  roundsEnded: number;
  /** what ended a match early, and after how many boards */
  verdict: { verdict: Verdict; boards: number } | null;
  abortedBy: AbortedBy | null;
  /** null also if the organizer gave no reason */
  abortReason: string | null;
  /** true: the log is complete, because no event follows the publication of the seed */
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

/** Returns what the row of a competition stores about its log. */
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

/** Returns paused entries on which the competition waits: while fewer than the minimum are active, nothing is dealt, or
 * the only active entry would win every round. Empty on a ladder, and if too few are left. */
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

/** Returns the results of all rounds, or of the first `upTo`. `direction` says whether high or low scores are
 * better. */
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

/** Returns the seed of a board as hex; it is the same for all games on the board. It follows from the committed server
 * seed and the client seeds of entries made before the board was first paired. For an unpaired board, returns the seed
 * it would have if it were paired next. */
export function boardSeedOf({ header, boards, entries }: Competition, board: number): string {
  const paired = boards[board - 1]?.version ?? Number.POSITIVE_INFINITY;
  const clientSeeds = entries.filter(({ version }) => version < paired).map(({ clientSeed }) => clientSeed);
  const text = canonical({ competitionId: header.id, board, clientSeeds });
  return createHmac('sha256', header.serverSeed).update(text).digest('hex');
}

/** The policy that plays empty seats. Its rating is fixed, and all others are relative to it. */
export const HOUSE = 'random';

/** Caches a value for each version of a competition or of a part of it. Both are immutable, and may have 20,000
 * games. */
export function perVersion<Of extends object, T extends object>(workOut: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();
  return (of) => {
    const found = known.get(of) ?? workOut(of);
    known.set(of, found);
    return found;
  };
}
