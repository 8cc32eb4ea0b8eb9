import type { Game } from './game.ts';
import { refused } from './result.ts';
import type { SeatHolder } from './seats.ts';

/** Those with whom a player is not to meet, whichever of the two wants it so; nobody is told who they are. */
export type Apart = ReadonlySet<string>;

const OPEN_TO_OTHERS = 'Another one may be open to you.';

/** Why a player does not sit down here: they keep apart from somebody who sits at the table, or whose game it is. */
export function tableNotOpen({ header, seats }: Game, apart: Apart) {
  const isHosted = header.createdBy !== null && apart.has(header.createdBy);
  if (!isHosted && !seats.some((holder) => holder.kind === 'player' && apart.has(holder.player.id))) return null;
  return refused('not-open-to-you', 'No seat of this game is open to you.', { hint: OPEN_TO_OTHERS });
}

/** Why no seat is kept for somebody; null when all may be. */
export function invitationNotOpen(seats: readonly SeatHolder[], apart: Apart) {
  const seat = seats.findIndex((holder) => holder.kind === 'invited' && apart.has(holder.player.id));
  if (seat === -1) return null;
  const errors = [{ pointer: `/seats/${seat}/player`, message: 'is not open to you' }];
  return refused('not-open-to-you', `You cannot keep seat ${seat} for this player.`, { errors });
}

/** Why a game is not played again; null when it may be. */
export function rematchNotOpen(seats: readonly SeatHolder[], apart: Apart) {
  if (!seats.some((holder) => holder.kind === 'invited' && apart.has(holder.player.id))) return null;
  return refused('not-open-to-you', 'A rematch of this game is not open to you.', { hint: OPEN_TO_OTHERS });
}
