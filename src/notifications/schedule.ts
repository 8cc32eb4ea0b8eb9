const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All times in milliseconds. */
export interface Schedule {
  lookMs: number;
  timeoutMs: number;
  /** after this time another server takes over an attempt */
  leaseMs: number;
  /** the wait after the first failure, the second …; after the last the delivery has failed */
  retryMs: readonly number[];
  /** a webhook that has failed this long is disabled by its next failure */
  failingMs: number;
  keptMs: number;
  tidyMs: number;
  /** how long `stop()` waits for attempts in flight */
  partingMs: number;
  mostAtOnce: number;
  /** limits the damage of a receiver that hangs */
  mostAWebhook: number;
  mostAPlayer: number;
  mostADestination: number;
  /** for all webhooks together whose last attempt failed, because those may hang again */
  mostFailing: number;
  /** a webhook with a longer queue is disabled */
  mostWaiting: number;
}

export const SCHEDULE: Schedule = {
  lookMs: SECOND,
  timeoutMs: 10 * SECOND,
  leaseMs: MINUTE,
  retryMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, DAY],
  failingMs: 5 * DAY,
  keptMs: 7 * DAY,
  tidyMs: MINUTE,
  partingMs: 2 * SECOND,
  mostAtOnce: 64,
  mostAWebhook: 4,
  mostAPlayer: 16,
  mostADestination: 32,
  mostFailing: 16,
  mostWaiting: 10_000,
};

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
