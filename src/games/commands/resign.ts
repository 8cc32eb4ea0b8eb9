import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Keyed } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import type { Append, GameRow } from '../../store/game-rows.ts';
import { appended, headAfter } from '../model/fold.ts';
import {
  competitionProblem,
  type Game,
  gameNotFound,
  gameOver,
  isOver,
  isStaying,
  mayWatch,
  type Proposal,
  seatInPlay,
  seatsOf,
  stayingPlayers,
  type VoidReason,
} from '../model/game.ts';
import { MOST_ASKED } from '../model/going-back.ts';
import { membershipsOf, playersAt } from '../model/participants.ts';
import { mayBeCalledOff } from '../model/rated-game.ts';
import type { SeatHolder } from '../model/seats.ts';
import { withBots } from './actions.ts';
import type { Command } from './command.ts';

export function resignGame(player: Player, gameId: string, seat: Seat | undefined, request: Keyed): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const chosen = seatInPlay(game, player.id, seat);
    return chosen.ok ? done(resigned(game, now, chosen.value)) : chosen;
  };
  return { gameId, by: player.id, request, decide };
}

/** Aborts a game. Before the start only the creator may. Later all players who have not left must ask for it; if all
 * have left, the creator may abort it. */
export function abortGame(player: Player, gameId: string, request: Keyed): Command {
  const decide = (game: Game, now: Date) =>
    mayWatch(game, { playerId: player.id }) ? abortion(game, now, player) : gameNotFound(gameId);
  return { gameId, by: player.id, request, decide };
}

export function withdrawAbort(playerId: string, gameId: string, request: Keyed): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const seated = seatInPlay(game, playerId, undefined);
    if (!seated.ok) return seated;
    if (!game.abortAskedBy.includes(playerId)) return refused('no-abort', 'You have no request to abort this game.');
    return done(appended(game, now, 'abortWithdrawn', { seat: seated.value }));
  };
  return { gameId, by: playerId, request, decide };
}

export function resigned(game: Game, now: Date, seat: Seat): Proposal {
  return withBots(appended(game, now, 'resigned', { seat }));
}

function abortion(game: Game, now: Date, player: Player): Result<Proposal> {
  const dealt = competitionProblem(game, player.id);
  if (dealt !== null) return dealt;
  if (isOver(game)) return gameOver(game);
  if (game.status === 'open') {
    if (game.header.createdBy !== player.id) {
      return refused('not-your-game', 'Before the start, only its creator can abort a game.', {
        hint: 'Leave your own seat instead: `leaveGame`.',
      });
    }
    return done(endedBy(game, now, null));
  }
  if (!mayBeCalledOff(game)) return ratedGame(game, player.id);
  if (game.header.createdBy === player.id && stayingPlayers(game).length === 0) return done(endedBy(game, now, null));
  const seat = seatsOf(game, player.id).find((own) => isStaying(game.seats[own]));
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  // aborting a daily game counts as resigning: only the player's first game counts, and a bad one must not vanish
  if (game.header.daily !== null) return done(resigned(game, now, seat));
  if (game.abortAskedBy.includes(player.id)) {
    return refused('abort-asked', 'You have asked already to abort this game, and another player has not agreed yet.');
  }
  if (stayingPlayers(game).every((id) => id === player.id || game.abortAskedBy.includes(id))) {
    return done(endedBy(game, now, seat));
  }
  if ((game.abortAsks[player.id] ?? 0) >= MOST_ASKED) {
    const detail = `You have asked to abort ${MOST_ASKED} times since your last action, the most allowed.`;
    return refused('abort-asked', detail, { hint: 'Make your next action in the game before you ask again.' });
  }
  return done(appended(game, now, 'abortAsked', { seat, action: { playerId: player.id } }));
}

function ratedGame(game: Game, playerId: string) {
  if (seatsOf(game, playerId).length === 0) return refused('not-your-seat', 'You hold no seat in this game.');
  const why = game.begun ? 'a player has acted or left' : 'only bots would have to agree, and you have seen your cards';
  return refused('rated-game', `This rated game can no longer be aborted: ${why}.`, {
    hint: 'Resign, which loses the game: `resignGame`.',
  });
}

/** Ends a game by abort. `seat` is the seat that asked last; null: the creator or the server aborted the game. */
export function endedBy(game: Game, now: Date, seat: Seat | null): Proposal {
  return appended(game, now, 'aborted', { seat });
}

export function voidGame(gameId: string, reason: VoidReason): Command {
  const decide = (game: Game, now: Date) =>
    isOver(game) ? gameOver(game) : done(appended(game, now, 'voided', { action: { reason } }));
  return { gameId, by: null, request: null, decide };
}

/** The fields of an ended game. With `seats: null`, the stored seats do not change. */
const ENDED = {
  status: 'aborted',
  seats: null,
  deadline: null,
  outcome: null,
  takenBack: false,
  unattended: false,
} as const;

/** Returns an append to the log that voids a game without rules or with a damaged log, so that it does not count. */
export function voidingWithoutRules(game: GameRow, now: Date, reason: VoidReason): Append {
  const at = now > game.updatedAt ? now : game.updatedAt;
  const [gameId, version] = [game.id, game.version + 1];
  const row = { gameId, version, kind: 'voided', seat: null, action: { reason }, draws: [], at };
  const seats = game.seats as unknown as SeatHolder[];
  const head = headAfter(game.chainKey, game.head, row);
  return {
    gameId,
    base: game.version,
    baseHead: game.head,
    erased: game.erased,
    events: [row],
    game: { ...ENDED, toAct: [], awaiting: [], version, head, openSeats: game.openSeats, updatedAt: at },
    memberships: membershipsOf(game, seats, false, () => null),
    request: null,
    notifications: playersAt(seats).map(({ id: playerId }) => ({ playerId, type: 'gameEnded', seat: null })),
  };
}
