import type { Card } from '../cards.ts';
import { EFFECTS, type Effect, lastsFor } from '../effects.ts';
import { type Combat, SIDES, type State } from '../state.ts';
import type { CurseAbility, PotionAbility } from './ability.ts';
import * as blue from './blue.ts';
import * as curses from './curses.ts';
import * as red from './red.ts';

/** The abilities of blue, then red potions, by ascending rank. */
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

export function potionAbility(card: Card): PotionAbility | undefined {
  return OF_POTIONS[card];
}

export function curseAbility(card: Card): CurseAbility | undefined {
  return OF_CURSES[card];
}

export function abilityOf(card: Card): PotionAbility | CurseAbility | undefined {
  return OF_POTIONS[card] ?? OF_CURSES[card];
}

/** Returns all effects that act now or are prepared for the next roll, always in the same order. */
export function effectsOf(state: State): Effect[] {
  const { combat } = state;
  if (combat === null) return [];
  const inForce = new Set(preparedEffects(combat));
  if (combat.buffs.length + combat.curses.length + state.luckyCurses.length > 0) addLasting(state, inForce);
  return inForce.size === 0 ? [] : EFFECTS.filter((effect) => inForce.has(effect));
}

function preparedEffects({ roar, elevate, stun, shield }: Combat): Effect[] {
  const prepared: Effect[] = [];
  if (roar > 0) prepared.push('roar');
  if (elevate > 0) prepared.push('elevate');
  if (stun > 0) prepared.push('stun');
  if (shield > 0) prepared.push('shield');
  return prepared;
}

function addLasting(state: State, inForce: Set<Effect>): void {
  const sides = SIDES.filter((side) => lastsFor(state, side));
  for (const { lasting } of CURSE_ABILITIES) {
    for (const side of sides) {
      const effect = lasting?.effects[side];
      if (effect !== undefined && lasting?.holds(state, side) === true) inForce.add(effect);
    }
  }
  if (!sides.includes('player')) return;
  for (const ability of POTION_ABILITIES) {
    if (ability.cost === 'applied' && ability.lasting?.holds(state) === true) inForce.add(ability.lasting.effect);
  }
}
