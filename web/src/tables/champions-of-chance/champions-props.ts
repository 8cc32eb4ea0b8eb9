import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';

export type View = Schemas['ChampionsOfChanceView'];
export type NumberedCard = Schemas['ChampionsOfChanceCard'];
export type Power = NonNullable<NumberedCard['power']>;
export type ChampionsProps = TableProps<View>;
