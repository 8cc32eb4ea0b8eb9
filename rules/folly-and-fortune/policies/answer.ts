import type { Seat } from '../../kernel/ruleset.ts';
import type { Action } from '../actions.ts';
import { cardOf } from '../cards.ts';
import type { PowerKind } from '../power.ts';
import type { View } from '../view.ts';

/** The answer to a power that gains the most; of equal ones the first. */
export function answer(view: View, legal: readonly Action[]): Action {
  const power = view.asking?.power;
  let chosen = legal[0] as Action;
  let most = Number.NEGATIVE_INFINITY;
  for (const action of legal) {
    const gain = power === undefined ? 0 : gainOf(view, power, action);
    if (gain > most) [chosen, most] = [action, gain];
  }
  return chosen;
}

function gainOf(view: View, power: PowerKind, action: Action): number {
  switch (action.type) {
    case 'pickCard':
      return action.other === undefined
        ? gainOfCard(view, power, action.card)
        : gainOfSwap(view, action.card, action.other);
    case 'pickSeat':
      return action.seat === view.active ? 0 : 1;
    default:
      return 0; // what is taken goes to the left, and a power is skipped where it gains nothing
  }
}

/** Cards that are taken or removed had better have much health, and those that are given up little. */
function gainOfCard(view: View, power: PowerKind, card: string): number {
  const { number, health } = cardOf(card);
  switch (power) {
    case 'shrinkDie':
      return -number;
    case 'swapHand':
      return -number - health;
    case 'takeRemoved':
      return health;
    case 'removeHealthy':
      return ownerOf(view, card) === view.active ? -health : health;
    default:
      return -health;
  }
}

/** Swapping two cards of one's own row changes little. */
function gainOfSwap(view: View, one: string, other: string): number {
  const isOwn = (card: string) => ownerOf(view, card) === view.active;
  if (isOwn(one) === isOwn(other)) return 0;
  const gain = cardOf(other).health - cardOf(one).health;
  return isOwn(one) ? gain : -gain;
}

/** In whose row a card lies; −1 if in none. */
function ownerOf({ rows }: View, card: string): Seat {
  return rows.findIndex((row) => row.some(({ id }) => id === card));
}
