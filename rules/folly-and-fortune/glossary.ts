import type { Term } from '../kernel/ruleset.ts';

/** What this game calls its pieces and what happens with them. */
export const GLOSSARY: readonly Term[] = [
  {
    term: 'row',
    text: 'The cards that lie face up before a seat, left to right: what its rerolls pass, and what attacks remove.',
  },
  { term: 'hand', text: 'The cards that a seat holds. It is the die: a roll turns up one of them by lot.' },
  { term: 'roll', text: 'To turn up a random card of the hand.' },
  {
    term: 'reroll',
    text: 'To roll again: the rolled card returns to the hand, and the next card of the row is in force.',
  },
  { term: 'result', text: 'The number of the rolled card with all that powers make of it: the damage of the attack.' },
  { term: 'health', text: 'What a card of a row takes of an attack before it is removed.' },
  { term: 'power', text: 'What a card does when it is stopped on, passed or never reached in a turn.' },
  {
    term: 'shield',
    text: 'What the power of a Shield card does until the next turn of its seat. Most protect the row of the seat; some do it harm.',
  },
];
