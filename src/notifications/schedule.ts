const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All times in milliseconds. */
export const SCHEDULE = {
  lookMs: SECOND,
  timeoutMs: 10 * SECOND,
  /** after this time another server takes over an attempt */
  leaseMs: MINUTE,
  /** the wait after the first failure, the second …; after the last the delivery has failed */
  retryMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, DAY] as readonly number[],
  /** a webhook that has failed this long is disabled by its next failure */
  failingMs: 5 * DAY,
  keptMs: 7 * DAY,
  tidyMs: MINUTE,
  /** how long `stop()` waits for attempts in flight */
  partingMs: 2 * SECOND,
  mostAtOnce: 64,
  /** limits the damage of a receiver that hangs */
  maxPerWebhook: 4,
  maxPerPlayer: 16,
  maxPerDestination: 32,
  /** for all webhooks together whose last attempt failed, because those may hang again */
  mostFailing: 16,
  /** a webhook with a longer queue is disabled */
  mostWaiting: 10_000,
};
export type Schedule = typeof SCHEDULE;

/** Waits vary by a fifth, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.2;

/** The wait after `attempts` failures, or null to give up. A receiver may ask for more. `lot`: 0 to 1. */
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
