export type CsvCell = string | number | boolean | null;

/** Matches texts that spreadsheets would treat as formulas. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Some spreadsheets use other separators than the comma, so texts with these are quoted too. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Writes CSV by RFC 4180 with CR LF; null becomes an empty cell. An apostrophe keeps texts from becoming formulas;
 * numbers stay numbers. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
