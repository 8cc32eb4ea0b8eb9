import { EFFECTS, type Effect, lastsFor } from '../effects.ts';
import { type Combat, SIDES, type State } from '../state.ts';
import { CURSE_ABILITIES, POTION_ABILITIES } from './by-name.ts';

/** All effects that are in force or prepared, in a stable order. */
export function effectsOf(state: State): Effect[] {
  const { combat } = state;
  if (combat === null) return [];
  const inForce = new Set(preparedEffects(combat));
  if (combat.buffs.length + combat.curses.length + state.luckyCurses.length > 0) addLasting(state, inForce);
  return inForce.size === 0 ? [] : EFFECTS.filter((effect) => inForce.has(effect));
}

/** What was used and waits for its hit or its roll, or works on the present one. */
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
