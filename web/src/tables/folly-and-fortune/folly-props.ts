import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';
import type { CardPicking } from './picking.ts';

export type Power = Schemas['FollyAndFortunePower'];
export type Card = Schemas['FollyAndFortuneCard'];
export type View = Schemas['FollyAndFortuneView'];

/** What is looked at closely, card by card: the row of a seat, or the piles. */
export type Closely = number | 'piles';

/** What every part of this table draws from. */
export interface FollyProps extends TableProps<View> {
  picking: CardPicking;
  /** whether the arrows of cards matter in this game */
  arrows: boolean;
  look(at: Closely): void;
}
