import { printable } from './printable.ts';

/** A value of a table; null is an empty field. */
export type Field = string | number | boolean | null;

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@]/;

/**
 * A table as RFC 4180 has it, with a head and CRLF. Text that a spreadsheet would take for a formula gets an apostrophe in front, so
 * that the name of an agent is never run.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly Field[])[]): string {
  return [head, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

function fieldOf(value: Field): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const line = printable(value);
  const text = FORMULA.test(line) ? `'${line}` : line;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
