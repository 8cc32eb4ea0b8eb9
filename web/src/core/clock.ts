import type { Game } from '../../../clients/typescript/src/index.ts';

/** Clocks with at most this time for a decision count as quick. */
const QUICK_SECONDS = 90;
const QUICK_BANK_SECONDS = 1_200;

/** From here on, hours are shown without minutes. */
const HOURS_ALONE = 10;

/** True if a second click for each action would cost too much of the clock. */
export function isQuickClock({ clock }: Pick<Game, 'clock'>): boolean {
  if (clock === null) return false;
  if (clock.perAction !== null) return clock.perAction <= QUICK_SECONDS;
  return (clock.bank ?? Number.POSITIVE_INFINITY) <= QUICK_BANK_SECONDS;
}

/** Counts by the clock of the service; null: there is no deadline. */
export function secondsLeft({ decisions }: Pick<Game, 'decisions'>, seat: number, nowMs: number): number | null {
  const deadline = decisions.find((decision) => decision.seat === seat)?.deadline ?? null;
  return deadline === null ? null : Math.max(0, Math.ceil((Date.parse(deadline) - nowMs) / 1000));
}

/** `1:05`, `2:00:00`, `23 h`, `3 d 4 h`. */
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
