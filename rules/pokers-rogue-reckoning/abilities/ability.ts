import type { Card } from '../cards.ts';
import type { Effect } from '../effects.ts';
import type { Table } from '../events.ts';
import type { Side, State } from '../state.ts';

export interface UsedAbility {
  name: string;
  card: Card;
  timing: 'anyTime' | 'afterRoll';
  cost: 'discarded';
  /** completes "Use Evade: …" with a verb phrase: "flee from the combat" */
  words: string;
  printed?: string;
  /** only if the ability is used on a card: returns the cards on which it may be used */
  targets?: (state: State) => readonly Card[];
  /** only if the ability is not used on a card: returns true if it would change anything now (rule R11) */
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
  /** the effect from the first roll on, while `holds` returns true */
  lasting?: { effect: Effect; holds: (state: State) => boolean };
}

// The ability of a curse. On the enemy's side, it takes effect when the player meets the enemy. On the player's side (a
// lucky curse), it takes effect with the first roll (rule R11).
export interface CurseAbility {
  name: string;
  card: Card;
  words: string;
  printed?: string;
  forEnemy?: (table: Table) => void;
  forPlayer?: (table: Table) => void;
  /** the effect for each side, while `holds` returns true */
  lasting?: { effects: Partial<Record<Side, Effect>>; holds: (state: State, side: Side) => boolean };
}

export type PotionAbility = UsedAbility | AppliedAbility;
