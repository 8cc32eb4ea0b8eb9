import type { Action } from '../../core/api.ts';
import { isSame } from '../../core/choose.ts';
import type { Choice } from '../../core/table-props.ts';

export const NO_CHANCE = percent(0);

/** Such as `42 %`; undefined if the service does not tell. */
export function chanceOf(choice: Choice, action: Action): string | undefined {
  const { chance } = choice.all.find((one) => isSame(one.action, action))?.odds ?? {};
  return chance === undefined ? undefined : percent(chance);
}

function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}
