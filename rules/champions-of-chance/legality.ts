import type { Seat } from '../kernel/ruleset.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import {
  type Action,
  CHOOSE_CHALLENGE,
  CHOOSE_DIE,
  CHOOSE_NUMBER,
  chooseOpponent,
  DISCARD_CARD,
  STEAL_CARD,
  UNCHOOSE_DIE,
} from './actions.ts';
import { stealableBy } from './battle.ts';
import { choicesFor, isDieOpen, takeBacksLeft } from './die.ts';
import { battlersOf, dieOf, handCounts, handOf, type State, seatCount, topCardOf } from './state.ts';
import { canTopCardSet, largestNumber } from './turn.ts';

export function actors(state: State): Seat[] {
  switch (state.phase) {
    case 'opponent':
    case 'challenge':
      return [state.active];
    case 'number':
      return battlersOf(state).slice(1);
    case 'die':
      return battlersOf(state).filter((seat) => isDieOpen(state, seat));
    case 'tie':
      return battlersOf(state).filter((seat) => state.discards[seat] === null);
    case 'steal':
      return state.thieves.slice(0, 1);
    case 'over':
      return [];
    default:
      return state.phase satisfies never;
  }
}

export function legalActions(state: State, seat: Seat): Action[] {
  if (!actors(state).includes(seat)) return [];
  switch (state.phase) {
    case 'opponent':
      return opponentsFor(state, seat);
    case 'number':
      return CHOOSE_NUMBER.slice(0, largestNumber(handCounts(state), state.active, seat) - 1); // rule R2 of rules.md
    case 'die':
      return [...choicesFor(state, seat).map((card) => CHOOSE_DIE[card] as Action), ...takeBacks(state, seat)];
    case 'challenge':
      return [...CHOOSE_CHALLENGE];
    case 'tie':
      return handOf(state, seat).map((card) => DISCARD_CARD[card] as Action); // rule R6 of rules.md
    case 'steal':
      return stealableBy(state, seat).map((card) => STEAL_CARD[card] as Action); // rule R9 of rules.md
    case 'over':
      return [];
    default:
      return state.phase satisfies never;
  }
}

// Follows rule R16 of rules.md.
function takeBacks(state: State, seat: Seat): Action[] {
  if (takeBacksLeft(state, seat) === 0) return [];
  return dieOf(state, seat).map((card) => UNCHOOSE_DIE[card] as Action);
}

/** Lists the other seats with cards, clockwise. With Victory Dice, if the active player's top card can set the number,
 * lists each of these seats a second time, with the use of the top card (rule R8). */
function opponentsFor(state: State, active: Seat): Action[] {
  const others = clockwiseFrom(active + 1, seatCount(state)).filter(
    (seat) => seat !== active && handOf(state, seat).length > 0,
  );
  if (!state.options.victoryDice) return others.map((seat) => chooseOpponent(seat));
  const hasTopCard = topCardOf(state, active) !== undefined;
  return others.flatMap((seat) => {
    const canSet = hasTopCard && canTopCardSet(state.options, largestNumber(handCounts(state), active, seat));
    return [false, ...(canSet ? [true] : [])].map((useTopCard) => chooseOpponent(seat, useTopCard));
  });
}
