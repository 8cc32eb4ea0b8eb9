import type { Seat } from '#rules/kernel/ruleset.ts';
import type { IdempotentRequest } from '../../requests/idempotency.ts';
import { actingSeat, gameNotFound, gameOver, mayWatch, notStarted, outsiderProblem } from '../model/access.ts';
import { takeBackAsked, takeBackRefused, takenBack } from '../model/fold.ts';
import { type Game, isOver, nextRow, type Proposal } from '../model/game.ts';
import { counts, faultOf, MOST_ASKED, MOST_TAKEN_BACK } from '../model/going-back.ts';
import { done, type Result, refused } from '../model/result.ts';
import { stayingPlayers } from '../model/seats.ts';
import { withBots } from './bot-turns.ts';
import type { Command } from './command.ts';

export interface TakeBackAsked {
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
export function takeBack(
  playerId: string,
  gameId: string,
  asked: TakeBackAsked,
  request: IdempotentRequest | null,
  stateOf: (game: Game) => unknown,
): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const wished = wishIn(game, playerId, asked);
    if (!wished.ok) return wished;
    const { seat, isLast } = wished.value;
    if (!isLast) {
      const row = nextRow(game, now, 'takeBackAsked', { seat, action: { playerId, to: asked.to } });
      return done({ ...takeBackAsked(game, row), rows: [row] });
    }
    const state = stateOf(game);
    if (state === undefined) return refused('stale-version', 'The game changed while it was looked at.');
    const row = nextRow(game, now, 'takenBack', { seat, action: { to: asked.to } });
    return done(withBots({ ...takenBack(game, row, state), rows: [row] }));
  };
  return { gameId, by: playerId, request, decide };
}

/** A player does not want to go back, or no longer. */
export function refuseTakeBack(playerId: string, gameId: string, request: IdempotentRequest | null): Command {
  const decide = (game: Game, now: Date): Result<Proposal> => {
    const seated = seatIn(game, playerId, undefined);
    if (!seated.ok) return seated;
    if (game.takeBackWish === null) return refused('no-take-back', 'There is no request to go back.');
    const row = nextRow(game, now, 'takeBackRefused', { seat: seated.value });
    return done({ ...takeBackRefused(game, row), rows: [row] });
  };
  return { gameId, by: playerId, request, decide };
}

/** What the wish of this player to go back would be; or why it cannot be had. */
export function wishIn(game: Game, playerId: string, { to, seat: asked }: TakeBackAsked): Result<Wish> {
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
    return refused('taken-back-enough', `One game is taken back ${MOST_TAKEN_BACK} times at most, and this one was.`);
  }
  const agreedBy = game.takeBackWish?.to === to ? game.takeBackWish.agreedBy : [];
  if (agreedBy.includes(playerId)) {
    return refused('take-back-asked', 'You have asked already; the other players have not agreed.');
  }
  const isLast = stayingPlayers(game).every((id) => id === playerId || agreedBy.includes(id));
  if (!isLast && (game.takeBackAsks[playerId] ?? 0) >= MOST_ASKED) {
    const detail = `You have asked to go back ${MOST_ASKED} times since you acted last, which is enough.`;
    return refused('take-back-asked', detail, { hint: 'Act before you ask again.' });
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
