import { applyLegal } from '#rules/kernel/play.ts';
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import { policyOf } from '#rules/kernel/search/policy.ts';
import { acted, appended } from '../model/fold.ts';
import { chanceOf, closingTimeOf, type Game, isForHouse, nextRow, type Proposal, policyAt } from '../model/game.ts';
import { botChoice, lateChoice, overdueDecision, seatsOutOfTime } from '../model/house-choice.ts';

/** The rest follow in separate changes. */
const MOST_AT_ONCE = 60;
const LONGEST_MS = 30;

/** Appends the actions of the bots whose turn it is, at the same time. */
export function withBots(proposal: Proposal, now = proposal.game.updatedAt): Proposal {
  const giveUpAt = performance.now() + LONGEST_MS;
  let after = proposal;
  for (let n = 0; n < MOST_AT_ONCE && performance.now() < giveUpAt; n++) {
    const next = nextBot(after.game);
    if (next === null) break;
    const action = botChoice(after.game, next.seat, next.policy);
    after = followed(after, actionFor(after.game, now, next.seat, action, 'action'));
  }
  return after;
}

/** Null: no bot can act immediately. */
export function botsIn(game: Game, now: Date): Proposal | null {
  const proposal = withBots({ game, events: [], rows: [] }, now);
  return proposal.rows.length === 0 ? null : proposal;
}

function nextBot(game: Game): { seat: Seat; policy: Policy<any, any> } | null {
  for (const { seat } of game.decisions) {
    const name = policyAt(game, seat);
    const policy = name === null ? null : policyOf(game.header.ruleset, name);
    if (policy !== null) return { seat, policy };
  }
  return null;
}

export function actionFor(
  game: Game,
  now: Date,
  seat: Seat,
  action: ActionShape,
  kind: 'action' | 'timeout',
): Proposal {
  const chance = chanceOf(game.header, game.seats, game.version + 1);
  const played = applyLegal(game.header.ruleset, game.state, seat, action, chance);
  const row = nextRow(game, now, kind, { seat, action, draws: played.draws });
  return { ...acted(game, row, played), rows: [row] };
}

export function followed(first: Proposal, then: Proposal): Proposal {
  return { game: then.game, events: [...first.events, ...then.events], rows: [...first.rows, ...then.rows] };
}

/** Null: the house has nothing to do. */
export function houseTurn(game: Game, now: Date): Proposal | null {
  if (game.status !== 'playing') return null;
  const closing = closingTimeOf(game.header);
  // a game of the day has one seat
  if (closing !== null && closing <= now) return withBots(appended(game, now, 'timeout', { seat: 0 }));
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
  for (let n = 0; n < MOST_AT_ONCE; n++) {
    const late = overdueDecision(after.game, now);
    if (late === null) break;
    after = followed(after, actionFor(after.game, now, late.seat, lateChoice(after.game, late.seat), 'timeout'));
  }
  return after;
}
