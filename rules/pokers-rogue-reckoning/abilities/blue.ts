import { tell } from '../../kernel/tabletop/step.ts';
import { type Card, kindOf, ofKind, rankOf, without } from '../cards.ts';
import { hasFocus, isOvercharged, isTerrorized, nullifies } from '../effects.ts';
import { PLAYER, type Table } from '../events.ts';
import { rerollWhiteDice } from '../judge.ts';
import { canHeal, discard, drinkPotion, earn, fleeFromEnemy, layAside, takePotion } from '../player.ts';
import { lookAhead } from '../scout.ts';
import { MOST_MONEY, type State } from '../state.ts';
import type { AppliedAbility, UsedAbility } from './ability.ts';

const FORTUNE_MONEY = 16;

export const OVERCHARGE: AppliedAbility = {
  name: 'Overcharge',
  card: '2S',
  timing: 'whileApplied',
  cost: 'applied',
  words: 'gives 2 ATK instead of 1',
  printed: 'gives 3 ATK instead of 1',
  lasting: { effect: 'overcharge', holds: isOvercharged },
};

export const EVADE: UsedAbility = {
  name: 'Evade',
  card: '3S',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'flee from the combat',
  isOpen: (state) => !isTerrorized(state, 'player'),
  use: fleeFromEnemy,
};

export const TRADEOFF: UsedAbility = {
  name: 'Tradeoff',
  card: '4S',
  timing: 'afterRoll',
  cost: 'discarded',
  words: 'roll your dice again',
  isOpen: () => true,
  use(table) {
    rerollWhiteDice(table, false);
  },
};

export const SCOUT: AppliedAbility = {
  name: 'Scout',
  card: '5S',
  timing: 'whenApplied',
  cost: 'applied',
  words: 'look at the top two cards of the deck and swap them for face-down rooms',
  printed: 'look at the top two cards of the deck, which have to be swapped for face-down rooms',
  apply: lookAhead,
};

export const NULLIFY: AppliedAbility = {
  name: 'Nullify',
  card: '6S',
  timing: 'whileApplied',
  cost: 'applied',
  words: 'the highest curse gives the enemy no ATK',
  lasting: { effect: 'playerNullify', holds: (state) => nullifies(state, 'player') > 0 },
};

export const MIRACLE: UsedAbility = {
  name: 'Miracle',
  card: '7S',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'drink a red potion and keep it',
  printed: 'drink a red potion, or use its ability, and keep it',
  targets: (state) => (canHeal(state) ? ofKind(state.hand, 'red') : []),
  use(table, target) {
    drinkPotion(table, target as Card, true);
  },
};

export const FORTUNE: UsedAbility = {
  name: 'Fortune',
  card: '8S',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'gain 16 money',
  isOpen: ({ money }) => money < MOST_MONEY,
  use(table) {
    const gained = earn(table, FORTUNE_MONEY);
    tell(table, 'moneyGained', PLAYER, { gained, money: table.state.money });
  },
};

export const FOCUS: AppliedAbility = {
  name: 'Focus',
  card: '9S',
  timing: 'whileApplied',
  cost: 'applied',
  words: 'ties are won',
  printed: 'ties are won, draws of two highest totals too',
  lasting: { effect: 'playerFocus', holds: (state) => hasFocus(state, 'player') },
};

export const RECOVER: UsedAbility = {
  name: 'Recover',
  card: '10S',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'take a card of the discard pile',
  targets: (state) => state.discard.filter((card) => isWorthRecovering(state, card)),
  use(table, target) {
    recover(table, target as Card);
  },
};

/** Returns true if recovering this card from the discard pile would change anything (rule R11). */
function isWorthRecovering(state: State, card: Card): boolean {
  switch (kindOf(card)) {
    case 'money':
      return state.money < MOST_MONEY;
    case 'red':
      return !state.options.healAtOnce || canHeal(state);
    default:
      return true;
  }
}

// Follows rule R20 of rules.md.
function recover(table: Table, card: Card): void {
  const { state } = table;
  state.discard = without(state.discard, card);
  switch (kindOf(card)) {
    case 'money': {
      const gained = earn(table, rankOf(card));
      tell(table, 'moneyTaken', PLAYER, { card, gained, money: state.money });
      discard(table, [card]);
      break;
    }
    case 'curse':
      layAside(table, [card]);
      break;
    default:
      takePotion(table, card);
  }
}
