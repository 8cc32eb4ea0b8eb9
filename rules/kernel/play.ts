import type { Chance } from './chance.ts';
import { RecordingChance } from './draws.ts';
import { sameJson } from './json.ts';
import type { ActionShape, AnyRuleset, EventShape, Refusal, Seat } from './ruleset.ts';

export interface Played {
  ok: true;
  state: unknown;
  events: EventShape[];
  draws: number[];
}

export type RefusedAction =
  | { ok: false; code: 'game-over' }
  | { ok: false; code: 'not-your-turn' }
  | { ok: false; code: 'illegal-action'; refusal: Refusal };

export function setUp(ruleset: AnyRuleset, options: unknown, seats: number, chance: Chance): Played {
  const recording = new RecordingChance(chance);
  const { state, events } = ruleset.setup(options, seats, recording);
  return { ok: true, state, events, draws: recording.draws };
}

/** Applies an action. The caller must have checked that the action is legal. */
export function applyLegal(
  ruleset: AnyRuleset,
  state: unknown,
  seat: Seat,
  action: ActionShape,
  chance: Chance,
): Played {
  const recording = new RecordingChance(chance);
  const step = ruleset.apply(state, seat, action, recording);
  return { ok: true, state: step.state, events: step.events, draws: recording.draws };
}

/** Applies the action if `legalActions` lists it; otherwise returns why it is illegal. */
export function play(
  ruleset: AnyRuleset,
  state: unknown,
  seat: Seat,
  action: ActionShape,
  chance: Chance,
): Played | RefusedAction {
  const actors = ruleset.actors(state);
  if (actors.length === 0) return { ok: false, code: 'game-over' };
  if (!actors.includes(seat)) return { ok: false, code: 'not-your-turn' };
  const listed = ruleset.legalActions(state, seat).find((legal) => sameJson(legal, action));
  if (listed === undefined) {
    const refusal = ruleset.explain(ruleset.view(state, seat), seat, action);
    return { ok: false, code: 'illegal-action', refusal };
  }
  return applyLegal(ruleset, state, seat, listed, chance);
}
