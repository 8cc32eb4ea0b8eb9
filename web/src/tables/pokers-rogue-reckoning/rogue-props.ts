import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';

export type View = Schemas['PokersRogueReckoningView'];
export type Combat = NonNullable<View['combat']>;

export type Shown = 'rooms' | 'discard' | 'aside' | { card: string } | null;

export interface RogueProps extends TableProps<View> {
  shown: Shown;
  /** shows a pile, the rooms or a card until the next state of the game */
  show(what: Shown): void;
}
