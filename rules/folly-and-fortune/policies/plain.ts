import type { Chance } from '../../kernel/chance.ts';
import { type Action, END_ATTACK, PLACE_ROLL, REROLL, STOP } from '../actions.ts';
import { type Card, cardOf, powerOf } from '../cards.ts';
import type { View } from '../view.ts';
import { answer } from './answer.ts';
import { mostTaken, worthOfRerolling, worthOfStopping } from './blow.ts';

/** Powers that make blows harder, or bring a card: their cards lie on the left, where they come first. */
const HELPFUL: readonly string[] = ['add', 'raiseLow', 'doubleLow', 'drawInstead', 'lastingAdd', 'removeHealthy'];

/**
 * Begins with the two cards of most health. Stops when the blow it could strike now takes more health than the next roll does on
 * average; attacks where it takes the most, and takes as much as fits; and lays cards whose powers make blows harder on the left,
 * where they come first, others on the right. Asked by a power it gives up what has little health and takes what has much.
 */
export function plain(view: View, legal: readonly Action[], chance: Chance): Action {
  if (legal.length === 1) return legal[0] as Action;
  switch (view.phase) {
    case 'row':
      return best(legal, (action) => (action.type === 'chooseRow' ? worthInRow(action.cards) : 0));
    case 'roll':
      return worthOfStopping(view) >= worthOfRerolling(view) ? STOP : REROLL;
    case 'victim':
      return victim(view, legal);
    case 'remove':
      return removal(view, legal);
    case 'place':
      return PLACE_ROLL[view.current !== null && isHelpful(view.current) ? 0 : 1] as Action;
    case 'power':
      return answer(view, legal);
    case 'over':
      return legal[chance.int(legal.length)] as Action;
    default:
      return view.phase satisfies never;
  }
}

function best(legal: readonly Action[], measure: (action: Action) => number): Action {
  let chosen = legal[0] as Action;
  let most = Number.NEGATIVE_INFINITY;
  for (const action of legal) {
    const measured = measure(action);
    if (measured > most) [chosen, most] = [action, measured];
  }
  return chosen;
}

function worthInRow([left, right]: readonly string[]): number {
  if (left === undefined || right === undefined) return 0;
  return cardOf(left).health + cardOf(right).health + (isHelpful(cardOf(left)) && !isHelpful(cardOf(right)) ? 0.5 : 0);
}

function isHelpful({ id }: Card): boolean {
  const power = powerOf(id, 'stopped') ?? powerOf(id, 'passed');
  return power !== null && HELPFUL.includes(power.kind);
}

function victim({ healths, result }: View, legal: readonly Action[]): Action {
  return best(legal, (action) => (action.type === 'attack' ? mostTaken(healths[action.seat] ?? [], result ?? 0) : 0));
}

/** The healthiest card that fits, where what is left over can take as much of the others as without it. */
function removal({ attack, active }: View, legal: readonly Action[]): Action {
  if (attack === null || (attack.victim === active && attack.goal === null)) return END_ATTACK;
  const { exposed, removed, damage, total } = attack;
  const lying = exposed.filter(({ card }) => !removed.includes(card));
  return best(legal, (action) => {
    if (action.type !== 'removeCard') return 0;
    const health = lying.find(({ card }) => card === action.card)?.health ?? 0;
    const others = lying.filter(({ card }) => card !== action.card).map((other) => other.health);
    return 100 * (health + mostTaken(others, damage - total - health)) + health;
  });
}
