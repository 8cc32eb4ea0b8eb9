import { tell } from '../kernel/tabletop/step.ts';
import { judge } from './judge.ts';
import { combatOf, type State, tierOf } from './state.ts';
import { castDice, PLAYER, type Table } from './table.ts';

const MOST_MAX_DICE = 3;

/** The combat dice of a side in the present tier. R12, R13 */
export function combatDice({ options, defeated }: State): number {
  const tier = tierOf(defeated);
  return options.combat === 'poker' ? tier + 1 : Math.min(tier, MOST_MAX_DICE);
}

/** How many black dice the next roll has. R22 */
export function nextBlackDice(state: State): number {
  return Math.max(0, combatDice(state) - combatOf(state).stun);
}

/** Both sides roll. R12, R13 */
export function rollBothSides(table: Table): void {
  const { state } = table;
  const combat = combatOf(state);
  const blackDice = nextBlackDice(state);
  combat.playerDice = castDice(table, combatDice(state) + combat.elevate);
  combat.enemyDice = castDice(table, blackDice);
  combat.round++;
  combat.elevate = 0;
  combat.stun = 0;
  combat.shield = 0;
  combat.isCounter = false;
  judge(state);
  const { round, playerDice, enemyDice, playerHand, enemyHand, result } = combat;
  if (playerHand === null || enemyHand === null || result === null) throw new Error('the roll was not judged');
  tell(table, 'diceRolled', PLAYER, { round, playerDice, enemyDice, playerHand, enemyHand, result });
  table.houseMove = 'awaitReply';
}

/** Rolls the white dice of this roll again, in a counter-attack or by Tradeoff. R13, R20 */
export function rerollWhiteDice(table: Table, isCounter: boolean): void {
  const { state } = table;
  const combat = combatOf(state);
  combat.playerDice = castDice(table, combat.playerDice.length);
  if (isCounter) combat.isCounter = true;
  judge(state);
  const { playerDice, playerHand, result } = combat;
  if (playerHand === null || result === null) throw new Error('the roll was not judged');
  tell(table, 'playerRerolled', PLAYER, { isCounter, playerDice, playerHand, result });
}
