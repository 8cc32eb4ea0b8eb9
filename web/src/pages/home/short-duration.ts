import { amountOf, UNITS } from '#rules/kernel/durations.ts';

const LARGE = UNITS.filter(({ unit }) => unit !== 'second');
/** Deadlines that are nearer than this count down in seconds. */
const SOON_SECONDS = 120;
const SOON_TICK_MS = 1_000;
const TICK_MS = 30_000;

/** Writes at most two units: “2 days 4 hours”, “5 minutes”, “40 seconds”. */
export function shortDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < SOON_SECONDS) return amountOf(whole, 'second');
  const first = LARGE.findIndex((unit) => whole >= unit.seconds);
  let rest = whole;
  const parts = LARGE.slice(first, first + 2).flatMap(({ seconds: each, unit }) => {
    const count = Math.floor(rest / each);
    rest -= count * each;
    return count === 0 ? [] : [amountOf(count, unit)];
  });
  return parts.join(' ');
}

export function tickOf(seconds: number): number {
  return seconds < SOON_SECONDS ? SOON_TICK_MS : TICK_MS;
}
