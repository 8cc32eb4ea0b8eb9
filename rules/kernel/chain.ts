import { type Static, Type } from '@sinclair/typebox';
import { hmacHex, hmacInto, sha256Hex } from './hashing.ts';
import { canonical } from './json.ts';

export interface ChainedGame {
  gameId: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seats: number;
  /** the policy that takes over for a player who leaves */
  standIn: string;
  clock: unknown;
  daily: { date: string; practice: boolean } | null;
  /** included in the hash only if present, so that older games keep their hashes */
  competition?: BoardPlace | null;
  /** included in the hash only if true, so that older games keep their hashes */
  rated?: boolean;
  commitment: string | null;
  /** the id of a commitment that is older than the game; null: the commitment was made together with the game */
  commitmentId: string | null;
}

export interface ChainedEntry {
  version: number;
  kind: string;
  seat: number | null;
  action: unknown;
  draws: readonly number[];
  at: string;
}

const salt = new Uint8Array(32);

// Returns the first link of a game's hash chain, in lower-case hex. Each link has a salt that only the server can
// compute, until it publishes the chain key at the end of the game.
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

export function nextHead(
  chainKey: Uint8Array,
  head: string,
  { version, kind, seat, action, draws, at }: ChainedEntry,
): string {
  return linked(chainKey, version, `${head}\n${canonical([version, kind, seat, bound(kind, action), draws, at])}`);
}

/** Returns the action of a log entry as the chain hashes it: with digests instead of player names. */
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

// A part of the log with a player's name. The chain hashes a salted digest instead of the name, so that the chain stays
// valid when name and salt are erased.
export interface Named {
  player?: { id: string; name: string; kind: string } | null;
  /** random; erased when the name is erased */
  nameSalt?: string;
  /** the salted digest, stored instead of the name when the name is erased */
  nameDigest?: string;
}

export const DELETED = 'deleted';

function nameDigestOf(salt: string, name: string): string {
  return sha256Hex(`${salt}\n${name}`);
}

export function boundName<Part>(part: Part): unknown {
  const { player, nameSalt, nameDigest, ...rest } = (part ?? {}) as Named;
  if (player === undefined || player === null) return part;
  const { name, ...others } = player;
  if (nameSalt !== undefined) return { ...rest, player: others, nameDigest: nameDigestOf(nameSalt, name) };
  const isErased = nameDigest !== undefined && name === DELETED;
  return isErased ? { ...rest, player: others, nameDigest } : part;
}

export function withoutBinding<Part extends object>(part: Part): Part {
  if (!('nameSalt' in part || 'nameDigest' in part)) return part;
  const { nameSalt: _salt, nameDigest: _digest, ...rest } = part as Part & Named;
  return rest as unknown as Part;
}

/** Returns a part of the log with the player's name erased; null: the part does not contain the name. */
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
