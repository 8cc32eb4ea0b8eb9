import type { Odds } from '../kernel/odds.ts';
import type { Seat } from '../kernel/ruleset.ts';
import type { Action } from './actions.ts';
import { entryOf, fieldOf, sumAbove } from './board.ts';
import { boundsOf } from './fitting.ts';
import type { State } from './state.ts';

/** Returns the number that the field's entry must be, if both entries above it are known (rule R2). */
export function odds({ values }: State, _seat: Seat, action: Action): Odds | null {
  if (action.type !== 'write') return null;
  const needs = sumAbove(boundsOf(values).totals, entryOf(fieldOf(action.field)));
  return needs === null ? null : { needs };
}
