import type { Seat } from '#rules/kernel/ruleset.ts';
import type { IdempotentRequest } from '../../eventlog/idempotency.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { actingSeat, gameNotFound, gameOver, mayWatch, notStarted, outsiderProblem } from '../model/access.ts';
import { takebackAsked, takebackRefused, takenBack } from '../model/fold.ts';
import { type Game, isOver, nextRow, type Proposal } from '../model/game.ts';
import { counts, faultOf, MOST_ASKED, MOST_TAKEN_BACK } from '../model/going-back.ts';
import { stayingPlayers } from '../model/seats.ts';
import { withBots } from './bot-turns.ts';
import type { Command } from './command.ts';

export interface TakebackRequest {
  to: number;
  seat?: Seat | undefined;
}

/** Whose wish it is, on which seat, and whether it was the last that was missing. */
interface Wish {
  seat: Seat;
  isLast: boolean;
}

/**
 * A player wants the game to go on from an earlier version; when nobody else has to agree any more, it does. `stateOf`: the
 * state at that version of the game's history; undefined where it is not at hand.
 */
export function requestTakeback(
  playerId: string,
  gameId: string,
  asked: TakebackRequest,
  request: IdempotentRequest | null,
  stateOf: (game: Game) => unknown,
): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const wished = wishIn(game, playerId, asked);
    if (!wished.ok) return wished;
    const { seat, isLast } = wished.value;
    if (!isLast) {
      const row = nextRow(game, now, 'takebackAsked', { seat, action: { playerId, to: asked.to } });
      return done({ ...takebackAsked(game, row), rows: [row] });
    }
    const state = stateOf(game);
    if (state === undefined) return refused('stale-version', 'The game changed while it was looked at.');
    const row = nextRow(game, now, 'takenBack', { seat, action: { to: asked.to } });
    return done(withBots({ ...takenBack(game, row, state), rows: [row] }));
  };
  return { gameId, by: playerId, request, decide };
}

/** A player does not want to go back, or no longer. */
export function refuseTakeback(playerId: string, gameId: string, request: IdempotentRequest | null): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const seated = seatIn(game, playerId, undefined);
    if (!seated.ok) return seated;
    if (game.takeback === null) return refused('no-takeback', 'No player has requested a takeback.');
    const row = nextRow(game, now, 'takebackRefused', { seat: seated.value });
    return done({ ...takebackRefused(game, row), rows: [row] });
  };
  return { gameId, by: playerId, request, decide };
}

/** What the wish of this player to go back would be; or why it cannot be had. */
export function wishIn(game: Game, playerId: string, { to, seat: asked }: TakebackRequest): Result<Wish> {
  const seated = seatIn(game, playerId, asked);
  if (!seated.ok) return seated;
  if (counts(game.header)) {
    return refused('game-counts', 'A game that is rated, of the day, or of a competition is not taken back.');
  }
  const fault = faultOf(game, to);
  if (fault !== null) {
    const errors = [{ pointer: '/to', message: fault }];
    return refused('invalid-request', 'The game cannot go on from there.', { errors });
  }
  if (game.takenBack >= MOST_TAKEN_BACK) {
    return refused('too-many-takebacks', `One game is taken back ${MOST_TAKEN_BACK} times at most, and this one was.`);
  }
  const agreedBy = game.takeback?.to === to ? game.takeback.agreedBy : [];
  if (agreedBy.includes(playerId)) {
    return refused('takeback-asked', 'You have requested it already; the other players have not agreed.');
  }
  const isLast = stayingPlayers(game).every((id) => id === playerId || agreedBy.includes(id));
  if (!isLast && (game.takebackAsks[playerId] ?? 0) >= MOST_ASKED) {
    const detail = `You have requested ${MOST_ASKED} takebacks since your last action, which is the most.`;
    return refused('takeback-asked', detail, { hint: 'Act before you ask again.' });
  }
  return done({ seat: seated.value, isLast });
}

/** The seat for which this player speaks. */
export function seatIn(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  if (!mayWatch(game, { playerId })) return gameNotFound(game.header.id);
  const outsider = outsiderProblem(game, playerId);
  if (outsider !== null) return outsider;
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, playerId, asked);
  if (!chosen.ok) return chosen;
  return game.status === 'open' ? notStarted() : chosen;
}
