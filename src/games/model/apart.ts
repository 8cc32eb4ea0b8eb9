import { refused } from '../../eventlog/result.ts';
import type { Store } from '../../store/store.ts';
import type { Game } from './game.ts';
import type { SeatHolder } from './seats.ts';

/** The ids of players whom a player has blocked, or who have blocked the player. Players never see this list. */
export type Apart = ReadonlySet<string>;

export interface Company {
  apart: Apart;
  /** suspended players; no game begins with one of them */
  suspended: ReadonlySet<string>;
}

export async function companyOf(
  { blocks, players }: Pick<Store, 'blocks' | 'players'>,
  playerId: string,
  others: readonly string[],
  now: Date,
): Promise<Company> {
  const [apart, suspended] = await Promise.all([blocks.apartFrom(playerId), players.suspendedAmong(others, now)]);
  return { apart, suspended: new Set(suspended) };
}

/** Returns the ids of all players of a game, including its host and invited players. */
export function everyoneAt({ header, seats }: Game): string[] {
  const host = header.createdBy === null ? [] : [header.createdBy];
  return [...host, ...seats.flatMap((holder) => ('player' in holder ? [holder.player.id] : []))];
}

const OPEN_TO_OTHERS = 'Another game may be open to you.';

export function tableNotOpen({ header, seats }: Game, { apart, suspended }: Company) {
  const isAt = (some: ReadonlySet<string>) =>
    (header.createdBy !== null && some.has(header.createdBy)) ||
    seats.some((holder) => holder.kind === 'player' && some.has(holder.player.id));
  if (isAt(apart)) return notOpen('No seat of this game is open to you.');
  return isAt(suspended) ? playerIsSuspended() : null;
}

export function playerIsSuspended() {
  return notOpen('A player at this table is suspended. No one can join the game until the suspension ends.');
}

function notOpen(detail: string) {
  return refused('not-open-to-you', detail, { hint: OPEN_TO_OTHERS });
}

export function accountIsDeleted() {
  const hint = `The table closes, or its seat opens again, in a moment. ${OPEN_TO_OTHERS}`;
  return refused('not-open-to-you', 'A player at this table has deleted their account.', { hint });
}

/** Returns why an invitation is not allowed; null: all invitations are. */
export function invitationNotOpen(seats: readonly SeatHolder[], { apart, suspended }: Company) {
  const [closed, waiting] = [seatInvited(seats, apart), seatInvited(seats, suspended)];
  if (closed === -1 && waiting === -1) return null;
  const seat = closed === -1 ? waiting : closed;
  const errors = [{ pointer: `/seats/${seat}/player`, message: 'must be the id of another player' }];
  const detail = `You cannot invite this player to seat ${seat}${closed === -1 ? ': the player is suspended' : ''}.`;
  return refused('not-open-to-you', detail, { errors });
}

/** Returns why a rematch is not allowed; null: it is. */
export function rematchNotOpen(seats: readonly SeatHolder[], { apart, suspended }: Company) {
  if (seatInvited(seats, apart) !== -1) return notOpen('A rematch of this game is not open to you.');
  if (seatInvited(seats, suspended) === -1) return null;
  return notOpen('This game can have no rematch now, because one of its players is suspended.');
}

function seatInvited(seats: readonly SeatHolder[], some: ReadonlySet<string>): number {
  return seats.findIndex((holder) => holder.kind === 'invited' && some.has(holder.player.id));
}
