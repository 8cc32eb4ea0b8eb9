import type { Static } from '@sinclair/typebox';
import type { Seat } from '#rules/kernel/ruleset.ts';
import type { SeatedPlayer as Seated } from './seat-shapes.ts';

/** A player as everyone at the table sees them. */
export type SeatedPlayer = Static<typeof Seated>;

/** How a player left a game that goes on, and when. */
export interface Leaving {
  how: 'resigned' | 'timedOut';
  version: number;
}

/** A seat that takes part in the game's chance by words of its own, or of the server's choice. */
interface Seeded {
  clientSeed: string;
  /** whether the player gave the words */
  ownSeed?: boolean;
}

/** Who holds a seat. */
export type SeatHolder =
  | { kind: 'open' }
  | { kind: 'invited'; player: SeatedPlayer }
  | ({ kind: 'player'; player: SeatedPlayer; left?: Leaving } & Seeded)
  | ({ kind: 'bot'; policy: string } & Seeded);

/** A seat that a player holds or held. */
export type PlayerHolder = SeatHolder & { kind: 'player' };

export function isTaken(holder: SeatHolder): boolean {
  return holder.kind === 'player' || holder.kind === 'bot';
}

/** Whether nobody who left holds the seat: only these can win. */
export function isStaying(holder: SeatHolder | undefined): boolean {
  return holder?.kind === 'bot' || (holder?.kind === 'player' && holder.left === undefined);
}

/** The ids of the players who have not left, one entry a seat. */
export function stayingPlayers({ seats }: { seats: readonly SeatHolder[] }): string[] {
  return seats.flatMap((holder) => (holder.kind === 'player' && isStaying(holder) ? [holder.player.id] : []));
}

/** The seats to which a player is invited. */
export function invitationsOf(holders: readonly SeatHolder[], playerId: string): Seat[] {
  return holders.flatMap((holder, seat) => (holder.kind === 'invited' && holder.player.id === playerId ? [seat] : []));
}
