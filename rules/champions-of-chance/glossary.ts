import type { Term } from '../kernel/ruleset.ts';

/** What this game calls its pieces and what happens with them. */
export const GLOSSARY: readonly Term[] = [
  { term: 'battle', text: 'A turn: the active seat fights one opponent, each with a die made of cards.' },
  {
    term: 'die',
    text: 'The cards of a hand that a battler rolls with; one of them is turned up by lot. All of them stay in the hand until then.',
  },
  {
    term: 'number',
    text: 'How many cards make a die in this battle, for both battlers; also what is printed on a card.',
  },
  { term: 'challenge', text: 'Whether the highest or the lowest of the two numbers wins the battle.' },
  { term: 'power', text: 'What a wacky card does besides its number: invert, beggar, tiebreak, numberless or steal.' },
  { term: 'icon', text: 'A small die on a card. With Victory Dice the icons on a pile count.' },
  { term: 'pile', text: 'With Victory Dice: the cards that a seat has won, face up, the last one on top.' },
  {
    term: 'top card',
    text: 'The last card of a pile. It can set the number of a battle, and is lost when that battle is lost.',
  },
];
