import { type Static, Type } from '@sinclair/typebox';
import { schemaFamily, Words } from '../../kernel/schema.ts';

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
      description: 'poker: the better hand of dice hits. max: the higher total of dice and ATK hits.',
    }),
    grid: Words(['2x2', '3x3'], { default: '2x2', description: 'How many rooms a level has: four or nine.' }),
    reshuffle: Switch(false, 'The discard pile goes back into the deck after every level.'),
    shuffle: Words(['random', 'sparse'], {
      default: 'random',
      description: 'random: one shuffle. sparse: at first every fifth card is an enemy.',
    }),
    startAtk: Count(1, 3, 2, 'The ATK that the player starts with.'),
    startHp: Type.Integer({
      minimum: 6,
      maximum: 18,
      multipleOf: 6,
      default: 12,
      description: 'The hit points that the player starts with: 6, 12 or 18.',
    }),
    trade: Words(['lastDie', 'allDice'], {
      default: 'lastDie',
      description: 'What giving up 1 ATK at 0 HP brings. lastDie: 6 HP. allDice: full HP.',
    }),
    enemyAtk: Count(1, 3, 1, 'The ATK of enemies of tier 1; every further tier adds 1.'),
    finalBossDice: Count(5, 8, 5, 'How many dice of 6 HP the final boss has.'),
    swordsHeartsReturn: Switch(false, 'Swords and hearts are shuffled back into the deck instead of being set aside.'),
    restHeals: Switch(true, 'The rest after a level heals 2 HP.'),
    healAtOnce: Switch(false, 'Red potions heal when they are taken and are never kept.'),
    buffsAtOnce: Switch(false, 'Blue potions are all applied in the next combat without asking.'),
    counterAttack: Switch(true, 'max combat only: a tie may be answered with a counter-attack.'),
    moneyReturns: Switch(false, 'Money is shuffled back into the deck instead of being discarded.'),
    potionsReturn: Switch(false, 'Potions and curses are shuffled back into the deck instead of being discarded.'),
    abilities: Switch(true, 'Potions and curses have their abilities. Without, they only heal and count +1.'),
    bribe: Switch(false, 'In combat, 10, 15 or 20 money buy the flight in tiers 1, 2 and 3.'),
    revivalPill: Switch(false, 'Once in a run, a pill may be made that revives the player.'),
  },
  "Options of Poker's Rogue Reckoning.",
);
export type Options = Static<typeof OptionsSchema>;

/** Refuses options that do not go together, or that were chosen on purpose and would have no effect. */
export function checkOptions(options: Options): string | null {
  if (options.combat === 'poker' && !options.counterAttack) {
    return 'counterAttack has no effect in poker combat: leave it out, or choose combat "max".';
  }
  if (options.healAtOnce && options.revivalPill) {
    return 'revivalPill needs a red potion in hand, and with healAtOnce there is never one: choose one of the two.';
  }
  return null;
}
