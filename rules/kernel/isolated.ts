const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Wraps a user's text in Unicode isolates, so that right-to-left letters do not reorder what stands beside it. */
export function isolated(written: string): string {
  return RIGHT_TO_LEFT.test(written) ? `\u2068${written}\u2069` : written;
}
