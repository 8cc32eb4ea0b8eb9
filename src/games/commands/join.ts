import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Keyed } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import type { PlayerUsage } from '../../store/game-lists.ts';
import { type Company, tableNotOpen } from '../model/apart.ts';
import type { PlayerCaps } from '../model/caps.ts';
import { appended } from '../model/fold.ts';
import {
  competitionProblem,
  type Game,
  gameNotFound,
  gameOver,
  isOver,
  isSeeded,
  mayWatch,
  noSuchSeat,
  type Proposal,
  seatsOf,
} from '../model/game.ts';
import { withNameSalt } from '../model/participants.ts';
import { invitationsOf, type PlayerHolder } from '../model/seats.ts';
import { seedIsOpen } from '../refusals.ts';
import type { Command } from './command.ts';
import { holderFor, joinProblem, startIfFull } from './create-game.ts';

export interface SeatQuery {
  seat?: Seat | undefined;
  clientSeed?: string | undefined;
}

/** Takes a seat, also by invitation. When the last seat is taken, the game starts. */
export function joinGame(
  player: Player,
  gameId: string,
  { inviteCode, ...asked }: SeatQuery & { inviteCode?: string | undefined },
  request: Keyed,
  { caps, usage, company }: { caps: PlayerCaps; usage: PlayerUsage; company: Company },
): Command {
  const decide = (game: Game, now: Date): Result<Proposal | null> => {
    if (!mayWatch(game, { playerId: player.id, inviteCode })) return gameNotFound(gameId);
    const dealt = competitionProblem(game, player.id);
    if (dealt !== null) return dealt;
    const repeated = alreadySeated(game, player, asked);
    if (repeated !== null) return repeated;
    const second = secondSeat(game, player, asked);
    if (second !== null) return second;
    const seated = seating(game, now, player, asked);
    if (!seated.ok || seatsOf(game, player.id).length > 0) return seated;
    return tableNotOpen(game, company) ?? joinProblem(caps, usage, seated.value.game) ?? seated;
  };
  return { gameId, by: player.id, request, decide };
}

/** Answers a player who has the seat already: a repetition changes nothing. Null: the player does not have it. */
export function alreadySeated(game: Game, player: Player, { seat, clientSeed }: SeatQuery): Result<null> | null {
  const own = seatsOf(game, player.id).filter((each) => seat === undefined || each === seat);
  if (own.length === 0 || (clientSeed !== undefined && isSeeded(game.header))) return null;
  const isTheirs = (each: Seat) => (game.seats[each] as PlayerHolder).clientSeed === clientSeed;
  if (clientSeed === undefined || own.some(isTheirs)) return done(null);
  return refused('seat-taken', `You have seat ${own[0]} already, but with another client seed.`, {
    hint: `To change the client seed, leave seat ${own[0]} before the start (\`leaveGame\`) and take it again.`,
  });
}

/** Rejects a second seat of a player in a rated game. A seat reserved by an invitation counts. */
function secondSeat({ header, status, seats }: Game, player: Player, { seat }: SeatQuery) {
  if (!header.rated || status !== 'open') return null;
  const own = seats.findIndex((holder) => 'player' in holder && holder.player.id === player.id);
  if (own === -1) return null;
  const isKept = seats[own]?.kind === 'invited';
  if (isKept && (seat === undefined || seat === own)) return null;
  return isKept
    ? refused('rated-game', `In a rated game each player has one seat, and you are invited to seat ${own}.`, {
        hint: `Take seat ${own}, or decline the invitation first: \`leaveGame\`.`,
      })
    : refused('rated-game', `In a rated game each player has one seat, and you have seat ${own}.`, {
        hint: `To change seats, leave seat ${own} first: \`leaveGame\`.`,
      });
}

/** Leaves a seat or declines an invitation before the start. The game's creator may also withdraw invitations. */
export function leaveSeat(player: Player, gameId: string, seat: Seat): Command {
  const decide = (game: Game, now: Date) =>
    mayWatch(game, { playerId: player.id })
      ? (competitionProblem(game, player.id) ?? vacating(game, now, player, seat))
      : gameNotFound(gameId);
  return { gameId, by: player.id, request: null, decide };
}

export function seating(game: Game, now: Date, player: Player, asked: SeatQuery): Result<Proposal> {
  if (isOver(game)) return gameOver(game);
  if (asked.clientSeed !== undefined && isSeeded(game.header)) return seedIsOpen('/clientSeed');
  const free = freeSeats(game, player);
  const seat = asked.seat ?? invitationsOf(game.seats, player.id)[0] ?? free[0];
  if (seat !== undefined && seat >= game.header.seatCount) return noSuchSeat(game, seat);
  if (seat === undefined || !free.includes(seat)) return seatTaken(game, seat, free);
  const action = withNameSalt(holderFor(player, asked.clientSeed));
  return done(startIfFull(appended(game, now, 'joined', { seat, action })));
}

function vacating(game: Game, now: Date, player: Player, seat: Seat): Result<Proposal> {
  if (seat >= game.header.seatCount) return noSuchSeat(game, seat);
  if (isOver(game)) return gameOver(game);
  if (game.status === 'playing') return refused('game-started', 'The game has started, so you cannot leave your seat.');
  const holder = game.seats[seat];
  const own = (holder?.kind === 'player' || holder?.kind === 'invited') && holder.player.id === player.id;
  const takenBack = holder?.kind === 'invited' && game.header.createdBy === player.id;
  if (!own && !takenBack) return refused('not-your-seat', `Seat ${seat} is not yours.`);
  return done(appended(game, now, 'left', { seat }));
}

function freeSeats(game: Game, player: Player): Seat[] {
  const invited = invitationsOf(game.seats, player.id);
  return game.seats.flatMap((holder, seat) => (holder.kind === 'open' || invited.includes(seat) ? [seat] : []));
}

const NO_SEAT = '`listGames` with `openSeats=true` lists games with open seats. You can also create a game.';

function seatTaken(game: Game, seat: Seat | undefined, free: readonly Seat[]) {
  const hint = free.length > 0 ? `Seats that you can take: ${free.join(', ')}.` : NO_SEAT;
  if (seat === undefined) return refused('seat-taken', 'This game has no open seat.', { hint: NO_SEAT });
  const isKept = game.seats[seat]?.kind === 'invited';
  return refused('seat-taken', `Seat ${seat} is ${isKept ? 'kept for an invited player' : 'taken'}.`, { hint });
}
