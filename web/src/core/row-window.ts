/** Which rows of a long table are drawn: `from` up to but without `to`. */
export interface RowWindow {
  from: number;
  to: number;
}

export interface Viewed {
  /** how many rows there are */
  rows: number;
  /** of one row, in pixels; all have the same */
  rowHeight: number;
  /** how far it is scrolled, in pixels */
  scrollTop: number;
  /** of what is in view, in pixels */
  height: number;
}

/** Rows beside those in view: so many a key or a wheel passes before the next ones are drawn. */
const BESIDE = 12;

/** The rows in view and some beside them. */
export function rowsInView({ rows, rowHeight, scrollTop, height }: Viewed): RowWindow {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  const to = Math.min(rows, Math.max(0, last) + BESIDE);
  return { from: Math.max(0, Math.min(first - BESIDE, rows - 1)), to };
}
