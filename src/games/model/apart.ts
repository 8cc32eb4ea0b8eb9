import { refused } from '../../eventlog/result.ts';
import type { Store } from '../../store/store.ts';
import type { Game } from './game.ts';
import type { SeatHolder } from './seats.ts';

/** Those with whom a player is not to meet, whichever of the two wants it so; nobody is told who they are. */
export type Apart = ReadonlySet<string>;

/** Whom a player does not sit down with, of those at a table. */
export interface Company {
  apart: Apart;
  /** those whom an operator keeps out: no game begins with them */
  suspended: ReadonlySet<string>;
}

/** What keeps a player from sitting down with these others at that time. */
export async function companyOf(
  { blocks, players }: Pick<Store, 'blocks' | 'players'>,
  playerId: string,
  others: readonly string[],
  now: Date,
): Promise<Company> {
  const [apart, suspended] = await Promise.all([blocks.apartFrom(playerId), players.suspendedAmong(others, now)]);
  return { apart, suspended: new Set(suspended) };
}

/** The host of a game and everyone who sits at its table or is invited to it. */
export function everyoneAt({ header, seats }: Game): string[] {
  const host = header.createdBy === null ? [] : [header.createdBy];
  return [...host, ...seats.flatMap((holder) => ('player' in holder ? [holder.player.id] : []))];
}

const OPEN_TO_OTHERS = 'Another one may be open to you.';

/** Why a player does not sit down here: they keep apart from somebody who sits at the table, or whose game it is. */
export function tableNotOpen({ header, seats }: Game, { apart, suspended }: Company) {
  const isAt = (some: ReadonlySet<string>) =>
    (header.createdBy !== null && some.has(header.createdBy)) ||
    seats.some((holder) => holder.kind === 'player' && some.has(holder.player.id));
  if (isAt(apart)) return refused('not-open-to-you', 'No seat of this game is open to you.', { hint: OPEN_TO_OTHERS });
  return isAt(suspended) ? playerSuspendedAt() : null;
}

/** Why a player does not sit down here: the creator of the game, or a player at the table, is suspended. */
export function playerSuspendedAt() {
  return suspendedAt('A player at this table is suspended. No one can join it until that ends.');
}

function suspendedAt(detail: string) {
  return refused('not-open-to-you', detail, { hint: OPEN_TO_OTHERS });
}

/** Why a player does not sit down here: the account of its creator, or of a player at the table, is deleted. */
export function accountDeletedAt() {
  const hint = `The table closes, or its seat opens again, in a moment. ${OPEN_TO_OTHERS}`;
  return refused('not-open-to-you', 'A player at this table has deleted their account.', { hint });
}

/** Why no seat is kept for somebody; null when all may be. */
export function invitationNotOpen(seats: readonly SeatHolder[], { apart, suspended }: Company) {
  const seatOf = (some: ReadonlySet<string>) =>
    seats.findIndex((holder) => holder.kind === 'invited' && some.has(holder.player.id));
  const [closed, waiting] = [seatOf(apart), seatOf(suspended)];
  if (closed === -1 && waiting === -1) return null;
  const [seat, why] = closed === -1 ? [waiting, ': the player is suspended'] : [closed, ''];
  const errors = [{ pointer: `/seats/${seat}/player`, message: 'is not open to you' }];
  return refused('not-open-to-you', `You cannot keep seat ${seat} for this player${why}.`, { errors });
}

/** Why a game is not played again; null when it may be. */
export function rematchNotOpen(seats: readonly SeatHolder[], { apart, suspended }: Company) {
  const isInvited = (some: ReadonlySet<string>) =>
    seats.some((holder) => holder.kind === 'invited' && some.has(holder.player.id));
  if (!isInvited(apart)) {
    return isInvited(suspended)
      ? suspendedAt('A player of this game is suspended: it is not played again meanwhile.')
      : null;
  }
  return refused('not-open-to-you', 'A rematch of this game is not open to you.', { hint: OPEN_TO_OTHERS });
}
