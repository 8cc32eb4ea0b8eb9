export type CsvCell = string | number | boolean | null;

/** What a spreadsheet takes for a formula when a text begins with it. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Some spreadsheets part the cells of a line at other signs than the comma. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/**
 * A table as RFC 4180 has it: lines end with CR LF, null is empty. A text that a spreadsheet would run as a formula is led by an
 * apostrophe; numbers stay numbers.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
