import type { Game } from '../../../clients/typescript/src/index.ts';

/** A clock is quick if it gives at most this time for each action, or at most `QUICK_BANK_SECONDS` in all. */
const QUICK_SECONDS = 90;
const QUICK_BANK_SECONDS = 1_200;

/** Durations of this many hours or more are shown without minutes. */
const HOURS_ALONE = 10;

/** True if the clock is too quick for a second click that confirms each action. */
export function isQuickClock({ clock }: Pick<Game, 'clock'>): boolean {
  if (clock === null) return false;
  if (clock.perAction !== null) return clock.perAction <= QUICK_SECONDS;
  return (clock.bank ?? Number.POSITIVE_INFINITY) <= QUICK_BANK_SECONDS;
}

/** Returns the seconds until a seat's deadline; null: it has none. `nowMs` is a time of the service's clock. */
export function secondsLeft({ decisions }: Pick<Game, 'decisions'>, seat: number, nowMs: number): number | null {
  const deadline = decisions.find((decision) => decision.seat === seat)?.deadline ?? null;
  return deadline === null ? null : Math.max(0, Math.ceil((Date.parse(deadline) - nowMs) / 1000));
}

/** Writes `1:05`, `2:00:00`, `23 h` or `3 d 4 h`. */
export function spokenSeconds(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours >= HOURS_ALONE) return `${hours} h`;
  const two = (n: number) => String(n).padStart(2, '0');
  const rest = two(Math.floor(seconds) % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
