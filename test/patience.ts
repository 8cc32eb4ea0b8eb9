/** How long a test waits before it counts as hanging. It is also the default of `expect.poll`. */
export const PATIENCE = { timeout: 300_000, interval: 20 };
