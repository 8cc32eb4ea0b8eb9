import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';

export type View = Schemas['PokersRogueReckoningView'];
export type Combat = NonNullable<View['combat']>;

/** What is looked at on the cloth besides what lies there: a pile, the rooms during a combat, what a card does. */
export type Shown = 'rooms' | 'discard' | 'aside' | { card: string } | null;

/** What every part of this table draws from. */
export interface RogueProps extends TableProps<View> {
  shown: Shown;
  /** shows it, until the next moment of the game */
  show(what: Shown): void;
}
