import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { WORDS_OF_ROUNDS } from '../../core/words/rounds.ts';
import { HeatKey, type HeatLine, HeatMap } from '../../plots/heat-map.tsx';
import type { CrossRows } from './cross-rows.ts';

const ROWS = 20;
const COLUMNS = 15;

const WORDS_HERE = WORDS_OF_ROUNDS.cross;

export function CrossMap({ rows }: { rows: CrossRows }) {
  const count = rows.lines.length;
  const [asked, setAsked] = useState<readonly [row: number, column: number]>([0, 0]);
  const [firstRow, firstColumn] = [within(asked[0], count - ROWS), within(asked[1], count - COLUMNS)];
  const place = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  const go = (row: number, column: number) => setAsked([within(row, count - ROWS), within(column, count - COLUMNS)]);
  useLayoutEffect(() => {
    // after an arrow key scrolled the map, another element shows the current cell and gets the focus
    if (isByKey.current) place.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus();
    isByKey.current = false;
  }, [firstRow, firstColumn]);
  const lineAt = (at: number): HeatLine => {
    const { entry, name } = rows.lines[at] as { entry: number; name: string };
    return { id: String(entry), name: `${at + 1}. ${name}`, short: String(at + 1) };
  };
  const lines = (from: number, most: number) =>
    Array.from({ length: Math.min(most, count - from) }, (_, i) => lineAt(from + i));
  const metOf = (row: HeatLine, column: HeatLine) => rows.met(Number(row.id), Number(column.id));
  return (
    <>
      {count > ROWS && (
        <label class="question">
          {WORDS_OF_ROUNDS.find}{' '}
          <input
            type="search"
            onInput={({ currentTarget }) => go(rows.find(currentTarget.value) ?? firstRow, firstColumn)}
          />
        </label>
      )}
      <div class="parts-of-map">
        <PartShown
          what={WORDS_HERE.rowsShown}
          from={firstRow}
          most={ROWS}
          of={count}
          go={(row) => go(row, firstColumn)}
        />
        <PartShown
          what={WORDS_HERE.columnsShown}
          from={firstColumn}
          most={COLUMNS}
          of={count}
          go={(column) => go(firstRow, column)}
        />
      </div>
      <div ref={place}>
        <HeatMap
          caption={WORDS_HERE.caption}
          rows={lines(firstRow, ROWS)}
          columns={lines(firstColumn, COLUMNS)}
          window={{ firstRow, firstColumn, rows: count, columns: count }}
          cell={metOf}
          spoken={(row, column, cell) => {
            const [one, other] = [rows.nameOf(Number(row.id)), rows.nameOf(Number(column.id))];
            if (row.id === column.id) return WORDS_HERE.itself(one);
            if (cell === null) return WORDS_HERE.notMet(one, other);
            return WORDS_HERE.met(one, other, WORDS_OF_ROUNDS.number(cell.share * cell.games), cell.games);
          }}
          onBeyond={(down, right) => {
            isByKey.current = true;
            go(firstRow + down, firstColumn + right);
          }}
        />
      </div>
      <HeatKey />
    </>
  );
}

interface PartShownProps {
  what: string;
  from: number;
  most: number;
  of: number;
  go(from: number): void;
}

function PartShown({ what, from, most, of, go }: PartShownProps) {
  if (of <= most) return null;
  const [isFirst, isLast] = [from === 0, from + most >= of];
  return (
    <span class="row" data-repeated>
      <button
        type="button"
        aria-label={WORDS_HERE.back(what)}
        aria-disabled={isFirst}
        onClick={() => isFirst || go(from - most)}
      >
        ‹
      </button>
      {what} {WORDS_HERE.part(from + 1, Math.min(from + most, of), of)}
      <button
        type="button"
        aria-label={WORDS_HERE.on(what)}
        aria-disabled={isLast}
        onClick={() => isLast || go(from + most)}
      >
        ›
      </button>
    </span>
  );
}

function within(place: number, last: number): number {
  return Math.max(0, Math.min(place, last));
}
