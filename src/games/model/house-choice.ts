// What the house has to do for seats by the recipe: whose time is up, and what is chosen for them and for bots.
import type { ActionShape, Policy, Seat } from '#rules/kernel/ruleset.ts';
import type { Decision } from './clock.ts';
import { choiceChanceOf, type Game, runsOutTogether } from './game.ts';

/** The decision whose time was up first, of equal ones that of the lowest seat; null when none was at that moment. */
export function overdueDecision(game: Game, now: Date): (Decision & { deadline: Date }) | null {
  const late = game.decisions.flatMap((open) =>
    open.deadline !== null && open.deadline <= now ? [{ ...open, deadline: open.deadline }] : [],
  );
  return late.sort((a, b) => Number(a.deadline) - Number(b.deadline) || a.seat - b.seat)[0] ?? null;
}

/** The seats that run out of time next, lowest first: of those whose time is up the one with the earliest deadline, or all with it. */
export function seatsOutOfTime(game: Game, now: Date): Seat[] {
  const first = overdueDecision(game, now);
  if (first === null) return [];
  if (!runsOutTogether(game)) return [first.seat];
  const together = game.decisions.filter(({ deadline }) => deadline?.getTime() === first.deadline.getTime());
  return together.map(({ seat }) => seat).sort((a, b) => a - b);
}

/** The action that is drawn for a seat whose time is up. */
export function lateChoice(game: Game, seat: Seat): ActionShape {
  const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
  return legal[choiceChanceOf(game, game.version + 1).int(legal.length)] as ActionShape;
}

/** A bot looks through the same view, and chooses from the same list, as a player on its seat. */
export function botChoice(game: Game, seat: Seat, policy: Policy<any, any>): ActionShape {
  const { ruleset } = game.header;
  const view = ruleset.view(game.state, seat);
  return policy(view, ruleset.legalActions(game.state, seat), choiceChanceOf(game, game.version + 1));
}
