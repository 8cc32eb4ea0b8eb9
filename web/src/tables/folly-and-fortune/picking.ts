import type { Action } from '../../core/api.ts';
import { oddsOf } from '../../core/odds.ts';
import type { Choice } from '../../core/table-props.ts';

export interface CardPicking {
  can(id: string): boolean;
  is(id: string): boolean;
  /** picks the card, or does the action if this card alone determines it */
  take(id: string): void;
}

type NamedCards = Action & {
  card?: string;
  other?: string;
};

/** Players may tap two cards in any order. During an attack one tap removes a card. */
export function cardPicking(choice: Choice): CardPicking {
  const legal = choice.all.map(({ action }) => action as NamedCards);
  if (legal.some(({ other }) => other !== undefined)) return pairPicking(choice, legal);
  const field = legal.some(({ type }) => type === 'chooseRow') ? 'cards' : 'card';
  const removal = (id: string) => legal.find(({ type, card }) => type === 'removeCard' && card === id);
  const is = (id: string) => choice.isPicked(field, id);
  return {
    can: (id) => choice.canPick(field, id),
    is,
    take: (id) => {
      const action = removal(id);
      if (action !== undefined) choice.act(action);
      else if (is(id) && field === 'card' && choice.meant !== null) choice.confirm();
      else choice.pick(field, id);
    },
  };
}

function pairPicking(choice: Choice, pairs: readonly NamedCards[]): CardPicking {
  const picked = choice.picks.filter(({ field }) => field === 'card' || field === 'other').map(({ value }) => value);
  const names = (id: string) => pairs.filter(({ card, other }) => card === id || other === id);
  return {
    can: (id) => names(id).length > 0,
    is: (id) => picked.includes(id),
    take: (id) => {
      const rest = picked.filter((each) => each !== id);
      choice.clear();
      const pair = names(id).find(({ card, other }) => rest.some((each) => each === card || each === other));
      if (picked.includes(id)) return pickOne(choice, pairs, rest[0]);
      if (pair?.card === undefined || pair.other === undefined) return pickOne(choice, pairs, id);
      choice.pick('card', pair.card);
      choice.pick('other', pair.other);
    },
  };
}

function pickOne(choice: Choice, pairs: readonly NamedCards[], id: unknown): void {
  if (typeof id !== 'string') return;
  choice.pick(pairs.some(({ card }) => card === id) ? 'card' : 'other', id);
}

/** Returns the possible results of a further roll, the lowest first, if they are known. */
export function againOf(choice: Choice) {
  return oddsOf(choice, { type: 'reroll' })?.results;
}
