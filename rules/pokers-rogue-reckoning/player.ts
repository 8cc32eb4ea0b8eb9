import { shuffle } from '../kernel/tabletop/cards.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type Card, ENEMIES, healingOf, kindOf, without } from './cards.ts';
import { enemyEvades, isBlighted } from './effects.ts';
import { endRun, PLAYER, type Table } from './events.ts';
import { isPrinted } from './options.ts';
import { combatOf, EMPTY_ROOM, isFaceDown, type Lore, MOST_MONEY, type State, tierOf } from './state.ts';

/** Returns true if the player has less than the maximum hit points and the effect Blight does not act (rule R21). */
export function canHeal(state: State): boolean {
  return state.hp < state.maxHp && !isBlighted(state);
}

/** Adds hit points up to the maximum and returns the number added. */
export function heal(table: Table, most: number): number {
  const { state } = table;
  if (!canHeal(state)) return 0;
  const healed = Math.min(most, state.maxHp - state.hp);
  state.hp += healed;
  return healed;
}

export function recuperate(table: Table, most: number): void {
  const healed = heal(table, most);
  if (healed > 0) tell(table, 'healed', PLAYER, { healed, hp: table.state.hp });
}

// Follows rule R4 of rules.md.
export function roomForMoney({ money }: State, amount: number): number {
  return Math.min(amount, MOST_MONEY - money);
}

/** Adds money up to the maximum of 24 and returns the amount added (rule R4). */
export function earn(table: Table, amount: number): number {
  const { state } = table;
  const gained = roomForMoney(state, amount);
  state.money += gained;
  return gained;
}

/** Drinks a red potion. The caller discards the card, unless the potion is kept (rule R22). */
export function drinkPotion(table: Table, card: Card, isKept: boolean): void {
  const { options } = table.state;
  const healed = heal(table, healingOf(card, options.abilities && isPrinted(options)));
  tell(table, 'potionDrunk', PLAYER, { card, healed, hp: table.state.hp, isKept });
}

/** Adds the potion to the hand, or drinks it at once if it is red and the option `healAtOnce` is on (rule R8). */
export function takePotion(table: Table, card: Card): void {
  const { state } = table;
  if (state.options.healAtOnce && kindOf(card) === 'red') {
    drinkPotion(table, card, false);
    discard(table, [card]);
  } else {
    state.hand = [...state.hand, card];
    if (state.print !== undefined) state.print = { ...state.print, fresh: card };
    tell(table, 'potionTaken', PLAYER, { card });
  }
}

export function giveUpPotion(state: State, card: Card): void {
  if (state.hand.includes(card)) state.hand = without(state.hand, card);
  else if (state.combat !== null) state.combat.buffs = without(state.combat.buffs, card);
}

/** Takes hit points from the player. At 0, decides whether the game ends (rule R15). */
export function hurtPlayer(table: Table, damage: number): void {
  const { state } = table;
  state.hp = Math.max(0, state.hp - damage);
  tell(table, 'playerHurt', PLAYER, { damage, hp: state.hp });
  if (state.hp === 0) table.automaticMove = 'meetFate';
}

/** Discards cards. With `moneyReturns` or `potionsReturn`, such cards are shuffled into the deck instead (rule R9). */
export function discard(table: Table, cards: readonly Card[]): void {
  const { state } = table;
  const returning = cards.filter((card) => goesBack(state, card));
  const staying = returning.length === 0 ? cards : cards.filter((card) => !returning.includes(card));
  if (staying.length > 0) {
    state.discard = [...state.discard, ...staying];
    tell(table, 'cardsDiscarded', PLAYER, { cards: [...staying] });
  }
  if (returning.length > 0) shuffleIn(table, returning);
}

function goesBack({ options }: State, card: Card): boolean {
  switch (kindOf(card)) {
    case 'money':
      return options.moneyReturns;
    case 'red':
    case 'blue':
    case 'curse':
      return options.potionsReturn;
    default:
      return false;
  }
}

export function layAside(table: Table, cards: readonly Card[]): void {
  table.state.setAside = [...table.state.setAside, ...cards];
  tell(table, 'cardsSetAside', PLAYER, { cards: [...cards] });
}

export function shuffleIn(table: Table, cards: readonly Card[]): void {
  const { state } = table;
  state.lore = loreAfterShuffle(state, cards);
  state.deck = shuffle(table.chance, [...state.deck, ...cards]);
  tell(table, 'deckShuffled', PLAYER, { returned: [...cards], deckCount: state.deck.length });
}

/** Returns what the player knows after these cards were shuffled into the deck: about the rooms the same as before, but
 * about the deck only that it contains certain cards (rule R27). */
function loreAfterShuffle(state: State, cards: readonly Card[]): Lore {
  const { lore, deck, rooms } = state;
  const apart: Card[] = [];
  for (const room of rooms) if (isFaceDown(room)) apart.push(room.card as Card);
  const stillReturned = apart.every((card) => lore.apart.includes(card)) ? lore.returned : [];
  const inDeck = [...stillReturned, ...lore.known].filter((card) => deck.includes(card));
  return {
    known: lore.known.filter((card) => apart.includes(card)),
    sorted: lore.sorted.filter((card) => apart.includes(card)),
    returned: [...new Set([...inDeck, ...cards])],
    apart,
  };
}

/** Damages the enemy, which may then be defeated or flee (rule R21). */
export function hurtEnemy(table: Table, damage: number): void {
  const { state } = table;
  const combat = combatOf(state);
  combat.enemyHp = Math.max(0, combat.enemyHp - damage);
  tell(table, 'enemyHurt', PLAYER, { damage, enemyHp: combat.enemyHp });
  if (combat.enemyHp === 0) {
    defeat(table);
  } else if (combat.enemyHp === 1 && enemyEvades(state)) {
    tell(table, 'enemyFled', PLAYER, { enemy: combat.enemy });
    backIntoDeck(table);
  }
}

// Follows rules R16, R19 of rules.md.
function defeat(table: Table): void {
  const { state } = table;
  const { enemy } = combatOf(state);
  state.defeated++;
  tell(table, 'enemyDefeated', PLAYER, { enemy, defeated: state.defeated, tier: tierOf(state.defeated) });
  const spent = closeCombat(table);
  layAside(table, [enemy]);
  discard(table, spent);
  if (state.defeated === ENEMIES) endRun(table, 'victory');
}

export function fleeFromEnemy(table: Table): void {
  const { enemy } = combatOf(table.state);
  tell(table, 'playerFled', PLAYER, { enemy });
  backIntoDeck(table);
}

// Follows rule R16 of rules.md.
function backIntoDeck(table: Table): void {
  const { enemy } = combatOf(table.state);
  discard(table, closeCombat(table));
  shuffleIn(table, [enemy]);
}

/** Ends a combat and returns the cards that were in play (rule R16). */
function closeCombat(table: Table): Card[] {
  const { state } = table;
  const { room, buffs, curses } = combatOf(state);
  const spent = [...buffs, ...curses, ...state.luckyCurses];
  state.rooms = replaced(state.rooms, room, EMPTY_ROOM);
  state.luckyCurses = [];
  state.combat = null;
  state.phase = 'explore';
  table.automaticMove = 'lookAround';
  return spent;
}
