/** Timeout of waiting tests, long enough for the busiest machine; it only ends hanging tests. Also the default of
 * `expect.poll`. */
export const PATIENCE = { timeout: 300_000, interval: 20 };
