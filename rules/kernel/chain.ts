import { type Static, Type } from '@sinclair/typebox';
import { hmacHex, hmacInto, sha256Hex } from './hashing.ts';
import { canonical } from './json.ts';

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

/**
 * A part of a log that names a player. The chain binds the id as it is, and the name by a digest that is salted: once name and
 * salt are gone, the digest tells nobody what the name was, and everything else is bound as before.
 */
export interface Named {
  player?: { id: string; name: string; kind: string } | null;
  /** drawn with the part; gone with the name */
  nameSalt?: string;
  /** what is left of a name that was taken out */
  nameDigest?: string;
}

/** What a player is shown as whose account is deleted. */
export const DELETED = 'deleted';

/** By what a name is bound. */
function nameDigestOf(salt: string, name: string): string {
  return sha256Hex(`${salt}\n${name}`);
}

/** A part of a log as the chain binds it. */
export function boundName<Part>(part: Part): unknown {
  const { player, nameSalt, nameDigest, ...rest } = (part ?? {}) as Named;
  if (player === undefined || player === null) return part;
  const { name, ...others } = player;
  if (nameSalt !== undefined) return { ...rest, player: others, nameDigest: nameDigestOf(nameSalt, name) };
  const isErased = nameDigest !== undefined && name === DELETED;
  return isErased ? { ...rest, player: others, nameDigest } : part;
}

/** A part as it goes on being played with: what only the chain needs of it is left in the log. */
export function withoutBinding<Part extends object>(part: Part): Part {
  if (!('nameSalt' in part || 'nameDigest' in part)) return part;
  const { nameSalt: _salt, nameDigest: _digest, ...rest } = part as Part & Named;
  return rest as unknown as Part;
}

/** A part without the name of a player; null: the name does not stand there. */
export function withoutName(part: unknown, playerId: string): Named | null {
  const { player, nameSalt, ...rest } = (part ?? {}) as Named;
  if (player?.id !== playerId || nameSalt === undefined) return null;
  return { ...rest, player: { ...player, name: DELETED }, nameDigest: nameDigestOf(nameSalt, player.name) };
}

export const CompetitionPlace = Type.Object(
  {
    competitionId: Type.String({ format: 'uuid', description: 'The competition.' }),
    round: Type.Integer({ minimum: 1, description: 'Its round, from 1.' }),
    table: Type.Integer({ minimum: 1, description: 'The table of the round, from 1.' }),
    board: Type.Integer({
      minimum: 1,
      description: 'The board: games on one board have the same chance. Counted in the competition, from 1.',
    }),
    copy: Type.Integer({ minimum: 1, description: 'Which game on that board it is, from 1.' }),
    sealed: Type.Boolean({
      description:
        'Whether the board is played more than once. Until all of that is over the game is shown to its own players alone.',
    }),
  },
  {
    $id: 'CompetitionPlace',
    description:
      'Where a game stands in a competition of many games. It is bound into the first link of the game’s hash chain.',
  },
);
export type BoardPlace = Static<typeof CompetitionPlace>;
