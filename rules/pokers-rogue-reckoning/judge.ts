import { tell } from '../kernel/tabletop/step.ts';
import { winnerOfTies } from './effects.ts';
import { castDice, PLAYER, type Table } from './events.ts';
import { bestHand, capOf, type Hand, pokerHand, totalOf, withAtk } from './hands.ts';
import { isPrinted } from './options.ts';
import { type Combat, combatOf, type Result, type State, tierOf } from './state.ts';

interface Total {
  dice: number;
  atk: number;
  total: number;
}

/** Compares the rolls of both sides and stores the result (rules R12, R13). */
export function judge(state: State): void {
  const combat = combatOf(state);
  const result = state.options.combat === 'poker' ? judgeHands(state, combat) : judgeTotals(state, combat);
  combat.result = result === 'tie' ? judgeTie(state) : result;
  if (combat.isCounter && combat.result === 'tie') combat.result = 'draw'; // rule R13 of rules.md
}

/** Judges a roll again after a card has left play, before the damage of the roll is dealt (rule R21). */
export function judgeAgain(table: Table): void {
  const { state } = table;
  if (state.phase !== 'rolled') return;
  const combat = combatOf(state);
  const before = combat.result;
  judge(state);
  if (combat.result !== null && combat.result !== before)
    tell(table, 'resultChanged', PLAYER, { result: combat.result });
}

// Follows rule R20 of rules.md.
function judgeTie(state: State): Result {
  const winner = winnerOfTies(state);
  if (winner === null) return 'tie';
  return winner === 'player' ? 'playerHits' : 'enemyHits';
}

// Follows rule R12 of rules.md.
function judgeHands(state: State, combat: Combat): Result {
  const player = bestHand(withAtk(combat.playerDice, state.atk));
  const enemy = bestHand(withAtk(combat.enemyDice, combat.enemyAtk));
  combat.playerHand = pokerHand(player);
  combat.enemyHand = pokerHand(enemy);
  return higher(player, enemy);
}

// Follows rule R13 of rules.md.
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

/** True if both totals are at their caps and Focus decides, as only the printed rules allow (rule R26). */
function isWonAtCaps(state: State, player: Total, enemy: Total): boolean {
  return isPrinted(state.options) && winnerOfTies(state) !== null && isAtCap(player) && isAtCap(enemy);
}

function handOf(dice: number[], { total }: Total): Hand {
  return { kind: 'total', dice, total };
}

// Follows rules R13, R28 of rules.md.
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

const MOST_MAX_DICE = 3;

/** Returns the number of dice that each side rolls in the present tier (rules R12, R13). */
function combatDice({ options, defeated }: State): number {
  const tier = tierOf(defeated);
  return options.combat === 'poker' ? tier + 1 : Math.min(tier, MOST_MAX_DICE);
}

// Follows rule R22 of rules.md.
export function nextBlackDice(state: State): number {
  return Math.max(0, combatDice(state) - combatOf(state).stun);
}

// Follows rules R12, R13 of rules.md.
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
  table.automaticMove = 'awaitReply';
}

/** Rolls the player's (white) dice again, for a counter-attack or because of Tradeoff (rules R13, R20). */
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
