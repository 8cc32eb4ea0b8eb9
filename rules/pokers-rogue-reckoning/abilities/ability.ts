import type { Card } from '../cards.ts';
import type { Effect } from '../effects.ts';
import type { Table } from '../events.ts';
import type { Side, State } from '../state.ts';

/** An ability of a potion that is used by the player's choice and costs the potion. */
export interface UsedAbility {
  name: string;
  card: Card;
  timing: 'anyTime' | 'afterRoll';
  cost: 'discarded';
  /** what it does, as in "Use Evade: flee from the combat" */
  words: string;
  /** the same where the printed rules have it otherwise */
  printed?: string;
  /** the cards it can be used on, for an ability that names one */
  targets?: (state: State) => readonly Card[];
  /** whether it would change anything now, for an ability that names no card. R11 */
  isOpen?: (state: State) => boolean;
  use(table: Table, target: Card | null): void;
}

/** An ability of a potion that comes with applying it. */
export interface AppliedAbility {
  name: string;
  card: Card;
  timing: 'whenApplied' | 'whileApplied';
  cost: 'applied';
  words: string;
  printed?: string;
  /** what happens when it is applied */
  apply?: (table: Table) => void;
  /** its lasting effect, from the first roll on, and whether that is in force */
  lasting?: { effect: Effect; holds: (state: State) => boolean };
}

/**
 * An ability of a curse, which acts or begins to last when the enemy is met, and on the side of the player with the first
 * roll. R11
 */
export interface CurseAbility {
  name: string;
  card: Card;
  words: string;
  printed?: string;
  /** what it does once, on the side of the enemy and on that of the player */
  forEnemy?: (table: Table) => void;
  forPlayer?: (table: Table) => void;
  /** its lasting effect for each side that has one, and whether that is in force */
  lasting?: { effects: Partial<Record<Side, Effect>>; holds: (state: State, side: Side) => boolean };
}

export type PotionAbility = UsedAbility | AppliedAbility;
