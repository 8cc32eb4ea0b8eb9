import type { Term } from '../kernel/ruleset.ts';

/** What this game calls its pieces and what happens with them. */
export const GLOSSARY: readonly Term[] = [
  {
    term: 'field',
    text: 'A place for one number, named by its row and its place in it, both from 0: `6.3`. A `+` names a bonus field.',
  },
  {
    term: 'entry',
    text: 'A number of the triangle: one field, or a field and its bonus field together. All but those on the edges are the sum of the two above.',
  },
  {
    term: 'pencil',
    text: 'What was written with the roll that lies on the table: it can be erased until all six dice are used.',
  },
  { term: 'dot', text: 'The price of rolling dice again. A board has space for a few.' },
  { term: 'cross', text: 'The price of discarding a roll. A board has space for a few.' },
  { term: 'board', text: 'The triangle that is being filled. A cancelled one is replaced by an empty one.' },
  { term: 'dead entry', text: 'An entry that can no longer be met, so that the board cannot be completed.' },
];
