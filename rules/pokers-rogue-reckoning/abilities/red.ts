import { tell } from '../../kernel/tabletop/step.ts';
import { type Card, kindOf, ofKind, rankOf, without } from '../cards.ts';
import { isTerrorized } from '../effects.ts';
import { castDice, PLAYER, type Table } from '../events.ts';
import { judge, judgeAgain, nextBlackDice } from '../judge.ts';
import { isPrinted } from '../options.ts';
import { discard, earn, fleeFromEnemy } from '../player.ts';
import { combatOf, MOST_MONEY, type State, tierOf } from '../state.ts';
import type { AppliedAbility, UsedAbility } from './ability.ts';

const ROAR_DAMAGE = 3;
const SHIELDED = 3;
const STRATEGY_HP = 6;

export const ROAR: UsedAbility = {
  name: 'Roar',
  card: '2H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'deal 3 more damage with your next hit',
  isOpen: () => true,
  use({ state }) {
    combatOf(state).roar += ROAR_DAMAGE;
  },
};

export const ELEVATE: UsedAbility = {
  name: 'Elevate',
  card: '3H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'roll one more white die in the next roll',
  isOpen: () => true,
  use({ state }) {
    combatOf(state).elevate++;
  },
};

export const STRATEGY: UsedAbility = {
  name: 'Strategy',
  card: '4H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'flee from the combat, with more than 6 HP',
  isOpen: (state) => state.hp > STRATEGY_HP && !isTerrorized(state, 'player'),
  use: fleeFromEnemy,
};

/** The ability Prism: the red potion is applied like a blue one and then counts as a blue one (rule R22). */
export const PRISM: AppliedAbility = {
  name: 'Prism',
  card: '5H',
  timing: 'whileApplied',
  cost: 'applied',
  words: 'gives 1 ATK like a blue potion',
};

export const CLEANSE: UsedAbility = {
  name: 'Cleanse',
  card: '6H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'remove a curse from the enemy',
  targets: (state) => combatOf(state).curses,
  use(table, target) {
    const combat = combatOf(table.state);
    const curse = target as Card;
    combat.curses = without(combat.curses, curse);
    tell(table, 'curseCleansed', PLAYER, { curse, potions: [] });
    discard(table, [curse]);
    judgeAgain(table);
  },
};

export const STUN: UsedAbility = {
  name: 'Stun',
  card: '7H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'take one black die out of the next roll',
  isOpen: (state) => nextBlackDice(state) > 0,
  use({ state }) {
    combatOf(state).stun++;
  },
};

export const ALCHEMY: UsedAbility = {
  name: 'Alchemy',
  card: '8H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'take the two newest money cards of the discard pile',
  isOpen: ({ discard: pile, money }) => money < MOST_MONEY && pile.some((card) => kindOf(card) === 'money'),
  use(table) {
    const { state } = table;
    const newest = ofKind(state.discard, 'money').slice(-2);
    state.discard = state.discard.filter((card) => !newest.includes(card));
    for (const card of newest) {
      const gained = earn(table, rankOf(card));
      tell(table, 'moneyTaken', PLAYER, { card, gained, money: state.money });
    }
    discard(table, newest);
  },
};

export const SHIELD: UsedAbility = {
  name: 'Shield',
  card: '9H',
  timing: 'afterRoll',
  cost: 'discarded',
  words: 'take 3 off what the enemy just rolled',
  printed: 'take 3 off what the enemy just rolled, in max combat only',
  isOpen: canShield,
  use: shield,
};

function canShield(state: State): boolean {
  const { enemyDice, enemyHand } = combatOf(state);
  if (state.options.combat === 'poker') return !isPrinted(state.options) && enemyDice.some((die) => die > 1);
  return (enemyHand?.total ?? 0) > 0;
}

// Follows rule R22 of rules.md.
function shield(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  if (state.options.combat === 'poker') {
    const highest = Math.max(...combat.enemyDice);
    combat.enemyDice = combat.enemyDice.with(combat.enemyDice.indexOf(highest), Math.max(1, highest - SHIELDED));
  } else {
    combat.shield += SHIELDED;
  }
  judge(state);
  const { enemyDice, enemyHand, result } = combat;
  if (enemyHand === null || result === null) throw new Error('the roll was not judged');
  tell(table, 'rollShielded', PLAYER, { enemyDice, enemyHand, result });
}

export const TIME_TRAVEL: UsedAbility = {
  name: 'Time Travel',
  card: '10H',
  timing: 'anyTime',
  cost: 'discarded',
  words: 'begin the combat again: the enemy has full HP, and dice decide yours',
  isOpen: () => true,
  use: travelBack,
};

// Follows rules R22, R34 of rules.md.
function travelBack(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  const dice = castDice(table, tierOf(state.defeated));
  state.hp = Math.min(
    state.maxHp,
    dice.reduce((sum, die) => sum + die, 0),
  );
  Object.assign(combat, { enemyHp: combat.enemyMaxHp, round: 0, playerDice: [], enemyDice: [], shield: 0 });
  Object.assign(combat, { playerHand: null, enemyHand: null, result: null, isCounter: false });
  state.phase = 'ready';
  tell(table, 'timeTravelled', PLAYER, { dice, hp: state.hp, enemyHp: combat.enemyHp });
}
