import type { ComponentChildren } from 'preact';
import { headlineOf } from '../core/headline.ts';
import { seatNames } from '../core/seat-names.ts';
import { momentOf, type TableProps } from '../core/table-props.ts';
import { Felt } from './felt.tsx';

interface SheetProps extends Pick<TableProps<unknown>, 'game' | 'bar'> {
  children: ComponentChildren;
}

/** A sheet of paper on the table, for content without a drawing. */
export function Sheet({ game, bar, children }: SheetProps) {
  return (
    <>
      <Felt cloth="" moment={momentOf(game)}>
        <div class="sheet">{children}</div>
      </Felt>
      {bar({ ask: headlineOf(game, seatNames(game)) })}
    </>
  );
}
