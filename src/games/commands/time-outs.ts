import type { ActionShape, Seat } from '../../kernel/ruleset.ts';
import type { Decision } from '../model/clock.ts';
import { choiceChanceOf, closingTimeOf, type Game, isForHouse, type Proposal } from '../model/game.ts';
import { actionFor, botsIn, withBots } from './bot-turns.ts';
import { resigned } from './resign.ts';

/** The decision whose time was up first; null when none was at that moment. */
export function overdueDecision(game: Game, now: Date): Decision | null {
  const late = game.decisions.filter(({ deadline }) => deadline !== null && deadline <= now);
  return late.sort((a, b) => Number(a.deadline) - Number(b.deadline) || a.seat - b.seat)[0] ?? null;
}

/** What the house has to do by itself in a game at that moment; null when there is nothing. */
export function houseTurn(game: Game, now: Date): Proposal | null {
  if (game.status !== 'playing') return null;
  const closing = closingTimeOf(game.header);
  if (closing !== null && closing <= now) return resigned(game, now, 0, 'timeout'); // a competition has one seat a game
  const late = overdueDecision(game, now);
  if (late !== null) return timedOut(game, now, late);
  return isForHouse(game) ? botsIn(game, now) : null;
}

function timedOut(game: Game, now: Date, { seat }: Decision): Proposal {
  if (game.header.clock?.onTimeout === 'resign') return resigned(game, now, seat, 'timeout');
  return withBots(actionFor(game, now, seat, lateChoice(game, seat), 'timeout'));
}

/** The action that is drawn for a seat whose time is up. */
export function lateChoice(game: Game, seat: Seat): ActionShape {
  const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
  return legal[choiceChanceOf(game, game.version + 1).int(legal.length)] as ActionShape;
}
