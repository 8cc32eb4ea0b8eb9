import { tell } from '../kernel/tabletop/step.ts';
import { type Card, healingOf, kindOf, without } from './cards.ts';
import { isBlighted } from './effects.ts';
import { isPrinted } from './options.ts';
import { discard } from './pile.ts';
import { MOST_MONEY, type State } from './state.ts';
import { PLAYER, type Table } from './table.ts';

/** Whether healing would change anything: below the maximum, and not under Blight. R21 */
export function canHeal(state: State): boolean {
  return state.hp < state.maxHp && !isBlighted(state);
}

/** Heals up to the maximum; tells how much that was. */
export function heal(table: Table, most: number): number {
  const { state } = table;
  if (!canHeal(state)) return 0;
  const healed = Math.min(most, state.maxHp - state.hp);
  state.hp += healed;
  return healed;
}

/** Heals by something that is no potion, and tells of it. */
export function recuperate(table: Table, most: number): void {
  const healed = heal(table, most);
  if (healed > 0) tell(table, 'healed', PLAYER, { healed, hp: table.state.hp });
}

/** How much of this money there is room for. R4 */
export function roomForMoney({ money }: State, amount: number): number {
  return Math.min(amount, MOST_MONEY - money);
}

/** Money up to 24; the rest is lost. R4 */
export function earn(table: Table, amount: number): number {
  const { state } = table;
  const gained = roomForMoney(state, amount);
  state.money += gained;
  return gained;
}

/** Drinks a red potion that is in no pile at the moment. R22 */
export function drinkPotion(table: Table, card: Card, isKept: boolean): void {
  const { options } = table.state;
  const healed = heal(table, healingOf(card, options.abilities && isPrinted(options)));
  tell(table, 'potionDrunk', PLAYER, { card, healed, hp: table.state.hp, isKept });
}

/** A potion becomes the player's: into the hand, or drunk at once under `healAtOnce`. R8 */
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

/** Takes a potion out of the hand or from among the applied ones. */
export function giveUpPotion(state: State, card: Card): void {
  if (state.hand.includes(card)) state.hand = without(state.hand, card);
  else if (state.combat !== null) state.combat.buffs = without(state.combat.buffs, card);
}

/** The player loses hit points; at 0 fate decides. R15 */
export function hurtPlayer(table: Table, damage: number): void {
  const { state } = table;
  state.hp = Math.max(0, state.hp - damage);
  tell(table, 'playerHurt', PLAYER, { damage, hp: state.hp });
  if (state.hp === 0) table.houseMove = 'meetFate';
}
