import { RecordedChance } from './draws.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Step } from './ruleset.ts';

export function replaySetup(
  ruleset: AnyRuleset,
  options: unknown,
  seats: number,
  draws: readonly number[],
): Step<unknown, EventShape> {
  const chance = new RecordedChance(draws);
  const step = ruleset.setup(options, seats, chance);
  chance.assertAllUsed();
  return step;
}

export function replayAction(
  ruleset: AnyRuleset,
  state: unknown,
  seat: Seat,
  action: ActionShape,
  draws: readonly number[],
): Step<unknown, EventShape> {
  const chance = new RecordedChance(draws);
  const step = ruleset.apply(state, seat, action, chance);
  chance.assertAllUsed();
  return step;
}
