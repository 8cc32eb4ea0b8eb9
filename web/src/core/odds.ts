import type { Action, LabelledAction } from '../../../clients/typescript/src/index.ts';
import { isSame } from './choose.ts';
import type { Choice } from './table-props.ts';
import { WORDS } from './words.ts';

type Odds = LabelledAction['odds'];

/** Returns the odds that the service lists with a legal action; undefined: it lists none. */
export function oddsOf({ all }: Choice, action: Action): Odds {
  return all.find((one) => isSame(one.action, action))?.odds;
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

/** Returns a short text of the odds for the button of an action: `42 %`, `9 → 6 HP`. */
export function effectOf(odds: Odds): string | undefined {
  const { chance, hitPoints } = odds ?? {};
  if (chance !== undefined) return percent(chance);
  return hitPoints?.map(({ from, to }) => WORDS.table.hitPoints(from, to)).join(', ');
}
