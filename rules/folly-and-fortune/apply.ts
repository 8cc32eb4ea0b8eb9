import type { Chance, Seat, Step } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { played, replaced, tell } from '../kernel/tabletop/step.ts';
import type { Action, Answer } from './actions.ts';
import { endAttack, removeInAttack } from './attack.ts';
import { type CardId, cardOf, cardsOf, deckOf, powerOf } from './cards.ts';
import { type Event, type Table, tableAt } from './events.ts';
import { takeFromHand } from './hand.ts';
import type { Options } from './options.ts';
import { TRIGGERS } from './power.ts';
import { POWERS } from './powers.ts';
import { reroll, roll, stop } from './rolling.ts';
import { type AutomaticMove, emptyState, pendingOf, type State, seatCount } from './state.ts';
import { DEALT } from './trail.ts';
import { afterAttack, endTurn, openPlacement, placeRoll, startTurn, unseenPowers } from './turn.ts';
import { nameVictim, omitAttack, openAttack } from './victim.ts';

export function setup(options: Options, seats: number, chance: Chance): Step<State, Event> {
  const table = tableAt(emptyState(options, seats), chance);
  deal(table);
  return played(table, AUTOMATIC_MOVES);
}

export function apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table = tableAt(state, chance);
  carryOut(table, seat, action);
  return played(table, AUTOMATIC_MOVES);
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
  if (done !== 'asked') table.automaticMove = pending.next;
}

function skipPower(table: Table): void {
  const { state } = table;
  const { card, power, next } = pendingOf(state);
  const trigger = TRIGGERS.find((other) => powerOf(card, other)?.kind === power) ?? 'stopped';
  state.pending = null;
  tell(table, 'powerDeclined', state.active, { card: cardOf(card), power, trigger });
  table.automaticMove = next;
}

const AUTOMATIC_MOVES: Record<AutomaticMove, (table: Table) => void> = {
  startTurn,
  roll,
  attack: openAttack,
  afterAttack,
  placeRoll: openPlacement,
  unseenPowers,
  endTurn,
};

/** Deals the cards. A random seat starts unless the option names one (rules R1, R13). */
function deal(table: Table): void {
  const { state, chance } = table;
  const { options } = state;
  const seats = seatCount(state);
  state.active = options.startPlayer ?? chance.int(seats);
  const deck = deckOf(options);
  const isPlain = (card: CardId): boolean => options.firstGame && cardOf(card).powers.length === 0;
  const plain = shuffle(chance, deck.filter(isPlain));
  const others = shuffle(
    chance,
    deck.filter((card) => !isPlain(card)),
  );
  for (const [turn, card] of plain.entries()) handOut(state, (state.active + turn) % seats, card);
  for (const seat of clockwiseFrom(state.active, seats)) {
    const missing = options.startingCards - (state.hands[seat]?.length ?? 0);
    for (const card of others.splice(-missing, missing)) handOut(state, seat, card);
  }
  state.drawPile = others.map((card) => ({ card }));
  state.moment = DEALT;
  state.phase = 'row';
  state.chosenRows = state.hands.map(() => null);
  for (const [seat, hand] of state.hands.entries()) {
    tell(table, 'handDealt', seat, { count: hand.length, cards: hand.map(({ card }) => cardOf(card)) });
  }
  tell(table, 'startDrawn', state.active, { drawCount: others.length });
}

function handOut(state: State, seat: Seat, card: CardId): void {
  state.hands = replaced(state.hands, seat, [...(state.hands[seat] ?? []), { card }]);
}

/** Stores the two cards that a seat chose in secret for its row. After the last seat's choice, reveals all rows and
 * starts the first turn (rule R1). */
function chooseRow(table: Table, seat: Seat, cards: CardId[]): void {
  const { state } = table;
  state.chosenRows = replaced(state.chosenRows, seat, cards);
  tell(table, 'rowChosen', seat, { cards: cardsOf(cards) });
  if (state.chosenRows.includes(null)) return;
  state.rows = state.chosenRows.map((row) => row ?? []);
  for (const [owner, row] of state.rows.entries()) for (const card of row) takeFromHand(state, owner, card);
  state.chosenRows = [];
  tell(table, 'rowsRevealed', null, { rows: state.rows.map(cardsOf) });
  table.automaticMove = 'startTurn';
}
