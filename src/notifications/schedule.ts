const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The intervals and limits of deliveries. Times are in milliseconds. */
export const SCHEDULE = {
  lookMs: SECOND,
  timeoutMs: 10 * SECOND,
  /** another server takes over an attempt after this time */
  leaseMs: MINUTE,
  /** the waits after the first failure, the second and so on; after the last wait, a failure is final */
  retryMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, DAY] as readonly number[],
  /** a webhook that has failed for this long is turned off at its next failure */
  failingMs: 5 * DAY,
  keptMs: 7 * DAY,
  tidyMs: MINUTE,
  /** `stop()` waits this long for running attempts */
  partingMs: 2 * SECOND,
  mostAtOnce: 64,
  /** the most attempts at the same time, so that a receiver that hangs delays few others */
  maxPerWebhook: 4,
  maxPerPlayer: 16,
  maxPerDestination: 32,
  /** the most attempts at the same time for all webhooks whose last attempt failed, because these may hang */
  mostFailing: 16,
  /** a webhook with a longer queue of deliveries is turned off */
  mostWaiting: 10_000,
};
export type Schedule = typeof SCHEDULE;

/** Waits are randomly up to a fifth longer or shorter, so that failed deliveries are not all repeated together. */
const JITTER = 0.2;

/** Returns the wait after `tries` failures; null: give up. A receiver may ask for a longer wait. `lot` is a random
 * number from 0 to 1. */
export function waitAfter(tries: number, { retryMs }: Schedule, askedMs: number, lot = Math.random()): number | null {
  const planned = retryMs[tries - 1];
  if (planned === undefined) return null;
  const wait = Math.round(planned * (1 - JITTER + 2 * JITTER * lot));
  return Math.max(wait, Math.min(askedMs, Math.max(...retryMs)));
}
