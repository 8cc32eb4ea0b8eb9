import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import type { Choice, TableProps } from '../../core/table-props.ts';

export type PascalView = Schemas['PascalView'];
export type PascalField = Schemas['PascalField'];
export type PascalEntry = Schemas['PascalEntry'];
export type PascalProps = TableProps<PascalView>;

type LegalAction = Schemas['PascalAction'];

/** The actions that fit what is picked, of one type. */
export function leftOf<T extends LegalAction['type']>(choice: Choice, type: T): Extract<LegalAction, { type: T }>[] {
  const actions = choice.left.map(({ action }) => action as LegalAction);
  return actions.filter((action): action is Extract<LegalAction, { type: T }> => action.type === type);
}

/** The positions of the dice that are picked. */
export function pickedDice({ picks }: Choice): number[] {
  return picks.filter(({ field }) => field === 'dice').map(({ value }) => value as number);
}

/** What the picked dice show together. */
export function pickedSum(view: PascalView, choice: Choice): number {
  return pickedDice(choice).reduce((sum, position) => sum + (view.dice[position] ?? 0), 0);
}

/** Where the picked dice, these and no others, can be written. */
export function fittingFields(choice: Choice): ReadonlySet<string> {
  const many = pickedDice(choice).length;
  if (many === 0) return new Set();
  return new Set(leftOf(choice, 'write').flatMap(({ dice, field }) => (dice.length === many ? [field] : [])));
}
