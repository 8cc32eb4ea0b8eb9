import type { Seat } from '../kernel/ruleset.ts';
import type { Card } from '../kernel/tabletop/cards.ts';
import { leftOf } from '../kernel/tabletop/seats.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { chainPoints, FULL_CHAIN, topOf, withTop } from './chain.ts';
import type { Roll } from './dice.ts';
import { askActive, type Table } from './events.ts';
import {
  allDice,
  cardScore,
  deckCount,
  finalScore,
  isFinalCard,
  type Score,
  type ScoreReason,
  seatCount,
} from './state.ts';

export function startTurn(table: Table): void {
  const { state } = table;
  state.active = state.starter;
  tell(table, 'turnStarted', state.starter, {});
  table.automaticMove = 'revealCard';
}

export function winLevel(table: Table, roll: Roll): void {
  const { state } = table;
  const { seat, die, value } = roll;
  state.chain = withTop(state.chain, { ...topOf(state.chain), roll });
  tell(table, 'levelWon', seat, { level: state.chain.length, die, value, chainPoints: chainPoints(state.chain) });
  if (isFinalCard(state)) scoreFinalCard(table);
  else askActive(table, 'decide');
}

/** Scores a turn in which the fifth card or the last card of the deck was won (rules R4, R13). */
export function scoreFinalCard(table: Table): void {
  const { state } = table;
  const isFull = state.chain.length === FULL_CHAIN;
  if (isFull) tell(table, 'chainWon', state.active, {});
  scoreTurn(table, finalScore(state), isFull ? 'fullChain' : 'lastCard');
}

// Follows rule R5 of rules.md.
export function settleKing(table: Table, roll: Roll): void {
  const { state } = table;
  state.chain = withTop(state.chain, { ...topOf(state.chain), roll });
  scoreTurn(table, finalScore(state), 'king');
}

export function takeChain(table: Table): void {
  const { state } = table;
  tell(table, 'chainTaken', state.active, { level: state.chain.length });
  scoreTurn(table, cardScore(state), 'taken');
}

/** Ends the turn. The points go to the active seat unless the caller names another seat. */
export function scoreTurn(
  table: Table,
  { points, counted }: Score,
  reason: ScoreReason,
  seat: Seat = table.state.active,
): void {
  const { state } = table;
  tell(table, 'turnScored', seat, { points, counted, reason });
  state.roundPoints = withAdded(state.roundPoints, seat, points);
  state.totals = withAdded(state.totals, seat, points);
  endTurn(table);
}

function withAdded(points: number[], seat: Seat, added: number): number[] {
  return replaced(points, seat, (points[seat] ?? 0) + added);
}

/** Discards the cards and returns the dice. The next seat starts its turn, or the round ends (rules R13, R15, R19). */
export function endTurn(table: Table): void {
  const { state } = table;
  const discarded: Card[] = [];
  for (const { card, extras } of state.chain) discarded.push(card, ...extras);
  tell(table, 'turnEnded', state.starter, { discarded });
  state.discard = [...state.discard, ...discarded];
  state.chain = [];
  state.diceLeft = allDice(seatCount(state));
  state.pending = null;
  if (deckCount(state) === 0) {
    table.automaticMove = 'endRound';
  } else {
    state.starter = leftOf(state.starter, seatCount(state));
    table.automaticMove = 'startTurn';
  }
}
