import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rowsInView } from '../core/row-window.ts';
import { usePrinting } from '../core/use-printing.ts';
import { WORDS_OF_ROWS } from '../core/words/rows.ts';
import './windowed-rows.css';

export interface Column<Row> {
  name: string;
  /** explanation that is shown on hover and read aloud */
  meaning?: string;
  /** true: this column has the row headers; there is exactly one */
  isHeader?: boolean;
  isNumber?: boolean;
  /** true: its cells are drawings as wide as the column */
  isPlot?: boolean;
  /** returns one line; only names may wrap, and only in a table that renders all its rows */
  cell(row: Row): ComponentChildren;
}

interface WindowedRowsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: NoInfer<Row>): string | number;
  /** text by which rows can be searched; left out: there is no search field */
  nameOf?(row: NoInfer<Row>): string;
  /** true: on small screens rows become blocks, unless only some of them are rendered */
  stacks?: boolean;
  isMarked?(row: NoInfer<Row>): boolean;
}

const FEW = 40;
const ROW_HEIGHT = 36;

/** Renders only the rows in view; for printing, all rows. Screen readers get the total. A field filters by name. */
export function WindowedRows<Row>(props: WindowedRowsProps<Row>) {
  const { rows, nameOf } = props;
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase('en');
  const shown =
    wanted === '' || nameOf === undefined
      ? rows
      : rows.filter((row) => nameOf(row).toLocaleLowerCase('en').includes(wanted));
  return (
    <div class="rows">
      {nameOf !== undefined && rows.length > FEW && (
        <p class="line">
          <label class="line">
            {WORDS_OF_ROWS.find}
            <input type="search" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
          </label>
          <span role="status" class="dim">
            {wanted !== '' &&
              (shown.length === 0 ? WORDS_OF_ROWS.none : WORDS_OF_ROWS.found(shown.length, rows.length))}
          </span>
        </p>
      )}
      <Scrolled {...props} rows={shown} />
    </div>
  );
}

function Scrolled<Row>({ caption, columns, rows, keyOf, stacks = false, isMarked }: WindowedRowsProps<Row>) {
  const { view, body, measured } = useView(rows.length);
  const isPrinting = usePrinting();
  const isWhole = isPrinting || rows.length <= FEW;
  const { from, to } = isWhole ? { from: 0, to: rows.length } : rowsInView({ rows: rows.length, ...measured });
  const name = useId();
  return (
    <section ref={view} class={isWhole ? 'scrolled whole' : 'scrolled'} aria-labelledby={name}>
      <table class={stacks && isWhole ? 'windowed stacks' : 'windowed'} aria-rowcount={rows.length + 1}>
        <caption id={name} class="sr">
          {caption}
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name: head, meaning, ...column }) => (
              <th key={head} scope="col" class={classOf(column)} title={meaning}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <Space rows={from} rowHeight={measured.rowHeight} columns={columns.length} />
        <tbody ref={body}>
          {rows.slice(from, to).map((row, i) => (
            <tr key={keyOf(row)} aria-rowindex={from + i + 2} aria-current={isMarked?.(row) ? 'true' : undefined}>
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
        <Space rows={rows.length - to} rowHeight={measured.rowHeight} columns={columns.length} />
      </table>
    </section>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.isHeader) return <th scope="row">{column.cell(row)}</th>;
  return (
    <td class={classOf(column)} data-of={column.name}>
      {column.cell(row)}
    </td>
  );
}

function classOf({ isNumber, isPlot }: { isNumber?: boolean; isPlot?: boolean }): string | undefined {
  if (isPlot) return 'drawn';
  return isNumber ? 'number' : undefined;
}

/** Stands in for rows that are not rendered. An SVG sets its height, because the content security policy forbids style
 * attributes. */
function Space({ rows, rowHeight, columns }: { rows: number; rowHeight: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tbody aria-hidden="true" class="space">
      <tr>
        <td colSpan={columns}>
          <svg width={1} height={rows * rowHeight} />
        </td>
      </tr>
    </tbody>
  );
}

function useView(rows: number) {
  const view = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [measured, setMeasured] = useState({ rowHeight: ROW_HEIGHT, scrollTop: 0, height: 20 * ROW_HEIGHT });
  const measure = () => {
    const { current: box } = view;
    if (box === null) return;
    const rowHeight = body.current?.rows[0]?.getBoundingClientRect().height || ROW_HEIGHT;
    const now = { rowHeight, scrollTop: box.scrollTop, height: box.clientHeight };
    setMeasured((before) => (isSame(before, now) ? before : now));
  };
  useLayoutEffect(measure, [rows]);
  useEffect(() => {
    const box = view.current as HTMLElement;
    box.tabIndex = 0; // for scrolling by keyboard
    const resized = new ResizeObserver(measure);
    resized.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, []);
  useKeptFocus(view);
  return { view, body, measured };
}

function isSame<T extends Record<string, number>>(one: T, other: T): boolean {
  return Object.keys(one).every((key) => one[key] === other[key]);
}

/** When a row with the focus is removed, moves the focus to the table. */
function useKeptFocus(view: { current: HTMLElement | null }): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const look = () => {
      wasInside.current = view.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  useLayoutEffect(() => {
    if (wasInside.current && document.activeElement === document.body) view.current?.focus({ preventScroll: true });
  });
}
