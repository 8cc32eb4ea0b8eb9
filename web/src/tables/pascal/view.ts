import type { Schemas } from '../../core/api.ts';
import type { Choice, TableProps } from '../../core/table-props.ts';

export type PascalView = Schemas['PascalView'];
export type PascalField = Schemas['PascalField'];
export type PascalAction = Schemas['PascalAction'];
export type PascalProps = TableProps<PascalView>;

export function leftOf<T extends PascalAction['type']>(choice: Choice, type: T): Extract<PascalAction, { type: T }>[] {
  const actions = choice.left.map(({ action }) => action as PascalAction);
  return actions.filter((action): action is Extract<PascalAction, { type: T }> => action.type === type);
}

export function pickedDice({ picks }: Choice): number[] {
  return picks.filter(({ field }) => field === 'dice').map(({ value }) => value as number);
}

export function sumOf({ dice }: PascalView, positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + (dice[position] ?? 0), 0);
}

/** Returns the unused dice if they fit no field but fields in pencil can be erased; otherwise none. */
export function stuckDice({ dice, used }: PascalView, { all }: Choice): number[] {
  const canErase = all.some(({ action }) => action.type === 'erase');
  if (!canErase || all.some(({ action }) => action.type === 'write')) return [];
  return dice.flatMap((_, position) => (used[position] === null ? [position] : []));
}

/** Returns for each field what a tap does: it writes the picked dice, or crosses the field out if none is picked. */
export function fieldActions(choice: Choice): ReadonlyMap<string, PascalAction> {
  const many = pickedDice(choice).length;
  const actions =
    many === 0 ? leftOf(choice, 'crossOut') : leftOf(choice, 'write').filter(({ dice }) => dice.length === many);
  return new Map(actions.map((action) => [action.field, action]));
}

/** Returns for each field the sum that its entry (the field and its bonus field) must have, from the actions' odds. */
export function needsOf({ all }: Choice): ReadonlyMap<string, number> {
  return new Map(
    all.flatMap(({ action, odds }) => {
      const { type, field } = action as PascalAction & { field?: string };
      return type === 'write' && field !== undefined && odds?.needs !== undefined ? [[field, odds.needs]] : [];
    }),
  );
}
