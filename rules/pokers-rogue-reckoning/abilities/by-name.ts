import type { Card } from '../cards.ts';
import type { CurseAbility, PotionAbility } from './ability.ts';
import * as blue from './blue.ts';
import * as curses from './curses.ts';
import * as red from './red.ts';

/** The abilities of potions, blue and red, from the lowest rank up. */
export const POTION_ABILITIES: readonly PotionAbility[] = [
  blue.OVERCHARGE,
  blue.EVADE,
  blue.TRADEOFF,
  blue.SCOUT,
  blue.NULLIFY,
  blue.MIRACLE,
  blue.FORTUNE,
  blue.FOCUS,
  blue.RECOVER,
  red.ROAR,
  red.ELEVATE,
  red.STRATEGY,
  red.PRISM,
  red.CLEANSE,
  red.STUN,
  red.ALCHEMY,
  red.SHIELD,
  red.TIME_TRAVEL,
];

/** The abilities of curses from the lowest rank up. */
export const CURSE_ABILITIES: readonly CurseAbility[] = [
  curses.RECHARGE,
  curses.POISON,
  curses.EVADE,
  curses.FOCUS,
  curses.MISPLACE,
  curses.COIN_ROT,
  curses.BLIGHT,
  curses.TERRORIZE,
  curses.NULLIFY,
];

const OF_POTIONS: Partial<Record<Card, PotionAbility>> = Object.fromEntries(
  POTION_ABILITIES.map((ability) => [ability.card, ability]),
);
const OF_CURSES: Partial<Record<Card, CurseAbility>> = Object.fromEntries(
  CURSE_ABILITIES.map((ability) => [ability.card, ability]),
);

/** The ability of a blue or red potion; undefined for any other card. */
export function potionAbility(card: Card): PotionAbility | undefined {
  return OF_POTIONS[card];
}

/** The ability of a curse; undefined for any other card. */
export function curseAbility(card: Card): CurseAbility | undefined {
  return OF_CURSES[card];
}

/** The ability of any card; undefined for cards that have none. */
export function abilityOf(card: Card): PotionAbility | CurseAbility | undefined {
  return OF_POTIONS[card] ?? OF_CURSES[card];
}
