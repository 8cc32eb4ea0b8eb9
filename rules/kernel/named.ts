import { sha256Hex } from './hashing.ts';

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
export function nameDigestOf(salt: string, name: string): string {
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
