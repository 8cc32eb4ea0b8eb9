import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';
import type { CardPicking } from './picking.ts';

export type Power = Schemas['FollyAndFortunePower'];
export type Card = Schemas['FollyAndFortuneCard'];
export type View = Schemas['FollyAndFortuneView'];

export interface RowCard {
  card: Card;
  health: number;
  isGone: boolean;
}

export type Closely = number | 'piles';

export interface FollyProps extends TableProps<View> {
  picking: CardPicking;
  arrows: boolean;
  look(at: Closely): void;
  /** by seat: the row that the last attack hit, as it was during the attack */
  struck: Readonly<Record<number, RowCard[]>>;
}
