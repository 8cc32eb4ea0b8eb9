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

/** A player or a house policy, numbered from 1. */
export interface Entry {
  entry: number;
  player: SeatedPlayer | null;
  /** of a house bot */
  bot: string | null;
  clientSeed: string;
  /** true if the player sent the client seed */
  ownSeed: boolean;
  /** games at the same time, 1 to 16 */
  concurrency: number;
  status: EntryStatus;
  /** games in a row without any action */
  noShows: number;
  /** changes by its player: their number and latest times, oldest first */
  changes: { count: number; latest: Date[] };
  /** the version of its `entryMade` */
  version: number;
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

export function isOver({ status }: Competition): boolean {
  return status === 'finished' || status === 'aborted';
}

export function entryIn({ entries }: Competition, number: number): Entry {
  const entry = entries[number - 1];
  if (entry === undefined) throw new Error(`there is no entry ${number}`);
  return entry;
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

/** Hex, the same for all copies: from the committed server seed and the client seeds entered before the board was
 * first paired. For an unpaired board: the seed if it were paired next. */
export function boardSeedOf({ header, boards, entries }: Competition, board: number): string {
  const paired = boards[board - 1]?.version ?? Number.POSITIVE_INFINITY;
  const clientSeeds = entries.filter(({ version }) => version < paired).map(({ clientSeed }) => clientSeed);
  const text = canonical({ competitionId: header.id, board, clientSeeds });
  return createHmac('sha256', header.serverSeed).update(text).digest('hex');
}

/** Caches a value per version of a competition, which is immutable and may have 20,000 games. */
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
