import { type Static, Type } from '@sinclair/typebox';
import type { Preset } from '../kernel/introduction.ts';
import { Printed, schemaFamily, Words } from '../kernel/schema.ts';

// The win rates are from `npm run simulate -- --ruleset pokers-rogue-reckoning --presets --games 2000 --seed presets`.
export const PRESETS: readonly Preset[] = [
  {
    id: 'recommended-start',
    name: 'The recommended start',
    text: 'The start that the published rules recommend. Most runs are lost.',
    options: {},
    isRecommended: false,
    winRates: { plain: 0.0115, skilled: 0.103 },
  },
  {
    id: 'fair-fight',
    name: 'A fair fight',
    text: 'You begin with 18 HP, and giving up 1 ATK brings all of them back. The final boss is harder, with 7 dice of HP.',
    options: { startHp: 18, trade: 'allDice', finalBossDice: 7 },
    isRecommended: true,
    winRates: { plain: 0.2005, skilled: 0.412 },
  },
  {
    id: 'easy-stroll',
    name: 'An easy stroll',
    text: 'You begin with 18 HP and 3 ATK, and giving up 1 ATK brings back all HP.',
    options: { startHp: 18, startAtk: 3, trade: 'allDice' },
    isRecommended: false,
    winRates: { plain: 0.5755, skilled: 0.776 },
  },
];

const { object } = schemaFamily('PokersRogueReckoning');

function Switch(initial: boolean, description: string) {
  return Type.Boolean({ default: initial, description });
}

function Count(minimum: number, maximum: number, initial: number, description: string) {
  return Type.Integer({ minimum, maximum, default: initial, description });
}

export const OptionsSchema = object(
  'Options',
  {
    combat: Words(['poker', 'max'], {
      default: 'poker',
      description:
        'How a roll is decided. poker: the better hand of dice hits. max: the higher total of dice and ATK hits.',
    }),
    grid: Words(['2x2', '3x3'], {
      default: '2x2',
      description: 'How many rooms a level has, each with a card: four or nine.',
    }),
    reshuffle: Switch(false, 'After every level the discard pile goes back into the deck, which is shuffled.'),
    shuffle: Words(['random', 'sparse'], {
      default: 'random',
      description:
        'How the deck lies at the start. random: shuffled. sparse: enemies lie apart, four other cards before each, until something is shuffled into the deck.',
    }),
    startAtk: Count(
      1,
      3,
      2,
      'The ATK (attack points) that the player starts with: as many hit points does a hit take. In poker combat it is one more die.',
    ),
    startHp: Type.Integer({
      minimum: 6,
      maximum: 18,
      multipleOf: 6,
      default: 12,
      description: 'The hit points that the player starts with: 6, 12 or 18.',
    }),
    trade: Words(['lastDie', 'allDice'], {
      default: 'lastDie',
      description:
        'How many hit points (HP) the player stands up with who gives up 1 ATK at 0 HP. lastDie: 6. allDice: as many as possible.',
    }),
    enemyAtk: Count(
      1,
      3,
      1,
      'The ATK (attack points) of the first three enemies, which are tier 1. After every third enemy defeated, those that follow have 1 more. With printed it counts in tier 1 only.',
    ),
    finalBossDice: Count(
      5,
      8,
      5,
      'How many dice of 6 HP the final boss has, the enemy that is met when eleven are defeated.',
    ),
    swordsHeartsReturn: Switch(
      false,
      'Swords (1 ATK) and hearts (6 HP) are shuffled back into the deck once they have worked, instead of leaving the run.',
    ),
    restHeals: Switch(true, 'The player rests after every level, which heals 2 HP.'),
    healAtOnce: Switch(false, 'Red potions heal when they are taken, also at full HP, and are never kept.'),
    buffsAtOnce: Switch(
      false,
      'All blue potions in hand are applied when a combat begins, without asking: each adds 1 ATK in it.',
    ),
    counterAttack: Switch(
      true,
      'After a tie the player may roll the white dice again (max combat only). Without it, ties are rolled again by both.',
    ),
    moneyReturns: Switch(false, 'Money cards are shuffled back into the deck instead of being discarded.'),
    potionsReturn: Switch(false, 'Potions and curses are shuffled back into the deck instead of being discarded.'),
    abilities: Switch(
      true,
      'Potions and curses have the abilities that their ranks name. Without, red potions heal, and blue ones and curses count 1 ATK.',
    ),
    bribe: Switch(
      false,
      'The player may pay to flee from a combat: 10, 15 or 20 money in tiers 1, 2 and 3; in tier 4 not at all.',
    ),
    revivalPill: Switch(
      false,
      'Once in a run the player may make a pill of a blue and a red potion and 10 money, which revives at 0 HP.',
    ),
    printed: Printed(
      'Plays the published rules to the letter. The ATK of the player has no upper bound, a chosen ATK of enemies counts in tier 1 only, ' +
        'the twelfth enemy card drawn is the final boss, and lucky curses act before the player prepares. Blue potions, applied ones ' +
        'too, remove curses at any time in combat. Outside combat a red potion is drunk ' +
        'right after it was taken or not at all. Overcharge gives 3 ATK, Focus also wins when both totals are as high as they can be, ' +
        'Scout has to swap its cards, Miracle keeps a red potion after any use, Cleanse heals 5, and Shield works in max combat only.',
    ),
  },
  "Options of Poker's Rogue Reckoning.",
);
export type Options = Static<typeof OptionsSchema>;

export function isPrinted({ printed }: Options): boolean {
  return printed === true;
}

export function roomsOf({ grid }: Options): number {
  return grid === '2x2' ? 4 : 9;
}

export function checkOptions(options: Options): string | null {
  if (options.combat === 'poker' && !options.counterAttack) {
    return 'counterAttack has no effect in poker combat: leave it out, or choose combat "max".';
  }
  if (options.healAtOnce && options.revivalPill) {
    return 'revivalPill needs a red potion in hand, and with healAtOnce there is never one: choose one of the two.';
  }
  return null;
}
