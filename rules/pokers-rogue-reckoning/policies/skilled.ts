import type { Chance } from '../../kernel/chance.ts';
import type { Action, ActionOf } from '../actions.ts';
import { type Card, kindOf, rankOf } from '../cards.ts';
import { MOST_MONEY } from '../state.ts';
import { healedBy, type View } from '../view.ts';
import { aboutRoll, aboutTie, preparing } from './fighting.ts';
import { healingInHand } from './odds.ts';
import { all, anyRoom, first, least } from './plain.ts';

/** The worth of a blue potion, in hit points, and what some abilities add to it. Found by trial games. */
const WORTH_OF_BLUE = 4;
const WORTH_OF_ABILITY: Partial<Record<Card, number>> = { '7S': 3, '9S': 1, '10S': 4 };
/** Buys potions before the next room if HP and healing in hand are at most this times (tier + waiting curses). */
const DANGER = 6;
/** In hit points: the cost of the 1 ATK that a curse gives the enemy, and the worth of 1 money. */
const ATK_OF_CURSE = 3;
const HP_FOR_MONEY = 0.7;
const MONEY_HEALS = 3;
const SMALL_POTION = 3;

// This policy plays by probability: it keeps potions until it needs them, spends blue ones where they save most, and
// flees from combats that it would lose.
export function skilled(view: View, legal: readonly Action[], chance: Chance): Action {
  return inPhase(view, legal) ?? anyRoom(legal, chance) ?? (legal[0] as Action);
}

function inPhase(view: View, legal: readonly Action[]): Action | undefined {
  switch (view.phase) {
    case 'explore':
      return exploring(view, legal);
    case 'money':
      return aboutMoney(view, legal);
    case 'scout':
      return aboutScout(legal);
    case 'ready':
      return cheapestPill(legal) ?? preparing(view, legal);
    case 'rolled':
      return aboutRoll(view, legal);
    case 'tie':
      return aboutTie(view, legal);
    case 'loss':
      return leastLoss(legal);
    default:
      return undefined; // the caller then takes the first action; giving up ATK is listed before losing the game
  }
}

function exploring(view: View, legal: readonly Action[]): Action | undefined {
  const isLast = first(legal, 'reveal') === undefined;
  const isInDanger = view.hp + healingInHand(view) <= DANGER * (view.tier + view.curses.length);
  const buys = all(legal, 'buy').filter(({ room }) => isLast || kindOf(cardIn(view, room)) === 'red');
  return (
    cheapestPill(legal) ??
    drinkWithoutWaste(view, legal) ??
    cleansing(view, legal) ??
    (isLast || isInDanger ? shopping(view, buys) : undefined) ??
    first(legal, 'leaveLevel')
  );
}

function cardIn(view: View, room: number): Card {
  const card = view.rooms[room]?.card ?? null;
  if (card === null) throw new Error(`there is nothing to see in room ${room}`);
  return card;
}

function shopping(view: View, buys: readonly ActionOf<'buy'>[]): Action | undefined {
  let best = { worth: 0, action: undefined as Action | undefined };
  for (let choice = 1; choice < 1 << buys.length; choice++) {
    const some = buys.filter((_, i) => (choice & (1 << i)) !== 0);
    const cards = some.map(({ room }) => cardIn(view, room));
    const price = cards.reduce((sum, card) => sum + rankOf(card), 0);
    const worth = cards.reduce((sum, card) => sum + worthOf(card, view), 0);
    if (price <= view.money && worth > best.worth) best = { worth, action: some[0] };
  }
  return best.action;
}

/** Returns the worth of a potion in hit points: the rank of a red one; 0 for Fortune (8S) with 16 money or more. */
function worthOf(card: Card, { money }: View): number {
  if (kindOf(card) === 'red') return rankOf(card);
  if (card === '8S') return money < 16 ? WORTH_OF_BLUE + 2 : 0;
  return worthOfBlue(card);
}

function drinkWithoutWaste(view: View, legal: readonly Action[]): Action | undefined {
  const missing = view.maxHp - view.hp;
  const whole = all(legal, 'drink').filter(
    ({ card }) => healedBy(view, card) <= missing && rankOf(card) > SMALL_POTION,
  );
  return least(whole, ({ card }) => -rankOf(card));
}

/** Removes a waiting curse if it would do more harm in the next combat than the potions spent on this are worth. */
function cleansing(view: View, legal: readonly Action[]): Action | undefined {
  const gain = ({ curse, potions }: ActionOf<'cleanse'>): number =>
    ATK_OF_CURSE + harmAtMeeting(curse, view) - potions.reduce((sum, card) => sum + worthOfBlue(card), 0);
  const best = least(all(legal, 'cleanse'), (action) => -gain(action));
  return best !== undefined && gain(best) > 0 ? best : undefined;
}

/** Returns the harm, in hit points, that a waiting curse will do once when the player meets the next enemy. */
function harmAtMeeting(curse: Card, { money, potions, discard }: View): number {
  switch (curse) {
    case '2C':
      return discard.some((card) => kindOf(card) === 'curse') ? ATK_OF_CURSE : 0;
    case '3C':
      return 2;
    case '6C':
      return potions.length > 1 ? WORTH_OF_BLUE : 0;
    case '7C':
      return Math.min(10, money) * HP_FOR_MONEY;
    default:
      return 0;
  }
}

function worthOfBlue(card: Card): number {
  return WORTH_OF_BLUE + (WORTH_OF_ABILITY[card] ?? 0);
}

function cheapestPill(legal: readonly Action[]): Action | undefined {
  return least(all(legal, 'craftPill'), ({ blue, red }) => rankOf(blue) + rankOf(red));
}

function aboutMoney(view: View, legal: readonly Action[]): Action | undefined {
  const gain = Math.min(rankOf(cardIn(view, view.pending?.room ?? 0)), MOST_MONEY - view.money);
  const healing = Math.min(MONEY_HEALS, view.maxHp - view.hp);
  return first(legal, healing > 0 && gain <= healing ? 'takeHealing' : 'takeMoney');
}

function aboutScout(legal: readonly Action[]): Action | undefined {
  const swaps = all(legal, 'scoutSwap');
  return swaps.find(({ card }) => ['sword', 'heart'].includes(kindOf(card))) ?? first(legal, 'scoutDone');
}

function leastLoss(legal: readonly Action[]): Action | undefined {
  return least(all(legal, 'chooseLoss'), ({ card }) => {
    const kind = kindOf(card);
    if (kind === 'curse') return -rankOf(card);
    return kind === 'red' ? rankOf(card) : worthOfBlue(card);
  });
}
