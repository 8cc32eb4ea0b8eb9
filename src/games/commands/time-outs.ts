import { appended } from '../model/fold.ts';
import { closingTimeOf, type Game, isForHouse, type Proposal } from '../model/game.ts';
import { lateChoice, overdueDecision, seatsOutOfTime } from '../model/house-choice.ts';
import { actionFor, botsIn, followed, withBots } from './bot-turns.ts';
import { resigned } from './resign.ts';

/** The rest follow in separate changes. */
const MOST_DRAWN = 60;

/** Null: the house has nothing to do. */
export function houseTurn(game: Game, now: Date): Proposal | null {
  if (game.status !== 'playing') return null;
  const closing = closingTimeOf(game.header);
  if (closing !== null && closing <= now) return resigned(game, now, 0, 'timeout'); // a game of the day has one seat
  if (overdueDecision(game, now) !== null) return withBots(timedOut(game, now));
  return isForHouse(game) ? botsIn(game, now) : null;
}

function timedOut(game: Game, now: Date): Proposal {
  const nothing: Proposal = { game, events: [], rows: [] };
  return game.header.clock?.onTimeout === 'resign' ? withLeavers(nothing, now) : withDrawn(nothing, now);
}

/** All overdue seats leave, by deadline, before the house acts for any of them. */
function withLeavers(before: Proposal, now: Date): Proposal {
  let after = before;
  for (;;) {
    const seats = after.game.status === 'playing' ? seatsOutOfTime(after.game, now) : [];
    const [seat, ...others] = seats;
    if (seat === undefined) return after;
    const isOne = others.length === 0;
    const entry = isOne ? { seat } : { action: { seats } };
    after = followed(after, appended(after.game, now, isOne ? 'timeout' : 'timeouts', entry));
  }
}

function withDrawn(before: Proposal, now: Date): Proposal {
  let after = before;
  for (let n = 0; n < MOST_DRAWN; n++) {
    const late = overdueDecision(after.game, now);
    if (late === null) break;
    after = followed(after, actionFor(after.game, now, late.seat, lateChoice(after.game, late.seat), 'timeout'));
  }
  return after;
}
