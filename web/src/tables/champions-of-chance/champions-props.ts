import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';

export type View = Schemas['ChampionsOfChanceView'];
export type NumberedCard = Schemas['ChampionsOfChanceCard'];
export type Power = NonNullable<NumberedCard['power']>;
/** What every part of this table draws from. */
export type ChampionsProps = TableProps<View>;
