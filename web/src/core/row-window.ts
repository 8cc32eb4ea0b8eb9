/** The rows of a long table that are rendered. `to` is not included. */
export interface RowWindow {
  from: number;
  to: number;
}

export interface Viewed {
  rows: number;
  /** in pixels, the same for all rows */
  rowHeight: number;
  scrollTop: number;
  height: number;
}

/** This many more rows on each side are rendered, so that scrolling does not outrun rendering. */
const BESIDE = 12;

export function rowsInView({ rows, rowHeight, scrollTop, height }: Viewed): RowWindow {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  const to = Math.min(rows, Math.max(0, last) + BESIDE);
  return { from: Math.max(0, Math.min(first - BESIDE, rows - 1)), to };
}
