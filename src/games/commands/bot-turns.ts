import type { Json } from '#rules/kernel/json.ts';
import { applyLegal } from '#rules/kernel/play.ts';
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import { policyOf } from '#rules/kernel/search/policy.ts';
import { acted } from '../model/fold.ts';
import { chanceOf, type Game, nextRow, type Proposal, policyAt } from '../model/game.ts';
import { botChoice } from '../model/house-choice.ts';

/** So many actions of bots travel with the change before them; the rest follow in changes of their own. */
const MOST_AT_ONCE = 60;
const LONGEST_MS = 30;

/** The change with the actions of the bots that are to act after it, at the same moment. */
export function withBots(proposal: Proposal, now = proposal.game.updatedAt): Proposal {
  const giveUpAt = performance.now() + LONGEST_MS;
  let after = proposal;
  for (let n = 0; n < MOST_AT_ONCE && performance.now() < giveUpAt; n++) {
    const next = nextBot(after.game);
    if (next === null) break;
    after = followed(
      after,
      actionFor(after.game, now, next.seat, botChoice(after.game, next.seat, next.policy), 'action'),
    );
  }
  return after;
}

/** The actions of bots on top of a game that waits for one; null when it waits for none that acts at once. */
export function botsIn(game: Game, now: Date): Proposal | null {
  const proposal = withBots({ game, events: [], rows: [] }, now);
  return proposal.rows.length === 0 ? null : proposal;
}

/** The first seat whose turn it is and for which the house acts at once. */
function nextBot(game: Game): { seat: Seat; policy: Policy<any, any> } | null {
  for (const { seat } of game.decisions) {
    const name = policyAt(game, seat);
    const policy = name === null ? null : policyOf(game.header.ruleset, name);
    if (policy !== null) return { seat, policy };
  }
  return null;
}

/** A legal action that the house makes for a seat. */
export function actionFor(
  game: Game,
  now: Date,
  seat: Seat,
  action: ActionShape,
  kind: 'action' | 'timeout',
): Proposal {
  const chance = chanceOf(game.header, game.seats, game.version + 1);
  const played = applyLegal(game.header.ruleset, game.state, seat, action, chance);
  const row = nextRow(game, now, kind, { seat, action: action as unknown as Json, draws: played.draws });
  return { ...acted(game, row, played), rows: [row] };
}

/** One change after another. */
export function followed(first: Proposal, then: Proposal): Proposal {
  return { game: then.game, events: [...first.events, ...then.events], rows: [...first.rows, ...then.rows] };
}
