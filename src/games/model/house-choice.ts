// The choices that the server makes for bots and after time-outs. They follow the published recipe for random numbers.
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import type { Decision } from './clock.ts';
import { choiceChanceOf, type Game, runsOutTogether } from './game.ts';

/** Returns the decision with the earliest overdue deadline (of several, that of the lowest seat); null: none is. */
export function overdueDecision(game: Game, now: Date): (Decision & { deadline: Date }) | null {
  const late = game.decisions.flatMap((open) =>
    open.deadline !== null && open.deadline <= now ? [{ ...open, deadline: open.deadline }] : [],
  );
  return late.sort((a, b) => Number(a.deadline) - Number(b.deadline) || a.seat - b.seat)[0] ?? null;
}

/** Returns the seats with the earliest overdue deadline, lowest first; only one unless a time-out is a resignation. */
export function seatsOutOfTime(game: Game, now: Date): Seat[] {
  const first = overdueDecision(game, now);
  if (first === null) return [];
  if (!runsOutTogether(game)) return [first.seat];
  const together = game.decisions.filter(({ deadline }) => deadline?.getTime() === first.deadline.getTime());
  return together.map(({ seat }) => seat).sort((a, b) => a - b);
}

export function lateChoice(game: Game, seat: Seat): ActionShape {
  const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
  return legal[choiceChanceOf(game, game.version + 1).int(legal.length)] as ActionShape;
}

/** Returns a bot's choice. Bots get the same view and legal actions as players. */
export function botChoice(game: Game, seat: Seat, policy: Policy<any, any>): ActionShape {
  const { ruleset } = game.header;
  const view = ruleset.view(game.state, seat);
  return policy(view, ruleset.legalActions(game.state, seat), choiceChanceOf(game, game.version + 1));
}
