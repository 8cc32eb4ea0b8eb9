import { type Odds, share } from '../kernel/odds.ts';
import type { Seat } from '../kernel/ruleset.ts';
import type { Action } from './actions.ts';
import { numberOn } from './cards.ts';
import { type Die, SIDES } from './dice.ts';
import { faceUp, pendingOf, type State } from './state.ts';

/** Returns the probability that the die beats the number on the card. An equal roll does not win (rules R2, R11). */
export function odds(state: State, _seat: Seat, action: Action): Odds | null {
  switch (action.type) {
    case 'rollDie':
      return against(state, action.die);
    case 'challenge': {
      const [failed] = pendingOf(state).rolls;
      return failed === undefined ? null : against(state, failed.die);
    }
    default:
      return null;
  }
}

function against(state: State, die: Die): Odds {
  const sides = SIDES[die];
  return { chance: share(Math.max(0, sides - numberOn(faceUp(state))), sides) };
}
