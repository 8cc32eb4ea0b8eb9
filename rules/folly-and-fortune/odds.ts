import { always, type Odds, share } from '../kernel/odds.ts';
import type { Seat } from '../kernel/ruleset.ts';
import type { Action } from './actions.ts';
import { apply } from './apply.ts';
import { rollable } from './hand.ts';
import type { State } from './state.ts';

// Returns the probability of each result after a reroll. Null: the reroll gives no result yet, because a choice of the
// player comes first, or because stopping leads to one more roll (rules R3, R4).
export function odds(state: State, seat: Seat, action: Action): Odds | null {
  if (action.type !== 'reroll') return null;
  const faces = rollable(state).length + 1;
  const counts = new Map<number, number>();
  for (let face = 0; face < faces; face++) {
    const { turn, phase } = apply(state, seat, action, always(face)).state;
    if (phase !== 'roll' || turn.result === null) return null;
    counts.set(turn.result, (counts.get(turn.result) ?? 0) + 1);
  }
  const results = [...counts].sort(([one], [other]) => one - other);
  return { results: results.map(([result, count]) => ({ result, chance: share(count, faces) })) };
}
