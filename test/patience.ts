/**
 * How long a test waits for a state. No test measures by it: it only ends what hangs, on the busiest machine too.
 * `expect.poll` waits that long by itself.
 */
export const PATIENCE = { timeout: 300_000, interval: 20 };
