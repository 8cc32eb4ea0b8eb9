import type { Chance } from '../../kernel/chance.ts';
import type { Action, ActionOf } from '../actions.ts';
import type { Card } from '../cards.ts';

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
