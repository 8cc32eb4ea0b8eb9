/** Of waiting tests; it only ends hanging ones. Also the default of `expect.poll`. */
export const PATIENCE = { timeout: 300_000, interval: 20 };
