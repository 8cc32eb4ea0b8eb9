import type { Chance } from '../../kernel/chance.ts';
import type { Seat } from '../../kernel/ruleset.ts';
import { type Action, END_ATTACK, PLACE_ROLL, REROLL, STOP } from '../actions.ts';
import { type Card, cardOf, powerOf } from '../cards.ts';
import type { Power, PowerKind } from '../power.ts';
import { ruleOf } from '../powers.ts';
import { highestSum } from '../removal.ts';
import type { Board } from '../state.ts';
import type { View } from '../view.ts';

/** Powers that strengthen attacks or bring a card. Their cards go to the left of the row, where powers act first. */
const HELPFUL: readonly string[] = ['add', 'raiseLow', 'doubleLow', 'drawInstead', 'lastingAdd', 'removeHealthy'];

// This policy stops if its best attack takes more health than an attack after the next roll would take on average. If a
// power costs a card, the policy gives up a card with little health; if a power gains a card, one with much health.
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

/** Removes the card that allows the highest total damage; among such cards, the one with the most health. */
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

function answer(view: View, legal: readonly Action[]): Action {
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
      return 0; // other answers gain nothing; of equal answers the policy takes the first
  }
}

/** Rates a card as the answer to a power: cards to gain or destroy should have much health, cards to lose little. */
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

function gainOfSwap(view: View, one: string, other: string): number {
  const isOwn = (card: string) => ownerOf(view, card) === view.active;
  if (isOwn(one) === isOwn(other)) return 0;
  const gain = cardOf(other).health - cardOf(one).health;
  return isOwn(one) ? gain : -gain;
}

function ownerOf({ rows }: View, card: string): Seat {
  return rows.findIndex((row) => row.some(({ id }) => id === card));
}

/** The value of one more hand card, in health. It was found by trial games. */
const DRAWN = 3;

function boardOf({ active, rows, shields }: View): Board {
  return {
    active,
    get rows() {
      return rows.map((row) => row.map(({ id }) => id));
    },
    get shields() {
      return shields.map(({ owner, card, power }) => ({ owner, card: card.id, power }));
    },
  };
}

/** Returns the most health that an attack can take from a row. The last card of a row cannot be taken. */
function mostTaken(healths: readonly number[], damage: number): number {
  if (damage <= 0 || healths.length < 2) return 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const health of healths) {
    sum += health;
    least = Math.min(least, health);
  }
  return sum <= damage ? sum - least : highestSum(healths, damage);
}

function worthOfStopping(view: View): number {
  const { effect, result } = view;
  if (result === null) return meanWorth(view, null, view.hand);
  return worthOf(view, effect === null ? null : powerOf(effect.id, 'stopped'), result);
}

/** Returns the average value of the next roll, after the rolled card has returned to the hand. */
function worthOfRerolling(view: View): number {
  const { rows, active, rolls, hand, current } = view;
  const next = rows[active]?.[rolls] ?? rows[active]?.at(-1);
  const power = next === undefined ? null : powerOf(next.id, 'stopped');
  return meanWorth(view, power, current === null ? hand : [...hand, current]);
}

function meanWorth(view: View, power: Power | null, cards: readonly Card[]): number {
  if (power?.kind === 'finalRoll') return meanWorth(view, null, cards);
  const board = boardOf(view);
  const change = power === null ? undefined : ruleOf(power).result;
  let sum = 0;
  for (const { number } of cards) {
    const rolled = number + view.lasting;
    const result = power === null || change === undefined ? rolled : change(rolled, power, board);
    sum += worthOf(view, power, result ?? rolled);
  }
  return cards.length === 0 ? 0 : sum / cards.length;
}

function worthOf(view: View, power: Power | null, result: number): number {
  const { active, healths } = view;
  if (power?.kind === 'drawInstead') return view.drawCount + view.discardCount > 0 ? DRAWN : 0;
  if (power?.kind === 'removeHealthy')
    return Math.max(0, ...healths.flatMap((row, seat) => (seat === active ? [] : row)));
  if (result < 0) return -mostTaken(healths[active] ?? [], -result);
  const spares = power === null ? undefined : ruleOf(power).spares;
  const board = boardOf(view);
  let most = 0;
  for (let seat = 0; seat < healths.length; seat++) {
    if (seat === active || (power !== null && spares?.(board, power, seat) === true)) continue;
    most = Math.max(most, mostTaken(healths[seat] ?? [], result));
  }
  return most;
}
