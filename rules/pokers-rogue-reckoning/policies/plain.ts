import type { Chance } from '../../kernel/chance.ts';
import type { Action, ActionOf } from '../actions.ts';
import { type Card, kindOf } from '../cards.ts';
import type { View } from '../view.ts';

// This policy drinks a potion as soon as it heals, applies every blue potion, and buys what it can afford, room by
// room. It always counter-attacks, and gives up ATK if that saves the game. It uses neither abilities nor flight.
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
      return undefined; // the caller takes the first action, such as money, accept, counter-attack or giving up ATK
  }
}

function purchase(view: View, legal: readonly Action[]): Action | undefined {
  return all(legal, 'buy').find(({ room }) => {
    const card = view.rooms[room]?.card ?? null;
    return card !== null && (kindOf(card) === 'blue' || view.hp < view.maxHp);
  });
}

export function all<T extends Action['type']>(legal: readonly Action[], type: T): ActionOf<T>[] {
  return legal.filter((action): action is ActionOf<T> => action.type === type);
}

export function first<T extends Action['type']>(legal: readonly Action[], type: T): ActionOf<T> | undefined {
  return legal.find((action): action is ActionOf<T> => action.type === type);
}

export function ability(legal: readonly Action[], card: Card): ActionOf<'useAbility'> | undefined {
  return all(legal, 'useAbility').find((action) => action.card === card);
}

export function anyRoom(legal: readonly Action[], chance: Chance): Action | undefined {
  const rooms = all(legal, 'reveal');
  return rooms.length === 0 ? undefined : rooms[chance.int(rooms.length)];
}

export function least<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  let best = items[0];
  for (const item of items) if (measure(item) < measure(best as T)) best = item;
  return best;
}
