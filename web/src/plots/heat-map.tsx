import { useRef, useState } from 'preact/hooks';
import { WORDS_OF_PLOTS } from '../core/words/plots.ts';
import { classOf } from './scale.ts';
import './plots.css';

export interface HeatLine {
  id: string;
  name: string;
  /** for headers of columns; left out: the headers show the name */
  short?: string;
}

export interface HeatCell {
  /** the share of their common games that the row's player won against the column's player, 0 to 1 */
  share: number;
  games: number;
  href?: string | undefined;
}

/** The part of a larger map that is rendered. Rows and columns count from 0. */
export interface HeatWindow {
  firstRow: number;
  firstColumn: number;
  rows: number;
  columns: number;
}

interface HeatMapProps {
  caption: string;
  rows: readonly HeatLine[];
  columns: readonly HeatLine[];
  /** returns null if the two have not played each other, or are the same */
  cell(row: HeatLine, column: HeatLine): HeatCell | null;
  /** describes the cell completely, in words */
  spoken(row: HeatLine, column: HeatLine, cell: HeatCell | null): string;
  /** left out: the whole map is rendered */
  window?: HeatWindow;
  /** called when an arrow key leads out of the rendered part, with the step in rows and columns */
  onBeyond?(rows: number, columns: number): void;
}

const ARROWS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys move between cells, Home and End within a row. Enter follows a link. */
export function HeatMap({ caption, rows, columns, cell, spoken, window: part, onBeyond }: HeatMapProps) {
  const [place, setPlace] = useState<readonly [row: number, column: number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const [row, column] = [Math.min(place[0], rows.length - 1), Math.min(place[1], columns.length - 1)];
  const goTo = (nextRow: number, nextColumn: number) => {
    setPlace([nextRow, nextColumn]);
    table.current?.querySelector<HTMLElement>(`[data-at="${nextRow}.${nextColumn}"]`)?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (event.key === 'Home') goTo(row, 0);
    else if (event.key === 'End') goTo(row, columns.length - 1);
    else if (arrow === undefined) return;
    else {
      const [nextRow, nextColumn] = [row + arrow[0], column + arrow[1]];
      const isDrawn = nextRow >= 0 && nextRow < rows.length && nextColumn >= 0 && nextColumn < columns.length;
      if (isDrawn) goTo(nextRow, nextColumn);
      else onBeyond?.(...arrow);
    }
    event.preventDefault();
  };
  return (
    <div class="heat-map-place">
      <table
        class="heat-map"
        ref={table}
        onKeyDown={move}
        aria-rowcount={part === undefined ? undefined : part.rows + 1}
        aria-colcount={part === undefined ? undefined : part.columns + 1}
      >
        <caption>{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <td />
            {columns.map(({ id, name, short }, i) => (
              <th key={id} scope="col" aria-colindex={(part?.firstColumn ?? 0) + i + 2} title={name}>
                {short ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((line, r) => (
            <tr key={line.id} aria-rowindex={(part?.firstRow ?? 0) + r + 2}>
              <th scope="row">{line.name}</th>
              {columns.map((other, c) => (
                <Cell
                  key={other.id}
                  found={cell(line, other)}
                  says={(found) => spoken(line, other, found)}
                  at={`${r}.${c}`}
                  columnIndex={(part?.firstColumn ?? 0) + c + 2}
                  isCurrent={r === row && c === column}
                  onFocus={() => setPlace([r, c])}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  found: HeatCell | null;
  says(found: HeatCell | null): string;
  at: string;
  columnIndex: number;
  isCurrent: boolean;
  onFocus(): void;
}

function Cell({ found, says, at, columnIndex, isCurrent, onFocus }: CellProps) {
  const focusable = { 'data-at': at, tabIndex: isCurrent ? 0 : -1, onFocus };
  const text = found === null ? '' : `${signOf(found.share)}${Math.round(found.share * 100)}`;
  const step = found === null ? 'none' : String(classOf(found.share));
  const label = says(found);
  if (found?.href === undefined) {
    return (
      <td data-step={step} aria-label={label} title={label} aria-colindex={columnIndex} {...focusable}>
        {text}
      </td>
    );
  }
  return (
    <td data-step={step} aria-colindex={columnIndex}>
      <a href={found.href} aria-label={label} title={label} {...focusable}>
        {text}
      </a>
    </td>
  );
}

function signOf(share: number): string {
  const step = classOf(share);
  if (step === 0) return '';
  return step > 0 ? '▲' : '▽';
}

export function HeatKey() {
  return (
    <p class="dim heat-key">
      ▲ {WORDS_OF_PLOTS.above} · ▽ {WORDS_OF_PLOTS.below} · {WORDS_OF_PLOTS.even}
    </p>
  );
}
