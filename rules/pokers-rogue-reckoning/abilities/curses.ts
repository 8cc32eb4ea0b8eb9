import { tell } from '../../kernel/tabletop/step.ts';
import { byRank, type Card, ofKind, rankOf, without } from '../cards.ts';
import { enemyEvades, hasFocus, isBlighted, isTerrorized, nullifies } from '../effects.ts';
import { PLAYER, type Table } from '../events.ts';
import { discard, hurtEnemy, hurtPlayer } from '../player.ts';
import { combatOf } from '../state.ts';
import type { CurseAbility } from './ability.ts';

const POISON_DAMAGE = 2;
const ROTTEN_MONEY = 10;
const ROTTEN_HP = 3;
const BLIGHTED_RANK = 5;

export const RECHARGE: CurseAbility = {
  name: 'Recharge',
  card: '2C',
  words: 'the newest curse of the discard pile comes back into play',
  forEnemy(table) {
    const { state } = table;
    const combat = combatOf(state);
    const card = ofKind(state.discard, 'curse').at(-1);
    if (card === undefined) return;
    state.discard = without(state.discard, card);
    combat.curses = [...combat.curses, card];
    combat.acting = byRank([...combat.acting, card]);
    tell(table, 'curseRecharged', PLAYER, { card });
  },
};

export const POISON: CurseAbility = {
  name: 'Poison',
  card: '3C',
  words: 'the player loses 2 HP',
  forEnemy(table) {
    hurtPlayer(table, POISON_DAMAGE);
  },
};

export const EVADE: CurseAbility = {
  name: 'Evade',
  card: '4C',
  words: 'the enemy flees when it has exactly 1 HP',
  lasting: { effects: { enemy: 'enemyEvade' }, holds: enemyEvades },
};

export const FOCUS: CurseAbility = {
  name: 'Focus',
  card: '5C',
  words: 'its side wins ties',
  printed: 'its side wins ties, draws of two highest totals too',
  lasting: { effects: { enemy: 'enemyFocus', player: 'playerFocus' }, holds: hasFocus },
};

export const MISPLACE: CurseAbility = {
  name: 'Misplace',
  card: '6C',
  words: 'the player loses a potion, or the enemy a curse',
  forEnemy(table) {
    lose(table, table.state.hand);
  },
  forPlayer(table) {
    lose(table, combatOf(table.state).curses);
  },
};

export const COIN_ROT: CurseAbility = {
  name: 'Coin Rot',
  card: '7C',
  words: 'the player loses 10 money, or the enemy 3 HP',
  forEnemy(table) {
    const { state } = table;
    const lost = Math.min(ROTTEN_MONEY, state.money);
    state.money -= lost;
    tell(table, 'moneyLost', PLAYER, { lost, money: state.money });
  },
  forPlayer(table) {
    hurtEnemy(table, ROTTEN_HP);
  },
};

export const BLIGHT: CurseAbility = {
  name: 'Blight',
  card: '8C',
  words: 'the player cannot heal, or the enemy loses its highest curse below rank 5',
  lasting: { effects: { enemy: 'blight' }, holds: isBlighted },
  forPlayer(table) {
    const { curses } = combatOf(table.state);
    const highest = byRank(curses.filter((card) => rankOf(card) < BLIGHTED_RANK)).at(-1);
    if (highest !== undefined) loseCard(table, highest);
  },
};

export const TERRORIZE: CurseAbility = {
  name: 'Terrorize',
  card: '9C',
  words: 'the other side cannot flee',
  lasting: {
    effects: { enemy: 'enemyTerrorize', player: 'playerTerrorize' },
    holds: (state, side) => isTerrorized(state, side === 'enemy' ? 'player' : 'enemy'),
  },
};

export const NULLIFY: CurseAbility = {
  name: 'Nullify',
  card: '10C',
  words: 'the highest card of the other side gives no ATK',
  lasting: {
    effects: { enemy: 'enemyNullify', player: 'playerNullify' },
    holds: (state, side) => nullifies(state, side) > 0,
  },
};

/** The player loses one of these cards; if there are several, the player chooses which (rule R21). */
function lose(table: Table, cards: readonly Card[]): void {
  const [only] = cards;
  if (cards.length > 1) {
    combatOf(table.state).losses = [...cards];
    table.state.phase = 'loss';
  } else if (only !== undefined) {
    loseCard(table, only);
  }
}

export function loseCard(table: Table, card: Card): void {
  const { state } = table;
  const combat = combatOf(state);
  if (state.hand.includes(card)) {
    state.hand = without(state.hand, card);
    tell(table, 'potionLost', PLAYER, { card });
  } else {
    combat.curses = without(combat.curses, card);
    tell(table, 'curseLost', PLAYER, { card });
  }
  combat.losses = [];
  discard(table, [card]);
}
