import type { Chance, Seat } from '../kernel/ruleset.ts';
import { replaced, tell } from '../kernel/tabletop/step.ts';
import { type CardId, cardOf, cardsOf, isWacky } from './cards.ts';
import { type Table, without } from './events.ts';
import { battlersOf, dieOf, handOf, numberOf, type State } from './state.ts';

/** Returns the cards of a hand that a die of `number` cards may contain (rule R10). */
export function eligible(hand: CardId[], number: number): CardId[] {
  if (number > 1) return hand;
  const plain = hand.filter((card) => !isWacky(card));
  return plain.length === 0 ? hand : plain;
}

/** A player may take cards back from a die at most this often in a battle (rule R16). */
export const MOST_TAKEN_BACK = 10;

// Follows rule R16 of rules.md.
export function takeBacksLeft(state: State, seat: Seat): number {
  return MOST_TAKEN_BACK - (state.takenBack[seat] as number);
}

export function choicesFor(state: State, seat: Seat): CardId[] {
  const die = dieOf(state, seat);
  return eligible(handOf(state, seat), numberOf(state)).filter((card) => !die.includes(card));
}

export function isDieOpen(state: State, seat: Seat): boolean {
  return dieOf(state, seat).length < numberOf(state);
}

export function drawnFrom(cards: readonly CardId[], count: number, chance: Chance): CardId[] {
  const left = [...cards];
  const drawn: CardId[] = [];
  for (let i = 0; i < count; i++) drawn.push(...left.splice(chance.int(left.length), 1));
  return drawn;
}

/** Asks both battlers to choose the cards that form their dice, or draws these cards at random (rule R3). */
export function makeDice(table: Table): void {
  const { state } = table;
  if (state.options.dieSelection === 'choose') {
    state.phase = 'die';
    return;
  }
  for (const seat of battlersOf(state)) {
    const cards = eligible(handOf(state, seat), numberOf(state));
    state.dice = replaced(state.dice, seat, drawnFrom(cards, numberOf(state), table.chance));
  }
  askForChallenge(table);
}

export function chooseDie(table: Table, seat: Seat, card: CardId): void {
  const { state } = table;
  state.dice = replaced(state.dice, seat, [...dieOf(state, seat), card]);
  tell(table, 'dieCardChosen', seat, { card: cardOf(card) });
  if (!battlersOf(state).some((battler) => isDieOpen(state, battler))) askForChallenge(table);
}

// Follows rule R16 of rules.md.
export function unchooseDie(table: Table, seat: Seat, card: CardId): void {
  const { state } = table;
  state.dice = replaced(state.dice, seat, without(dieOf(state, seat), card));
  state.takenBack = replaced(state.takenBack, seat, (state.takenBack[seat] as number) + 1);
  tell(table, 'dieCardTakenBack', seat, { card: cardOf(card) });
}

function askForChallenge(table: Table): void {
  const { state } = table;
  for (const seat of battlersOf(state)) state.takenBack = replaced(state.takenBack, seat, 0);
  const isBlind = state.options.dieSelection === 'blind';
  for (const seat of battlersOf(state)) {
    const cards = isBlind ? null : cardsOf(dieOf(state, seat));
    tell(table, 'dieMade', seat, { number: numberOf(state), cards });
  }
  state.phase = 'challenge';
}
