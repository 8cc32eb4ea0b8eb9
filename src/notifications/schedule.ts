const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How deliveries are attempted; all times in milliseconds. */
export interface Schedule {
  /** between two looks at what is due, when nothing wakes the loop */
  lookMs: number;
  /** for one attempt as a whole */
  timeoutMs: number;
  /** how long an attempt may take before another server takes it for lost */
  leaseMs: number;
  /** the wait after the first failure, the second …; after the last of them a delivery is given up */
  retryMs: readonly number[];
  /** a webhook that has failed for so long is disabled with its next failure */
  failingMs: number;
  /** deliveries are kept so long */
  keptMs: number;
  /** between two rounds of tidying */
  tidyMs: number;
  /** how long stopping waits for attempts in flight before it breaks them off */
  partingMs: number;
  mostAtOnce: number;
  /** so that a receiver which hangs holds up its own deliveries alone */
  mostAWebhook: number;
  mostAPlayer: number;
  mostADestination: number;
  /** for all webhooks together of which the last attempt failed: most of those that hang have done so before */
  mostFailing: number;
  /** a webhook for which more than that wait is disabled */
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

/** Waits differ by up to a fifth, so that what failed together does not come back together. */
const JITTER = 0.2;

/**
 * The wait before the next attempt after `attempts` failed ones, in milliseconds, or null when there is to be none.
 * A receiver may ask for more. `lot` is from 0 to 1.
 */
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
