import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';
import type { CardPicking } from './picking.ts';

export type Power = Schemas['FollyAndFortunePower'];
export type Card = Schemas['FollyAndFortuneCard'];
export type View = Schemas['FollyAndFortuneView'];

export type Closely = number | 'piles';

export interface FollyProps extends TableProps<View> {
  picking: CardPicking;
  /** true if this game uses the arrows of cards */
  arrows: boolean;
  look(at: Closely): void;
}
