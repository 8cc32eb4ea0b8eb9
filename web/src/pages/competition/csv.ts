export type CsvCell = string | number | boolean | null;

/** Spreadsheets treat texts with these beginnings as formulas. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Some spreadsheets use other separators than the comma. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** RFC 4180: CR LF, null is empty. An apostrophe disarms formulas in texts; numbers stay numbers. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
