import type { LabelledAction } from '../../core/api.ts';
import type { PickValue } from '../../core/choose.ts';
import type { Choice } from '../../core/table-props.ts';
import type { View } from './rogue-props.ts';

export interface Fields {
  type: string;
  card?: string;
  room?: number;
  target?: string;
  curse?: string;
  potions?: string[];
  miracle?: true;
}

export function fieldsOf({ action }: LabelledAction): Fields {
  return action as Fields;
}

export const isPicking = ({ picks }: Choice, field: string) => picks.some((pick) => pick.field === field);

/** Returns the pick that a tap on this card makes; null: none. */
export function pickOf(card: string, choice: Choice, view: View): [field: string, value: PickValue] | null {
  if (card === '7S' && isPicking(choice, 'card') && !choice.isPicked('card', card) && isOpen(choice, 'miracle', true)) {
    return ['miracle', true];
  }
  const field = fieldsNow(choice, view).find((each) => isOpen(choice, each, card));
  return field === undefined ? null : [field, card];
}

function isOpen(choice: Choice, field: string, value: PickValue): boolean {
  return choice.isPicked(field, value) || choice.canPick(field, value);
}

/** Returns the fields in which a card can be picked now, in the order to try them. Once the card to use is picked, its
 * target is tried first. */
function fieldsNow(choice: Choice, { phase }: View): readonly string[] {
  if (phase === 'loss' || phase === 'scout') return ['card'];
  if (isPicking(choice, 'type')) return ['blue', 'red'];
  if (isPicking(choice, 'curse') || isPicking(choice, 'potions')) return ['curse', 'potions'];
  return isPicking(choice, 'card') ? ['target', 'card'] : ['card', 'curse', 'potions'];
}

export function asksDiscard(choice: Choice, view: View): boolean {
  return isPicking(choice, 'card') && view.discard.some((card) => pickOf(card, choice, view) !== null);
}
