import { tell } from '../kernel/tabletop/step.ts';
import { winnerOfTies } from './effects.ts';
import { bestHand, capOf, type Hand, pokerHand, totalOf, withAtk } from './hands.ts';
import { isPrinted } from './options.ts';
import { type Combat, combatOf, type Result, type State } from './state.ts';
import { PLAYER, type Table } from './table.ts';

/** What one side has in max combat. */
interface Total {
  dice: number;
  atk: number;
  total: number;
}

/** Compares what both sides have rolled and notes who hits. R12, R13 */
export function judge(state: State): void {
  const combat = combatOf(state);
  const result = state.options.combat === 'poker' ? judgeHands(state, combat) : judgeTotals(state, combat);
  combat.result = result === 'tie' ? judgeTie(state) : result;
  if (combat.isCounter && combat.result === 'tie') combat.result = 'draw'; // R13
}

/** A roll that waits for its damage is looked at again after a card has left play. R21 */
export function judgeAgain(table: Table): void {
  const { state } = table;
  if (state.phase !== 'rolled') return;
  const combat = combatOf(state);
  const before = combat.result;
  judge(state);
  if (combat.result !== null && combat.result !== before)
    tell(table, 'resultChanged', PLAYER, { result: combat.result });
}

/** R20 */
function judgeTie(state: State): Result {
  const winner = winnerOfTies(state);
  if (winner === null) return 'tie';
  return winner === 'player' ? 'playerHits' : 'enemyHits';
}

/** R12 */
function judgeHands(state: State, combat: Combat): Result {
  const player = bestHand(withAtk(combat.playerDice, state.atk));
  const enemy = bestHand(withAtk(combat.enemyDice, combat.enemyAtk));
  combat.playerHand = pokerHand(player);
  combat.enemyHand = pokerHand(enemy);
  return higher(player, enemy);
}

/** R13 */
function judgeTotals(state: State, combat: Combat): Result {
  const { playerDice, enemyDice, shield } = combat;
  const player: Total = { dice: playerDice.length, atk: state.atk, total: totalOf(playerDice, state.atk) };
  const capped = totalOf(enemyDice, combat.enemyAtk);
  const enemy: Total = { dice: enemyDice.length, atk: combat.enemyAtk, total: Math.max(0, capped - shield) };
  combat.playerHand = handOf(playerDice, player);
  combat.enemyHand = handOf(enemyDice, enemy);
  if (combat.isCounter) return higher(player.total, enemy.total);
  return isWonAtCaps(state, player, enemy) ? 'tie' : compareTotals(player, enemy);
}

/** Whether Focus decides a draw at the caps, as it does by the print. R26 */
function isWonAtCaps(state: State, player: Total, enemy: Total): boolean {
  return isPrinted(state.options) && winnerOfTies(state) !== null && isAtCap(player) && isAtCap(enemy);
}

function handOf(dice: number[], { total }: Total): Hand {
  return { kind: 'total', dice, total };
}

/** Totals against each other and against their caps. R13, R28 */
export function compareTotals(player: Total, enemy: Total): Result {
  if (!isAtCap(player) || !isAtCap(enemy)) return higher(player.total, enemy.total);
  return cannotLeaveCap(player) && cannotLeaveCap(enemy) ? 'playerHits' : 'draw';
}

function isAtCap({ dice, total }: Total): boolean {
  return dice > 0 && total === capOf(dice);
}

function cannotLeaveCap({ dice, atk }: Total): boolean {
  return dice + atk >= capOf(dice);
}

function higher(player: number, enemy: number): Result {
  if (player === enemy) return 'tie';
  return player > enemy ? 'playerHits' : 'enemyHits';
}
