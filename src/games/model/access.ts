import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { type Result, refused } from '../../eventlog/result.ts';
import { type Game, isOver } from './game.ts';
import type { SeatHolder } from './seats.ts';

/** Who looks, and which seats are theirs. */
export interface Onlooker {
  viewer: Viewer;
  you: Seat[];
  /** whether they created the game */
  isHost?: boolean;
}

/** Who asks to see a game, and what opens a private one to them. */
export interface Reader {
  playerId: string | null;
  inviteCode?: string | undefined;
}

/** Whether a game exists for this reader: a private one does for its players, the invited, and who has its code. */
export function mayWatch({ header, seats }: Game, { playerId, inviteCode }: Reader): boolean {
  if (header.visibility !== 'private') return true;
  if (inviteCode !== undefined && header.inviteCode !== null && opens(inviteCode, header.inviteCode)) return true;
  if (playerId === null) return false;
  return header.createdBy === playerId || isAtTable(seats, playerId);
}

export function isAtTable(seats: readonly SeatHolder[], playerId: string): boolean {
  return seats.some((holder) => 'player' in holder && holder.player.id === playerId);
}

/** Whose eyes an answer is for: the seat that was asked for, if it is the caller's own. */
export function onlookerOf(game: Game, playerId: string | null, asked: Viewer | undefined): Result<Onlooker> {
  const best = bestOnlooker(game, playerId);
  if (asked === undefined) return { ok: true, value: best };
  const problem = asked === 'spectator' ? null : seatProblem(game, best.you, asked);
  return problem ?? { ok: true, value: { ...best, viewer: asked } };
}

/** Whose eyes fit best when nobody asked: the caller's lowest seat that is to act, else their lowest, else nobody's. */
export function bestOnlooker(game: Game, playerId: string | null): Onlooker {
  const you = playerId === null ? [] : seatsOf(game, playerId);
  const isHost = playerId !== null && game.header.createdBy === playerId;
  const viewer = you.find((seat) => isToAct(game, seat) && !hasLeft(game, seat)) ?? you[0] ?? 'spectator';
  return { viewer, you, isHost };
}

/** A refusal for a seat that does not exist or is not the caller's; null when it is theirs. */
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

/** A refusal for who has no seat in a game that is closed to them: of what it has come to, nothing is told. */
export function outsiderProblem({ header, seats }: Game, playerId: string) {
  if (header.place?.sealed !== true || isAtTable(seats, playerId)) return null;
  return refused('not-your-seat', 'You hold no seat in this game.');
}

/** A refusal for who may not see the game, or what it has come to; null for all others. */
export function closedTo(game: Game, playerId: string) {
  return mayWatch(game, { playerId }) ? outsiderProblem(game, playerId) : gameNotFound(game.header.id);
}

/** The seat that a player acts for in a game that is under way. */
export function seatInPlay(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, playerId, asked);
  return chosen.ok && game.status === 'open' ? notStarted() : chosen;
}

/** A refusal of what would change which games of a competition are played, and by whom; null where it belongs to none. */
export function competitionProblem({ header: { place }, seats }: Game, playerId: string) {
  if (place === null) return null;
  const hint = isAtTable(seats, playerId)
    ? 'Play it, or give it up: `resignGame`.'
    : 'Seats are for entries: `enterCompetition`, while it takes any.';
  return refused('competition-game', `This game is dealt and seated by competition ${place.competitionId}.`, { hint });
}

export function gameOver(game: Game) {
  const how = game.outcome?.text ?? game.status;
  return refused('game-over', `This game is over: ${how.replace(/\.$/, '')}.`);
}

export function notStarted() {
  return refused('game-not-started', 'The game waits for players: not every seat is taken.');
}

export function seatLeft(seat: Seat) {
  return refused('seat-left', `You have left seat ${seat}: it is played on for you.`);
}

export function gameNotFound(gameId: string) {
  return refused('game-not-found', `There is no game ${gameId}.`);
}

export function isToAct(game: Game, seat: Seat): boolean {
  return game.decisions.some((decision) => decision.seat === seat);
}

/** The seats that a player holds, lowest first; also those that they have left. */
export function seatsOf({ seats }: Pick<Game, 'seats'>, playerId: string): Seat[] {
  const held: Seat[] = [];
  for (const [seat, holder] of seats.entries()) {
    if (holder.kind === 'player' && holder.player.id === playerId) held.push(seat);
  }
  return held;
}

/** The seat that a player acts for: the named one, else the player's lowest that is to act. */
export function actingSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const you = seatsOf(game, playerId);
  const staying = you.filter((own) => !hasLeft(game, own));
  const seat = asked ?? staying.find((own) => isToAct(game, own)) ?? staying[0] ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? (hasLeft(game, seat) ? seatLeft(seat) : { ok: true, value: seat });
}

function hasLeft(game: Game, seat: Seat): boolean {
  const holder = game.seats[seat];
  return holder?.kind === 'player' && holder.left !== undefined;
}

/** 79 bits, in letters and digits that are not mistaken for each other */
const LENGTH = 16;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export function newInviteCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Whether somebody who names `asked` knows the code; how long it takes tells nothing of the code. */
export function opens(asked: string, code: string): boolean {
  return timingSafeEqual(hash('sha256', asked, 'buffer'), hash('sha256', code, 'buffer'));
}
