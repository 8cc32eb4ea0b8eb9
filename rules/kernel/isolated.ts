const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Wraps a text that a user wrote in Unicode isolates, because right-to-left letters would reorder the words and
 * numbers beside it. */
export function isolated(written: string): string {
  return RIGHT_TO_LEFT.test(written) ? `\u2068${written}\u2069` : written;
}
