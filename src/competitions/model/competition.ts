import { createHmac } from 'node:crypto';
import { canonical } from '#rules/kernel/json.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import type { StandingsInput } from '../../statistics/results.ts';
import type { AbortedBy, CompetitionEntry, CompetitionStatus } from './competition-shapes.ts';
import type { CompetitionEvent, CountedGame, DealtGame, PairedRound, Verdict } from './events.ts';
import type { Format, Settings } from './settings.ts';

export interface Entry extends CompetitionEntry {
  /** changes by its player: their number and latest times, oldest first */
  changes: { count: number; latest: Date[] };
}

/** Length of `changes.latest`. */
export const CHANGES_REMEMBERED = 10;

export interface CompetitionHeader {
  id: string;
  /** number of names removed from its log when it was read; 0 if left out */
  erased?: number;
  settings: Settings;
  createdBy: string;
  createdAt: Date;
  inviteCode: string | null;
  commitment: string;
  /** determines all boards; published at the end */
  serverSeed: Uint8Array;
}

export interface Board {
  board: number;
  /** the version that paired it first; earlier entries' client seeds are part of its seed */
  version: number;
  games: DealtGame[];
  dealtAt: Date | null;
  closed: boolean;
  /** hex, determines all chance of its games; null until closed */
  seed: string | null;
  /** null until closed, and if it is not computed */
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
  /** numbers of the scheduled entries: those not withdrawn at the start; null before it */
  starters: number[] | null;
  rounds: PairedRound[];
  boards: Board[];
  /** in order of dealing */
  games: DealtGame[];
  /** in schedule order, not in order of finishing */
  counted: CountedGame[];
  roundsEnded: number;
  /** of a match that ended early, with the number of boards it took */
  verdict: { verdict: Verdict; boards: number } | null;
  abortedBy: AbortedBy | null;
  /** null also if the organizer gave no reason */
  abortReason: string | null;
  /** true: the log is complete, no event follows the seed */
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

/** What the row of a competition says of its log. */
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

/** While fewer than the minimum are active, nothing is dealt: the only active entry would win every round. Empty on
 * a ladder, and if too few are left. */
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

/** Of all rounds or the first `upTo`. `direction`: which scores are better. */
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

/** Hex, the same for all copies: from the committed server seed and the client seeds entered before the board was
 * first paired. For an unpaired board: the seed if it were paired next. */
export function boardSeedOf({ header, boards, entries }: Competition, board: number): string {
  const paired = boards[board - 1]?.version ?? Number.POSITIVE_INFINITY;
  const clientSeeds = entries.filter(({ version }) => version < paired).map(({ clientSeed }) => clientSeed);
  const text = canonical({ competitionId: header.id, board, clientSeeds });
  return createHmac('sha256', header.serverSeed).update(text).digest('hex');
}

/** The policy on house seats; it anchors all ratings. */
export const HOUSE = 'random';

/** Caches a value per version of a competition or a part of it: both are immutable, and may have 20,000 games. */
export function perVersion<Of extends object, T extends object>(workOut: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();
  return (of) => {
    const found = known.get(of) ?? workOut(of);
    known.set(of, found);
    return found;
  };
}
