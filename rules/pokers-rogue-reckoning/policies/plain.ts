import type { Chance } from '../../kernel/chance.ts';
import type { Action } from '../actions.ts';
import { kindOf } from '../cards.ts';
import type { View } from '../view.ts';
import { all, anyRoom, first } from './listed.ts';

/**
 * Plays straight on: reveals rooms in any order, takes money as money, drinks as soon as a potion heals, applies every
 * blue potion in the next combat, buys at the end of a level what the money allows, in room order, red potions only
 * when hurt, always counter-attacks, gives up ATK whenever that saves the run, and uses neither abilities nor flight.
 */
export function plain(view: View, legal: readonly Action[], chance: Chance): Action {
  return first(legal, 'drink') ?? inPhase(view, legal, chance) ?? (legal[0] as Action);
}

function inPhase(view: View, legal: readonly Action[], chance: Chance): Action | undefined {
  switch (view.phase) {
    case 'explore':
      return anyRoom(legal, chance) ?? purchase(view, legal) ?? first(legal, 'leaveLevel');
    case 'scout':
      return first(legal, 'scoutDone');
    case 'ready':
      return all(legal, 'applyBuff').find(({ card }) => kindOf(card) === 'blue') ?? first(legal, 'roll');
    default:
      return undefined; // taking money, accepting, counter-attacking and giving up ATK are listed first
  }
}

function purchase(view: View, legal: readonly Action[]): Action | undefined {
  return all(legal, 'buy').find(({ room }) => {
    const card = view.rooms[room]?.card ?? null;
    return card !== null && (kindOf(card) === 'blue' || view.hp < view.maxHp);
  });
}
