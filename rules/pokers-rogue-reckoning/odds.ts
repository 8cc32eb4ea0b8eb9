import { always, type Odds } from '../kernel/odds.ts';
import type { Seat } from '../kernel/ruleset.ts';
import type { Action } from './actions.ts';
import { apply } from './apply.ts';
import type { Event } from './events.ts';
import type { State } from './state.ts';

/** The actions whose first change of hit points is certain. Later changes are not considered. */
const CERTAIN: readonly Action['type'][] = ['accept', 'drink', 'takeHealing', 'tradeAtk'];

/** Returns the first change of hit points that the action causes; null: it is unknown, or there is none. */
export function odds(state: State, seat: Seat, action: Action): Odds | null {
  if (!CERTAIN.includes(action.type)) return null;
  const change = changeIn(state, apply(state, seat, action, always(0)).events[0]);
  return change === null || change.from === change.to ? null : { hitPoints: [change] };
}

type Change = NonNullable<Odds['hitPoints']>[number];

function changeIn({ hp, combat }: State, event: Event | undefined): Change | null {
  switch (event?.type) {
    case 'enemyHurt':
      return { whose: 'enemy', from: combat?.enemyHp ?? 0, to: event.data.enemyHp };
    case 'playerHurt':
    case 'healed':
    case 'potionDrunk':
    case 'atkTraded':
      return { whose: 'player', from: hp, to: event.data.hp };
    default:
      return null;
  }
}
