import { hmacHex, hmacInto } from './hashing.ts';
import { canonical } from './json.ts';
import { boundName } from './named.ts';
import type { BoardPlace } from './place.ts';

/** What the first link binds: everything about a game that is settled when it is created. */
export interface ChainedGame {
  gameId: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seats: number;
  /** the policy that plays on for who leaves */
  standIn: string;
  clock: unknown;
  /** the competition of the day that it belongs to */
  daily: { date: string; practice: boolean } | null;
  /** its place in a competition of many games; bound only where there is one, so that a game of none is bound as ever */
  competition?: BoardPlace | null;
  /** whether it was declared to count in the ratings; bound only where it was, so that any other game is bound as ever */
  rated?: boolean;
  /** SHA-256 of the server seed as hex; null in a seeded game */
  commitment: string | null;
  /** null when the commitment was made together with the game */
  commitmentId: string | null;
}

/** What every later link binds: one entry of the log. */
export interface ChainedEntry {
  version: number;
  kind: string;
  seat: number | null;
  action: unknown;
  draws: readonly number[];
  /** ISO 8601 in UTC with milliseconds */
  at: string;
}

const salt = new Uint8Array(32);

/**
 * The head before the first entry, as lower-case hex. Every link is salted with bytes that nobody but the server can
 * make before the chain key is published at the end: otherwise a hidden choice among few could be guessed from its head.
 */
export function firstHead(chainKey: Uint8Array, game: ChainedGame): string {
  const { gameId, ruleset, rulesVersion, options, seats, standIn, clock, daily, commitment, commitmentId } = game;
  const bound = { gameId, ruleset, rulesVersion, options, seats, standIn, clock, daily, commitment, commitmentId };
  return linked(
    chainKey,
    0,
    canonical({ ...bound, ...boundPlace(game.competition), ...(game.rated === true && { rated: true }) }),
  );
}

function boundPlace(competition: BoardPlace | null = null): { competition?: BoardPlace } {
  if (competition === null) return {};
  const { competitionId, round, table, board, copy, sealed } = competition;
  return { competition: { competitionId, round, table, board, copy, sealed } };
}

/** The head after an entry that follows `head`. */
export function nextHead(
  chainKey: Uint8Array,
  head: string,
  { version, kind, seat, action, draws, at }: ChainedEntry,
): string {
  return linked(chainKey, version, `${head}\n${canonical([version, kind, seat, bound(kind, action), draws, at])}`);
}

/** What an entry says, as the chain binds it: who sits down by their ids, and their names by digests. */
function bound(kind: string, action: unknown): unknown {
  if (kind === 'joined') return boundName(action);
  if (kind !== 'created') return action;
  const { seats, ...rest } = (action ?? {}) as { seats?: unknown };
  return Array.isArray(seats) ? { ...rest, seats: seats.map((seat) => boundName(seat)) } : action;
}

function linked(chainKey: Uint8Array, version: number, text: string): string {
  hmacInto(salt, chainKey, String(version));
  return hmacHex(salt, text);
}
