import type { Chance, Seat, Step } from '../kernel/ruleset.ts';
import { played, tell } from '../kernel/tabletop/step.ts';
import type { Action, Answer } from './actions.ts';
import { endAttack, removeInAttack } from './attack.ts';
import { cardOf, powerOf } from './cards.ts';
import type { Event } from './events.ts';
import type { Options } from './options.ts';
import { TRIGGERS } from './power.ts';
import { POWERS } from './powers.ts';
import { reroll, roll, stop } from './rolling.ts';
import { chooseRow, deal } from './setup.ts';
import { emptyState, type HouseMove, pendingOf, type State } from './state.ts';
import { type Table, tableAt } from './table.ts';
import { afterAttack, endTurn, openPlacement, placeRoll, startTurn, unseenPowers } from './turn.ts';
import { nameVictim, omitAttack, openAttack } from './victim.ts';

export function setup(options: Options, seats: number, chance: Chance): Step<State, Event> {
  const table = tableAt(emptyState(options, seats), chance);
  deal(table);
  return played(table, HOUSE_MOVES);
}

export function apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table = tableAt(state, chance);
  carryOut(table, seat, action);
  return played(table, HOUSE_MOVES);
}

function carryOut(table: Table, seat: Seat, action: Action): void {
  switch (action.type) {
    case 'chooseRow':
      chooseRow(table, seat, action.cards);
      break;
    case 'reroll':
      reroll(table);
      break;
    case 'stop':
      stop(table);
      break;
    case 'attack':
      nameVictim(table, action.seat);
      break;
    case 'removeCard':
      removeInAttack(table, action.card);
      break;
    case 'endAttack':
      if (table.state.attack === null) omitAttack(table, 'declined');
      else endAttack(table);
      break;
    case 'placeRoll':
      placeRoll(table, action.side);
      break;
    case 'pickCard':
    case 'placeTaken':
    case 'pickSeat':
      answerPower(table, action);
      break;
    case 'skipPower':
      skipPower(table);
      break;
    default:
      action satisfies never;
  }
}

function answerPower(table: Table, answer: Answer): void {
  const { state } = table;
  const pending = pendingOf(state);
  state.pending = null;
  const done = POWERS[pending.power].question?.answer(table, pending, answer);
  if (done !== 'asked') table.houseMove = pending.next;
}

function skipPower(table: Table): void {
  const { state } = table;
  const { card, power, next } = pendingOf(state);
  const trigger = TRIGGERS.find((other) => powerOf(card, other)?.kind === power) ?? 'stopped';
  state.pending = null;
  tell(table, 'powerDeclined', state.active, { card: cardOf(card), power, trigger });
  table.houseMove = next;
}

const HOUSE_MOVES: Record<HouseMove, (table: Table) => void> = {
  startTurn,
  roll,
  attack: openAttack,
  afterAttack,
  placeRoll: openPlacement,
  unseenPowers,
  endTurn,
};
