import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { openChallenge } from './challenge.ts';
import { type Die, judge, type Roll } from './dice.ts';
import { openWindow } from './reaction.ts';
import { rollAtCard, useDie } from './roll.ts';
import { cardScore } from './scoring.ts';
import { faceUp } from './state.ts';
import type { Table } from './table.ts';
import { scoreTurn, winLevel } from './turn.ts';

/** The active seat tries to win the level with one of its dice. */
export function attempt(table: Table, seat: Seat, die: Die): void {
  useDie(table, seat, die);
  openWindow(table, [rollAtCard(table, 'dieRolled', seat, die)]);
}

/** The active seat's roll stands. */
export function settleAttempt(table: Table, roll: Roll): void {
  const { state } = table;
  const verdict = judge(roll, faceUp(state));
  switch (verdict) {
    case 'win':
      winLevel(table, roll);
      break;
    case 'tie': // R11
      tell(table, 'tieRolled', roll.seat, { level: state.chain.length });
      scoreTurn(table, cardScore(state), 'tie');
      break;
    case 'fail':
      openChallenge(table, roll);
      break;
    default:
      verdict satisfies never;
  }
}
