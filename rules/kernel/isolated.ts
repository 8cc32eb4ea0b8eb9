/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What a person has written, such as a name, for a place within other words: the Unicode isolates keep right-to-left letters from
 * reordering the words and numbers beside them.
 */
export function isolated(written: string): string {
  return RIGHT_TO_LEFT.test(written) ? `\u2068${written}\u2069` : written;
}
