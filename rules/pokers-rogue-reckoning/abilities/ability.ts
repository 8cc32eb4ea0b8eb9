import type { Card } from '../cards.ts';
import type { Effect } from '../effects.ts';
import type { Table } from '../events.ts';
import type { Side, State } from '../state.ts';

export interface UsedAbility {
  name: string;
  card: Card;
  timing: 'anyTime' | 'afterRoll';
  cost: 'discarded';
  /** as in "Use Evade: flee from the combat" */
  words: string;
  printed?: string;
  /** for an ability that names a card */
  targets?: (state: State) => readonly Card[];
  /** R11, for an ability that names no card: true if it would change anything now */
  isOpen?: (state: State) => boolean;
  use(table: Table, target: Card | null): void;
}

export interface AppliedAbility {
  name: string;
  card: Card;
  timing: 'whenApplied' | 'whileApplied';
  cost: 'applied';
  words: string;
  printed?: string;
  apply?: (table: Table) => void;
  /** from the first roll on, while `holds` is true */
  lasting?: { effect: Effect; holds: (state: State) => boolean };
}

// R11: acts or starts to last when the enemy is met, or with the first roll if it is on the player's side.
export interface CurseAbility {
  name: string;
  card: Card;
  words: string;
  printed?: string;
  forEnemy?: (table: Table) => void;
  forPlayer?: (table: Table) => void;
  /** for each side, while `holds` is true */
  lasting?: { effects: Partial<Record<Side, Effect>>; holds: (state: State, side: Side) => boolean };
}

export type PotionAbility = UsedAbility | AppliedAbility;
