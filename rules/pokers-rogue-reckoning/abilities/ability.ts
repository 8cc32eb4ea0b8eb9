import type { Card } from '../cards.ts';
import type { Effect } from '../effects.ts';
import type { Table } from '../events.ts';
import type { Side, State } from '../state.ts';

export interface UsedAbility {
  name: string;
  card: Card;
  timing: 'anyTime' | 'afterRoll';
  cost: 'discarded';
  /** a verb phrase, as in "Use Evade: flee from the combat" */
  words: string;
  printed?: string;
  /** for an ability that is used on a card: the cards that it may be used on */
  targets?: (state: State) => readonly Card[];
  /** R11: for an ability that is not used on a card: true if it would change anything now */
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
  /** the effect from the first roll on, for as long as `holds` is true */
  lasting?: { effect: Effect; holds: (state: State) => boolean };
}

// R11: the curse acts, or begins to last, when the enemy is met. On the player's side it does so with the first roll.
export interface CurseAbility {
  name: string;
  card: Card;
  words: string;
  printed?: string;
  forEnemy?: (table: Table) => void;
  forPlayer?: (table: Table) => void;
  /** the effects for each side, for as long as `holds` is true */
  lasting?: { effects: Partial<Record<Side, Effect>>; holds: (state: State, side: Side) => boolean };
}

export type PotionAbility = UsedAbility | AppliedAbility;
