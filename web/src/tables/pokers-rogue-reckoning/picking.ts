import type { LabelledAction } from '../../core/api.ts';
import type { PickValue } from '../../core/choose.ts';
import type { Choice } from '../../core/table-props.ts';
import type { View } from './rogue-props.ts';

/** The fields that an action can name cards and rooms in. */
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

/** What picking this card means now; null when it means nothing. */
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

/** In which fields cards can be picked, beside what is picked: the one that it is about before those that it names. */
function fieldsNow(choice: Choice, { phase }: View): readonly string[] {
  if (phase === 'loss' || phase === 'scout') return ['card'];
  if (isPicking(choice, 'type')) return ['blue', 'red'];
  if (isPicking(choice, 'curse') || isPicking(choice, 'potions')) return ['curse', 'potions'];
  return isPicking(choice, 'card') ? ['target', 'card'] : ['card', 'curse', 'potions'];
}

/** Whether a card of the discard pile can be picked. */
export function asksDiscard(choice: Choice, view: View): boolean {
  return isPicking(choice, 'card') && view.discard.some((card) => pickOf(card, choice, view) !== null);
}
