import type { Card } from './cards.ts';
import { isPrinted } from './options.ts';
import type { Side, State } from './state.ts';

// The effects of cards in play. An effect ends when its card leaves play. `abilities/` says which card causes which.

export const EFFECTS = [
  'blight',
  'enemyTerrorize',
  'playerTerrorize',
  'enemyEvade',
  'enemyFocus',
  'playerFocus',
  'enemyNullify',
  'playerNullify',
  'overcharge',
  'roar',
  'elevate',
  'stun',
  'shield',
] as const;
export type Effect = (typeof EFFECTS)[number];

const OVERCHARGE: Card = '2S';
const BLUE_NULLIFY: Card = '6S';
const BLUE_FOCUS: Card = '9S';
const ENEMY_EVADE: Card = '4C';
const FOCUS: Card = '5C';
const BLIGHT: Card = '8C';
const TERRORIZE: Card = '9C';
const NULLIFY: Card = '10C';

function cursed(state: State, curse: Card): boolean {
  return state.combat?.curses.includes(curse) === true && state.options.abilities;
}

function lucky(state: State, curse: Card): boolean {
  return state.luckyCurses.includes(curse) && state.combat !== null && state.options.abilities;
}

function applied(state: State, potion: Card): boolean {
  return state.combat?.buffs.includes(potion) === true && state.options.abilities;
}

export function isBlighted(state: State): boolean {
  return cursed(state, BLIGHT);
}

/** True while lasting effects on this side count: the enemy's during the whole combat; the player's once the fight
 * opens, or in the printed rules already during its preparation (rule R11). */
export function lastsFor({ combat, options }: State, side: Side): boolean {
  if (side === 'enemy') return combat !== null;
  return (
    combat?.stage === 'fighting' || combat?.stage === 'opening' || (combat?.stage === 'preparing' && isPrinted(options))
  );
}

export function isTerrorized(state: State, side: Side): boolean {
  return side === 'player' ? cursed(state, TERRORIZE) : lucky(state, TERRORIZE) && lastsFor(state, 'player');
}

export function isOvercharged(state: State): boolean {
  return applied(state, OVERCHARGE);
}

/** Returns true if the enemy flees when it has exactly 1 hit point left. */
export function enemyEvades(state: State): boolean {
  return cursed(state, ENEMY_EVADE) && !isTerrorized(state, 'enemy');
}

export function hasFocus(state: State, side: Side): boolean {
  return side === 'enemy' ? cursed(state, FOCUS) : applied(state, BLUE_FOCUS) || lucky(state, FOCUS);
}

/** Returns the side that wins ties, because it alone has the effect Focus; null: neither side (rule R20). */
export function winnerOfTies(state: State): Side | null {
  const player = hasFocus(state, 'player');
  if (player === hasFocus(state, 'enemy')) return null;
  return player ? 'player' : 'enemy';
}

/** Returns how many cards of the other side give no ATK, because this side has the effect Nullify (rule R20). */
export function nullifies(state: State, side: Side): number {
  if (side === 'enemy') return cursed(state, NULLIFY) ? 1 : 0;
  return (applied(state, BLUE_NULLIFY) ? 1 : 0) + (lucky(state, NULLIFY) ? 1 : 0);
}

/** In the printed rules, Overcharge adds this to the 1 ATK of its card. Nullify removes only the 1 (rule R29). */
const PRINTED_OVERCHARGE = 2;

/** Returns the attack strength (ATK) that cards add: 1 for each, 2 for Overcharge. Cards that the enemy nullifies are
 * left out, highest rank first (rules R14, R20). */
export function playerBonus(state: State): number {
  const cards = (state.combat?.buffs.length ?? 0) + state.luckyCurses.length;
  const counting = Math.max(0, cards - nullifies(state, 'enemy'));
  if (isPrinted(state.options)) return counting + (isOvercharged(state) ? PRINTED_OVERCHARGE : 0);
  // Overcharge has the lowest rank, so it is nullified last.
  return counting > 0 && isOvercharged(state) ? counting + 1 : counting;
}

// Follows rules R14, R20 of rules.md.
export function enemyBonus(state: State): number {
  return Math.max(0, (state.combat?.curses.length ?? 0) - nullifies(state, 'player'));
}
