import type { Chance, Seat, Step } from '../kernel/ruleset.ts';
import { shuffle } from '../kernel/tabletop/cards.ts';
import { replaced, stepOf, tableOf, tell } from '../kernel/tabletop/step.ts';
import type { Action } from './actions.ts';
import { chooseChallenge, discard, draw, startThefts, stealCard } from './battle.ts';
import { type CardId, cardOf, cardsOf, deckOf } from './cards.ts';
import { chooseDie, unchooseDie } from './die.ts';
import type { Event, Table } from './events.ts';
import type { Options } from './options.ts';
import { battlersOf, mixUp, type State, seeAlone } from './state.ts';
import { chooseNumber, chooseOpponent, startTurn } from './turn.ts';

// Follows rule R1 of rules.md.
const HAND_SIZE = 6;

// Follows rule R1 of rules.md.
export function setup(options: Options, seats: number, chance: Chance): Step<State, Event> {
  const deck = shuffle(chance, deckOf(options));
  const hands = Array.from({ length: seats }, (_, seat) => deck.slice(HAND_SIZE * seat, HAND_SIZE * (seat + 1)));
  const table: Table = tableOf(dealt(options, hands, deck.slice(HAND_SIZE * seats)), chance);
  const { state } = table;
  mixUp(state, deck, []);
  hands.forEach((hand, seat) => {
    seeAlone(state, seat, hand);
    tell(table, 'handDealt', seat, { count: hand.length, cards: cardsOf(hand) });
  });
  startTurn(table, chance.int(seats));
  return stepOf(table);
}

function dealt(options: Options, hands: CardId[][], drawPile: CardId[]): State {
  return {
    options,
    phase: 'opponent',
    battle: 1,
    active: 0,
    opponent: null,
    topCardUsed: false,
    number: null,
    challenge: null,
    hands,
    dice: hands.map(() => []),
    takenBack: hands.map(() => 0),
    discards: hands.map(() => null),
    thieves: [],
    robbed: null,
    newcomers: [],
    lastBattle: null,
    discarded: [],
    drawPile,
    discardPile: [],
    piles: hands.map(() => []),
    mixes: [],
  };
}

export function apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table: Table = tableOf({ ...state }, chance);
  carryOut(table, seat, action);
  return stepOf(table);
}

function carryOut(table: Table, seat: Seat, action: Action): void {
  switch (action.type) {
    case 'chooseOpponent':
      chooseOpponent(table, action);
      break;
    case 'chooseNumber':
      chooseNumber(table, seat, action.number);
      break;
    case 'chooseDie':
      chooseDie(table, seat, action.card);
      break;
    case 'unchooseDie':
      unchooseDie(table, seat, action.card);
      break;
    case 'chooseChallenge':
      chooseChallenge(table, seat, action.challenge);
      break;
    case 'discardCard':
      discardCard(table, seat, action.card);
      break;
    case 'stealCard':
      stealCard(table, seat, action.card);
      break;
    default:
      action satisfies never;
  }
}

/** After a tie, stores the card that a battler discards in secret. The second choice reveals both (rules R6, R12). */
function discardCard(table: Table, seat: Seat, card: CardId): void {
  const { state } = table;
  state.discards = replaced(state.discards, seat, card);
  tell(table, 'discardChosen', seat, { card: cardOf(card) });
  const battlers = battlersOf(state);
  const chosen = battlers.flatMap((battler) => state.discards[battler] ?? []);
  if (chosen.length < battlers.length) return;
  state.discards = state.discards.map(() => null);
  battlers.forEach((battler, i) => {
    discard(table, battler, chosen[i] as CardId, 'tie');
  });
  for (const battler of battlers) draw(table, battler);
  startThefts(table);
}
