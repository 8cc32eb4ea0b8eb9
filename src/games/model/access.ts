import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { type Result, refused } from '../../eventlog/result.ts';
import { type Game, isOver, isStaying } from './game.ts';
import type { SeatHolder } from './seats.ts';

export interface Onlooker {
  viewer: Viewer;
  you: Seat[];
  isHost?: boolean;
}

export interface Reader {
  playerId: string | null;
  inviteCode?: string | undefined;
}

/** Private games exist only for their players, the invited and holders of the invite code. */
export function mayWatch({ header, seats }: Game, { playerId, inviteCode }: Reader): boolean {
  if (header.visibility !== 'private') return true;
  if (inviteCode !== undefined && header.inviteCode !== null && opens(inviteCode, header.inviteCode)) return true;
  if (playerId === null) return false;
  return header.createdBy === playerId || isAtTable(seats, playerId);
}

export function isAtTable(seats: readonly SeatHolder[], playerId: string): boolean {
  return seats.some((holder) => 'player' in holder && holder.player.id === playerId);
}

export function onlookerOf(game: Game, playerId: string | null, asked: Viewer | undefined): Result<Onlooker> {
  const best = bestOnlooker(game, playerId);
  if (asked === undefined) return { ok: true, value: best };
  const problem = asked === 'spectator' ? null : seatProblem(game, best.you, asked);
  return problem ?? { ok: true, value: { ...best, viewer: asked } };
}

/** Prefers the lowest own seat that is to act, then the lowest own seat. */
export function bestOnlooker(game: Game, playerId: string | null): Onlooker {
  const you = playerId === null ? [] : seatsOf(game, playerId);
  const isHost = playerId !== null && game.header.createdBy === playerId;
  const viewer = you.find((seat) => isToAct(game, seat) && isStaying(game.seats[seat])) ?? you[0] ?? 'spectator';
  return { viewer, you, isHost };
}

/** Null: the seat is the caller's. */
export function seatProblem(game: Game, you: readonly Seat[], seat: Seat) {
  if (seat >= game.header.seatCount) return noSuchSeat(game, seat);
  if (you.includes(seat)) return null;
  const hint = you.length > 0 ? `Your seats in this game: ${you.join(', ')}.` : 'You hold no seat in this game.';
  return refused('not-your-seat', `Seat ${seat} is not yours.`, { hint });
}

export function noSuchSeat(game: Game, seat: Seat) {
  const last = game.header.seatCount - 1;
  return refused('no-such-seat', `There is no seat ${seat} in this game: its seats are 0 to ${last}.`);
}

/** Null: the player may see the game and its result, which for a sealed game needs a seat. */
export function closedTo(game: Game, playerId: string) {
  const { header, seats } = game;
  if (!mayWatch(game, { playerId })) return gameNotFound(header.id);
  if (header.place?.sealed !== true || isAtTable(seats, playerId)) return null;
  return refused('not-your-seat', 'You hold no seat in this game.');
}

export function seatInPlay(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, playerId, asked);
  return chosen.ok && game.status === 'open' ? notStarted() : chosen;
}

/** Competitions decide on games and seats. Null: the game belongs to none. */
export function competitionProblem({ header: { place }, seats }: Game, playerId: string) {
  if (place === null) return null;
  const hint = isAtTable(seats, playerId)
    ? 'Play it, or resign: `resignGame`.'
    : 'Its seats are for entries: use `enterCompetition` while entries are open.';
  return refused('competition-game', `This game is dealt and seated by competition ${place.competitionId}.`, { hint });
}

export function gameOver(game: Game) {
  const how = game.outcome?.text ?? game.status;
  return refused('game-over', `This game is over: ${how.replace(/\.$/, '')}.`);
}

export function timeIsUp(deadline: Date) {
  return refused('time-out', `The time for this decision was up at ${deadline.toISOString()}.`);
}

export function notStarted() {
  return refused('game-not-started', 'The game waits for players: not every seat is taken.');
}

export function seatLeft(seat: Seat) {
  return refused('seat-left', `You have left seat ${seat}: the house plays it.`);
}

export function gameNotFound(gameId: string) {
  return refused('game-not-found', `There is no game ${gameId}.`);
}

export function isToAct(game: Game, seat: Seat): boolean {
  return game.decisions.some((decision) => decision.seat === seat);
}

/** Lowest first, including seats left. */
export function seatsOf({ seats }: Pick<Game, 'seats'>, playerId: string): Seat[] {
  return seats.flatMap((holder, seat) => (holder.kind === 'player' && holder.player.id === playerId ? [seat] : []));
}

/** The named seat, else the lowest that is to act. */
export function actingSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const you = seatsOf(game, playerId);
  const staying = you.filter((own) => isStaying(game.seats[own]));
  const seat = asked ?? staying.find((own) => isToAct(game, own)) ?? staying[0] ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? (isStaying(game.seats[seat]) ? { ok: true, value: seat } : seatLeft(seat));
}

/** 79 bits in characters that do not look alike. */
const LENGTH = 16;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export function newInviteCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** In constant time, so that the duration reveals nothing about the code. */
export function opens(asked: string, code: string): boolean {
  return timingSafeEqual(hash('sha256', asked, 'buffer'), hash('sha256', code, 'buffer'));
}
