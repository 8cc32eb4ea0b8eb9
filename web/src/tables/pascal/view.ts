import type { Schemas } from '../../core/api.ts';
import type { Choice, TableProps } from '../../core/table-props.ts';

export type PascalView = Schemas['PascalView'];
export type PascalField = Schemas['PascalField'];
export type PascalAction = Schemas['PascalAction'];
/** What every part of this table draws from. */
export type PascalProps = TableProps<PascalView>;

/** The actions that fit what is picked, of one type. */
export function leftOf<T extends PascalAction['type']>(choice: Choice, type: T): Extract<PascalAction, { type: T }>[] {
  const actions = choice.left.map(({ action }) => action as PascalAction);
  return actions.filter((action): action is Extract<PascalAction, { type: T }> => action.type === type);
}

/** The positions of the dice that are picked. */
export function pickedDice({ picks }: Choice): number[] {
  return picks.filter(({ field }) => field === 'dice').map(({ value }) => value as number);
}

/** What these dice show together. */
export function sumOf({ dice }: PascalView, positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + (dice[position] ?? 0), 0);
}

/** What a tap on a field does now: the picked dice, these and no others, are written there; with none picked, it is crossed out. */
export function fieldActions(choice: Choice): ReadonlyMap<string, PascalAction> {
  const many = pickedDice(choice).length;
  const actions =
    many === 0 ? leftOf(choice, 'crossOut') : leftOf(choice, 'write').filter(({ dice }) => dice.length === many);
  return new Map(actions.map((action) => [action.field, action]));
}
