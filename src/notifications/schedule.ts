const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All times are in milliseconds. */
export const SCHEDULE = {
  lookMs: SECOND,
  timeoutMs: 10 * SECOND,
  /** after this time another server takes over an attempt */
  leaseMs: MINUTE,
  /** the wait after the first failure, the second and so on; after the last one the delivery has failed */
  retryMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, DAY] as readonly number[],
  /** if a webhook has failed for this long, its next failure turns it off */
  failingMs: 5 * DAY,
  keptMs: 7 * DAY,
  tidyMs: MINUTE,
  /** how long `stop()` waits for attempts that are running */
  partingMs: 2 * SECOND,
  mostAtOnce: 64,
  /** attempts at the same time, so that a receiver that hangs does little harm */
  maxPerWebhook: 4,
  maxPerPlayer: 16,
  maxPerDestination: 32,
  /** attempts at the same time, for all webhooks together whose last attempt failed: those may hang again */
  mostFailing: 16,
  /** a webhook with a longer queue is turned off */
  mostWaiting: 10_000,
};
export type Schedule = typeof SCHEDULE;

/** Waits are up to a fifth longer or shorter, so that deliveries that failed together are not all repeated together. */
const JITTER = 0.2;

/** Returns the wait after `attempts` failures; null: give up. A receiver may ask for a longer one. `lot` is a random
 * number from 0 to 1. */
export function waitAfter(
  attempts: number,
  { retryMs }: Schedule,
  retryAfterMs: number,
  lot = Math.random(),
): number | null {
  const planned = retryMs[attempts - 1];
  if (planned === undefined) return null;
  const wait = Math.round(planned * (1 - JITTER + 2 * JITTER * lot));
  return Math.max(wait, Math.min(retryAfterMs, Math.max(...retryMs)));
}
