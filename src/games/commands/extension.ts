import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Keyed } from '../../eventlog/carry-out.ts';
import { done, type Result, refused, wrong } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import type { AskedTime, ExtendedTime } from '../model/clock.ts';
import { appended } from '../model/fold.ts';
import {
  actingSeat,
  closedTo,
  competitionProblem,
  type Game,
  gameOver,
  isOver,
  noSuchSeat,
  notStarted,
  type Proposal,
  timeIsUp,
} from '../model/game.ts';
import { hasRoomFor, isAgreed, MOST_ASKS, MOST_GRANTS, roomFor, timedDecision, votersOn } from '../model/more-time.ts';
import type { Command } from './command.ts';

export interface Extension {
  seat?: Seat | undefined;
  seconds: number;
}

/** Asks for more time or agrees to it. When all other players have agreed, the deadline moves. */
export function extendTime(player: Player, gameId: string, asked: Extension, request: Keyed): Command {
  const decide = (game: Game, now: Date) => extension(game, now, player.id, asked);
  return { gameId, by: player.id, request, decide };
}

function extension(game: Game, now: Date, playerId: string, { seat, seconds }: Extension): Result<Proposal> {
  const barred = closedTo(game, playerId) ?? competitionProblem(game, playerId);
  if (barred !== null) return barred;
  if (isOver(game)) return gameOver(game);
  const own = actingSeat(game, playerId, undefined);
  if (!own.ok) return own;
  if (game.status === 'open') return notStarted();
  const target = seat ?? own.value;
  if (target >= game.header.seatCount) return noSuchSeat(game, target);
  const decision = timedDecision(game, target);
  if (decision === null) return noDeadline(target);
  if (decision.deadline <= now) return timeIsUp(decision.deadline);
  if (!hasRoomFor(decision, seconds)) {
    const detail = 'Players can add at most 30 days to one decision, all requests together.';
    return wrong(detail, '/seconds', `must be at most ${roomFor(decision)}`);
  }
  if (votersOn(game, target).length === 0 && game.header.rated) {
    return refused('rated-game', 'This rated game has no other player who could agree to more time.', {
      hint: 'Decide in time, or resign: `resignGame`.',
    });
  }
  if ((decision.grants ?? 0) >= MOST_GRANTS) {
    return refused(
      'extension-asked',
      `More time was granted ${MOST_GRANTS} times in this decision, the most allowed.`,
      { hint: 'You can ask for more time again in the next decision.' },
    );
  }
  if (isAgreed(game, decision, seconds, playerId)) {
    const deadline = new Date(decision.deadline.getTime() + seconds * 1000).toISOString();
    const action: ExtendedTime = { deadline, because: 'agreed', seconds, playerId };
    return done(appended(game, now, 'timeExtended', { seat: target, action }));
  }
  if (decision.asked?.seconds === seconds && decision.asked.by.includes(playerId)) {
    return refused('extension-asked', 'You have requested this time already, and another player has not agreed yet.');
  }
  if ((decision.asks ?? 0) >= MOST_ASKS) {
    return refused(
      'extension-asked',
      `Players have asked for more time ${MOST_ASKS} times in this decision, the most allowed.`,
      {
        hint: 'To agree to the open request, send its number of `seconds`: see `asked` in `decisions` of the state.',
      },
    );
  }
  const action: AskedTime = { for: target, seconds, playerId };
  return done(appended(game, now, 'timeAsked', { seat: own.value, action }));
}

function noDeadline(seat: Seat) {
  const detail = `Seat ${seat} has no deadline: it has nothing to decide now, or the game has no clock.`;
  return refused('no-deadline', detail);
}
