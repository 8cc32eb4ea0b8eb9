import type { Term } from '../kernel/ruleset.ts';

/** What this game calls its pieces and what happens with them. */
export const GLOSSARY: readonly Term[] = [
  { term: 'chain', text: 'The cards of a turn, level by level: what they count is at risk until the chain is taken.' },
  { term: 'level', text: 'A place in the chain, 1 to 5. A card is won by a die that shows more than its number.' },
  { term: 'reaction', text: 'A Jack or Queen that is played on a roll, which then has to be rolled again.' },
  {
    term: 'challenge',
    text: 'To roll the same kind of die against the card on which another seat has failed, and so take over the chain.',
  },
  { term: 'critical', text: 'A 20 on a d20 or a 12 on a d12, which no card can undo.' },
  { term: 'full chain', text: 'All five levels, won in one turn.' },
  { term: 'round', text: 'One deck, played to its end and then counted.' },
];
