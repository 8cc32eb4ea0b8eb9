import { type Game, type LabelledAction, labelledActions } from '../../core/api.ts';
import type { Choice } from '../../core/table-props.ts';
import { POTION_VERBS, type View } from './words.ts';

/** An action with the fields that name a card or a room. */
interface Fields {
  type: string;
  card?: string;
  room?: number;
}

/** All that may be done, whatever is picked so far; nothing for those who watch. */
export function legalOf(choice: Choice, game: Game): readonly LabelledAction[] {
  return choice.left.length === 0 ? [] : labelledActions(game);
}

export function fieldsOf({ action }: LabelledAction): Fields {
  return action as Fields;
}

/** In which fields each type of action names cards beside the one that it is about. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  cleanse: ['curse', 'potions'],
  craftPill: ['blue', 'red'],
  useAbility: ['target'],
  chooseLoss: ['card'],
  scoutSwap: ['card'],
};

const DEMANDS: Partial<Record<View['phase'], string>> = { loss: 'chooseLoss', scout: 'scoutSwap' };

/** The field in which this card can be picked now, besides what its own buttons do; null if there is none. */
export function fieldFor(card: string, choice: Choice, { phase }: View): string | null {
  const begun = choice.picks.find(({ field }) => field === 'type')?.value;
  const type = DEMANDS[phase] ?? (typeof begun === 'string' ? begun : 'cleanse');
  const hasCurse = choice.picks.some(({ field }) => field === 'curse');
  const fields = (NAMED[type] ?? []).filter((field) => field !== 'potions' || hasCurse);
  return fields.find((field) => choice.isPicked(field, card) || choice.canPick(field, card)) ?? null;
}

/** The types of action that begin with this potion, such as drinking it. */
export function verbsOf(card: string, legal: readonly LabelledAction[]): string[] {
  const types = legal.map(fieldsOf).filter((action) => action.card === card && action.type in POTION_VERBS);
  return [...new Set(types.map(({ type }) => type))];
}

/** Begins to use a potion so, or takes that back. */
export function begin(choice: Choice, type: string, card: string, isBegun: boolean): void {
  choice.clear();
  if (isBegun) return;
  choice.pick('type', type);
  choice.pick('card', card);
}

/** Whether the ability of this potion, which is being used, can be had by discarding Miracle instead. */
export function canKeep(card: string, choice: Choice): boolean {
  return choice.isPicked('card', card) && (choice.isPicked('miracle', true) || choice.canPick('miracle', true));
}
