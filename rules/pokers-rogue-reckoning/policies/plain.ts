import type { Chance } from '../../kernel/chance.ts';
import type { Action, ActionOf } from '../actions.ts';
import { type Card, kindOf } from '../cards.ts';
import type { View } from '../view.ts';

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

/** The listed actions of one type. */
export function all<T extends Action['type']>(legal: readonly Action[], type: T): ActionOf<T>[] {
  return legal.filter((action): action is ActionOf<T> => action.type === type);
}

/** The first listed action of a type. */
export function first<T extends Action['type']>(legal: readonly Action[], type: T): ActionOf<T> | undefined {
  return legal.find((action): action is ActionOf<T> => action.type === type);
}

/** The use of the ability of this card, on its first target where it has several. */
export function ability(legal: readonly Action[], card: Card): ActionOf<'useAbility'> | undefined {
  return all(legal, 'useAbility').find((action) => action.card === card);
}

/** Any of the rooms that can be revealed. */
export function anyRoom(legal: readonly Action[], chance: Chance): Action | undefined {
  const rooms = all(legal, 'reveal');
  return rooms.length === 0 ? undefined : rooms[chance.int(rooms.length)];
}

/** The item that counts least by some measure. */
export function least<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  let best = items[0];
  for (const item of items) if (measure(item) < measure(best as T)) best = item;
  return best;
}
