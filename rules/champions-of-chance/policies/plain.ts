import type { Chance } from '../../kernel/chance.ts';
import { type Action, CHOOSE_CHALLENGE, type ChooseOpponentAction } from '../actions.ts';
import { type Card, cardOf } from '../cards.ts';
import type { View } from '../view.ts';

const MIDDLE = 3.5;

// This policy makes its die of its lowest or its highest cards and challenges accordingly. It fights the seat with the
// most cards and never stakes a top card. After a tie it gives up the card nearest the middle.
export function plain(view: View, legal: readonly Action[], chance: Chance): Action {
  switch (view.phase) {
    case 'opponent':
      return opponent(view, legal as readonly ChooseOpponentAction[]);
    case 'number':
      return legal.at(-1) as Action;
    case 'die':
      return dieCard(view, legal);
    case 'challenge':
      return CHOOSE_CHALLENGE[sumOf(view.die ?? view.hand) > 0 ? 0 : 1] as Action;
    case 'tie':
      return best(legal, (card) => -Math.abs(heightOf(card)));
    case 'steal':
      return best(legal, (card) => Math.abs(heightOf(card)));
    case 'over':
      return legal[chance.int(legal.length)] as Action;
    default:
      return view.phase satisfies never;
  }
}

function heightOf({ number, power }: Card): number {
  return power === 'invert' ? MIDDLE - number : number - MIDDLE;
}

function sumOf(cards: readonly Card[]): number {
  let sum = 0;
  for (const card of cards) sum += heightOf(card);
  return sum;
}

function opponent({ handCounts }: View, legal: readonly ChooseOpponentAction[]): Action {
  let chosen = legal[0] as ChooseOpponentAction;
  for (const action of legal) {
    if (action.useTopCard !== true && (handCounts[action.seat] ?? 0) > (handCounts[chosen.seat] ?? 0)) chosen = action;
  }
  return chosen;
}

function dieCard({ hand, number }: View, legal: readonly Action[]): Action {
  const heights = hand.map(heightOf).sort((one, other) => one - other);
  let balance = 0;
  for (let i = 0; i < (number ?? 0); i++) balance += (heights[i] ?? 0) + (heights.at(-1 - i) ?? 0);
  const side = balance < 0 ? -1 : 1;
  return best(legal, (card) => side * heightOf(card));
}

/** Returns the legal action whose card has the highest `measure`. Ignores actions that take a card back from a die. */
function best(legal: readonly Action[], measure: (card: Card) => number): Action {
  let chosen = legal[0] as Action;
  let most = Number.NEGATIVE_INFINITY;
  for (const action of legal) {
    if (!('card' in action) || action.type === 'unchooseDie') continue;
    const measured = measure(cardOf(action.card));
    if (measured > most) [chosen, most] = [action, measured];
  }
  return chosen;
}
