// The choices that the recipe prescribes to the house, for time-outs and bots.
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import type { Decision } from './clock.ts';
import { choiceChanceOf, type Game, runsOutTogether } from './game.ts';

/** The earliest deadline, then the lowest seat; null: none is overdue. */
export function overdueDecision(game: Game, now: Date): (Decision & { deadline: Date }) | null {
  const late = game.decisions.flatMap((open) =>
    open.deadline !== null && open.deadline <= now ? [{ ...open, deadline: open.deadline }] : [],
  );
  return late.sort((a, b) => Number(a.deadline) - Number(b.deadline) || a.seat - b.seat)[0] ?? null;
}

/** The seats with the earliest overdue deadline, lowest first. Only one, unless they time out together. */
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

/** A bot gets the same view and choices as a player. */
export function botChoice(game: Game, seat: Seat, policy: Policy<any, any>): ActionShape {
  const { ruleset } = game.header;
  const view = ruleset.view(game.state, seat);
  return policy(view, ruleset.legalActions(game.state, seat), choiceChanceOf(game, game.version + 1));
}
