import type { Schemas } from '../../core/api.ts';
import type { TableProps } from '../../core/table-props.ts';

export type View = Schemas['PascalsRuinView'];
export type RuinProps = TableProps<View>;
