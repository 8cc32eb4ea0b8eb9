import type { Seat } from '../kernel/ruleset.ts';
import { type CardId, cardOf, deckOf } from './cards.ts';
import { eligible, MOST_TAKEN_BACK } from './die.ts';
import { actors, legalActions } from './legality.ts';
import { isOver } from './outcome.ts';
import {
  allEyes,
  battlersOf,
  dieOf,
  eyesOf,
  handCounts,
  handOf,
  numberOf,
  otherBattler,
  type Phase,
  placeOf,
  type State,
  seatCount,
  topCardOf,
} from './state.ts';
import { canTopCardSet, largestNumber } from './turn.ts';

export function invariants(state: State): string[] {
  return [
    ...cardFaults(state),
    ...turnFaults(state),
    ...battleFaults(state),
    ...diceFaults(state),
    ...takeBackFaults(state),
    ...discardFaults(state),
    ...theftFaults(state),
    ...knowledgeFaults(state),
  ];
}

/** Reports missing and duplicate cards: hands (which include the dice) and piles must form the whole deck. */
function cardFaults({ options, hands, drawPile, discardPile, piles }: State): string[] {
  const deck = deckOf(options);
  const cards = [...hands.flat(), ...drawPile, ...discardPile, ...piles.flat()];
  const isWhole = cards.length === deck.length && deck.every((card) => cards.includes(card));
  const faults = isWhole ? [] : [`the cards are not the deck: ${cards.join(' ')}`];
  if (!options.victoryDice && piles.flat().length > 0) faults.push('there is a pile without Victory Dice');
  return faults;
}

function turnFaults(state: State): string[] {
  const faults: string[] = [];
  const { phase, active, battle } = state;
  if (phase === 'over' && !isOver(state)) faults.push(`the game is over too early, after battle ${battle}`);
  if (phase === 'opponent' && isOver({ ...state, battle: battle - 1 })) faults.push('the game goes on too long');
  if (phase === 'opponent' && handOf(state, active).length === 0) faults.push(`seat ${active} has a turn and no cards`);
  for (const seat of actors(state)) {
    if (legalActions(state, seat).length === 0) faults.push(`seat ${seat} is asked and has no choice`);
  }
  return faults;
}

/** Opponent, number and challenge are chosen in this order. In each phase, this many of them have been chosen. */
const SETTLED: Record<Phase, number> = { opponent: 0, number: 1, die: 2, challenge: 2, tie: 3, steal: 3, over: 0 };

function battleFaults(state: State): string[] {
  const { phase, active, opponent, number, challenge, topCardUsed } = state;
  const faults: string[] = [];
  const settled = [opponent, number, challenge].map((choice) => choice !== null);
  if (settled.some((is, step) => is !== step < SETTLED[phase])) {
    faults.push(`in phase ${phase} the opponent is ${opponent}, the number ${number}, the challenge ${challenge}`);
  }
  if (opponent === active) faults.push(`seat ${active} fights itself`);
  if (topCardUsed && (opponent === null || (challenge === null && topCardOf(state, active) === undefined))) {
    faults.push('a top card is at stake that is not there');
  }
  if (topCardUsed && challenge === null) {
    const largest = largestNumber(handCounts(state), active, opponent as Seat);
    if (!canTopCardSet(state.options, largest)) faults.push('a top card is at stake for a number that is forced');
  }
  const isChosen = phase === 'die' || phase === 'challenge';
  if (isChosen && numberOf(state) > largestNumber(handCounts(state), active, otherBattler(state, active))) {
    faults.push(`the number ${number} is too large`);
  }
  return faults;
}

function diceFaults(state: State): string[] {
  return state.dice.flatMap((die, seat) => {
    const isBattling = state.number !== null && battlersOf(state).includes(seat);
    if (!isBattling) return die.length === 0 ? [] : [`seat ${seat} has a die outside of a battle`];
    const isHeld = die.every((card, i) => handOf(state, seat).includes(card) && die.indexOf(card) === i);
    const faults = isHeld ? dieFaults(state, seat) : [`seat ${seat} does not hold its die ${die.join(' ')}`];
    const isOld = die.every((card) => !state.newcomers.includes(card));
    return isOld ? faults : [...faults, `the die of seat ${seat} has a card that came later`];
  });
}

function dieFaults(state: State, seat: Seat): string[] {
  const die = dieOf(state, seat);
  const number = numberOf(state);
  const faults: string[] = [];
  const isPartial = state.phase === 'die' || state.phase === 'steal';
  if (isPartial ? die.length > number : die.length !== number) {
    faults.push(`in phase ${state.phase} the die of seat ${seat} has ${die.length} of ${number} cards`);
  }
  if (state.phase === 'steal') return faults;
  const choices = eligible(handOf(state, seat), number);
  if (!die.every((card) => choices.includes(card))) faults.push(`the die of seat ${seat} is a forbidden Wacky card`);
  const shown = state.lastBattle?.rolls.find((roll) => roll.seat === seat);
  if (state.phase === 'tie' && !die.some((card) => card === shown?.card)) {
    faults.push(`the die of seat ${seat} lacks the card that it showed`);
  }
  return faults;
}

/** Reports seats that took cards back outside the phase in which dice are made, or too often (rule R16). */
function takeBackFaults(state: State): string[] {
  return state.takenBack.flatMap((count, seat) => {
    const isMaking = state.phase === 'die' && numberOf(state) > 1 && battlersOf(state).includes(seat);
    const most = isMaking ? MOST_TAKEN_BACK : 0;
    return count > most ? [`in phase ${state.phase} seat ${seat} took ${count} cards back`] : [];
  });
}

function discardFaults(state: State): string[] {
  const chosen = state.discards.flatMap((card, seat) => (card === null ? [] : [{ card, seat }]));
  if (chosen.length === 0) return [];
  const faults: string[] = [];
  if (state.phase !== 'tie' || state.lastBattle?.tie !== true) faults.push('a discard is chosen without a tie');
  if (chosen.length > 1) faults.push('both discards are chosen and not made');
  for (const { card, seat } of chosen) {
    if (!battlersOf(state).includes(seat)) faults.push(`seat ${seat} discards outside of its battle`);
    if (!handOf(state, seat).includes(card)) faults.push(`seat ${seat} discards ${card}, which it does not hold`);
  }
  return faults;
}

function theftFaults(state: State): string[] {
  const { phase, thieves, newcomers, lastBattle } = state;
  const faults: string[] = [];
  if ((phase === 'steal') !== thieves.length > 0) faults.push(`in phase ${phase}, ${thieves.length} are to steal`);
  const owners = lastBattle?.rolls.filter(({ card }) => cardOf(card).power === 'steal').map(({ seat }) => seat) ?? [];
  for (const thief of thieves) {
    if (!owners.includes(thief)) faults.push(`seat ${thief} steals without having shown a steal card`);
  }
  if (state.robbed !== null && (phase !== 'steal' || dieOf(state, state.robbed).length > 0)) {
    faults.push(`in phase ${phase} the robbed seat ${state.robbed} has a die`);
  }
  const held = battlersOf(state).flatMap((seat) => handOf(state, seat));
  if (!newcomers.every((card) => held.includes(card))) faults.push('a card that came in this battle is in no hand');
  return faults;
}

function knowledgeFaults(state: State): string[] {
  const seats = seatCount(state);
  const open = [...state.discardPile, ...state.piles.flat()];
  const isKnown = (cards: readonly CardId[], eyes: number) =>
    state.mixes.every((mix) => cards.every((card) => ((mix[placeOf(card)] as number) & eyes) === eyes));
  const faults = isKnown(open, allEyes(seats)) ? [] : ['a face-up card is unknown to a player'];
  const forgetful = [...state.hands.entries()].filter(([seat, hand]) => !isKnown(hand, eyesOf(seat, seats)));
  return [...faults, ...forgetful.map(([seat]) => `seat ${seat} does not know its own hand`)];
}
