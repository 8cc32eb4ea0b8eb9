import type { Term } from '../kernel/ruleset.ts';
import type { CurseAbility, PotionAbility } from './abilities/ability.ts';
import { CURSE_ABILITIES, POTION_ABILITIES } from './abilities/by-name.ts';
import { cardName } from './names.ts';

const WORDS: readonly Term[] = [
  {
    term: 'room',
    text: 'A place of the level with one card, numbered from 0 row by row, face down until it is revealed.',
  },
  { term: 'level', text: 'The rooms that are dealt together.' },
  { term: 'tier', text: 'How strong enemies are, 1 to 4: it rises as more of the twelve are defeated.' },
  { term: 'HP', text: 'Hit points. At 0 an enemy is defeated, and the player falls who has no way to stand up again.' },
  {
    term: 'ATK',
    text: 'Attack points: what a hit takes off the HP of the other side, and one more die of every poker hand. Swords add to it.',
  },
  { term: 'potion', text: 'A red or a blue card with an ability, kept in the hand until it is used.' },
  { term: 'curse', text: 'A card that helps the enemy in the next combat, or the player when it is lucky.' },
  { term: 'revival pill', text: 'Made of a blue and a red potion and money: it revives the player once.' },
  { term: 'run', text: 'The whole game, from the first level to the last enemy.' },
];

/** What this game calls its pieces and what happens with them; a card with an ability by its full name, `red potion 7 (Stun)`. */
export const GLOSSARY: readonly Term[] = [
  ...WORDS,
  ...[...POTION_ABILITIES, ...CURSE_ABILITIES].map((ability) => ({
    term: cardName(ability.card),
    text: textOf(ability),
  })),
];

function textOf(ability: PotionAbility | CurseAbility): string {
  const { words, printed } = ability;
  return printed === undefined ? words : `${words}; by the printed rules: ${printed}`;
}
