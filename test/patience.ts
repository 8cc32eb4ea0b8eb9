/** How long a test waits, in ms, before it fails as hanging. It is also the default of `expect.poll`. */
export const PATIENCE = { timeout: 300_000, interval: 20 };
