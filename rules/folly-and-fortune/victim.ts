import type { Seat } from '../kernel/ruleset.ts';
import { tell } from '../kernel/tabletop/step.ts';
import { attackSeat, attackSelf } from './attack.ts';
import type { CardId } from './cards.ts';
import type { NoAttackReason, Table } from './events.ts';
import { lies } from './power.ts';
import { ruleOf, useOf } from './powers.ts';
import { shieldsAgainst } from './shields.ts';
import { type Board, rowOf, type State, seatCount } from './state.ts';

export type VictimBar = 'noSeat' | 'oneself' | 'noRow' | 'attacked' | 'spared' | 'shielded';

export interface Aim {
  board: Board;
  effect: CardId | null;
  result: number;
  attacked: readonly Seat[];
}

export function aimOf(state: State): Aim {
  const { effect, result, attacked } = state.turn;
  return { board: state, effect, result: result ?? 0, attacked };
}

/** Returns the first reason why this seat cannot be attacked now; null: it can be attacked (rules R5, R11, R22). */
export function victimBar({ board, effect, result, attacked }: Aim, seat: Seat): VictimBar | null {
  if (seat >= seatCount(board)) return 'noSeat';
  if (seat === board.active) return 'oneself';
  if (rowOf(board, seat).length === 0) return 'noRow';
  if (attacked.includes(seat)) return 'attacked';
  const use = useOf(effect, 'stopped', board.active);
  if (use !== null && ruleOf(use.power).spares?.(board, use.power, seat) === true) return 'spared';
  return isShieldedAgainst(board, seat, result) ? 'shielded' : null;
}

function isShieldedAgainst(board: Board, seat: Seat, result: number): boolean {
  if (board.shields.length === 0) return false;
  return shieldsAgainst(board, seat, true).some(
    ({ power }) => power.kind === 'shieldAgainst' && lies(power.compare, result, power.threshold),
  );
}

export function victims(state: State): Seat[] {
  const aim = aimOf(state);
  const seats: Seat[] = [];
  for (let seat = 0; seat < seatCount(state); seat++) if (victimBar(aim, seat) === null) seats.push(seat);
  return seats;
}

/** Depending on the result, begins an attack, demands a self-attack, or skips the attack (rules R5, R6, R22). */
export function openAttack(table: Table): void {
  const { state } = table;
  const { options, turn, active } = state;
  const result = turn.result ?? 0;
  const use = useOf(turn.effect, 'stopped', active);
  const rule = use === null ? null : ruleOf(use.power);
  if (rule?.insteadOfAttack === true) omitAttack(table, 'power');
  else if (result === 0 && options.printed !== true) omitAttack(table, 'zero');
  else if (result < 0 && options.harmlessNegatives) omitAttack(table, 'harmless');
  else if (result < 0) attackSelf(table, -result, 'afterAttack');
  else if (turn.attacked.length >= (rule?.attacks ?? 1)) table.automaticMove = 'afterAttack';
  else aimAttack(table);
}

function aimAttack(table: Table): void {
  const { state } = table;
  const [first, ...others] = victims(state);
  if (first === undefined) omitAttack(table, 'nobody');
  else if (others.length === 0 && mustAttack(state)) nameVictim(table, first);
  else state.phase = 'victim';
}

/** True if the printed rules demand an attack. The second attack of a turn may be declined (rules R5, R22). */
export function mustAttack({ options, turn }: State): boolean {
  return options.printed === true && turn.attacked.length === 0;
}

export function omitAttack(table: Table, reason: NoAttackReason): void {
  tell(table, 'attackOmitted', table.state.active, { reason });
  table.automaticMove = 'afterAttack';
}

export function nameVictim(table: Table, seat: Seat): void {
  attackSeat(table, seat, table.state.turn.result ?? 0);
}
