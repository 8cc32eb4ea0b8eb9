export const UNITS = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3_600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
  { seconds: 1, unit: 'second' },
] as const;

/** Writes `90` as “1 minute 30 seconds”. `seconds` is a whole number, at least 0. */
export function durationOf(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(({ seconds: each, unit }) => {
    const count = Math.floor(rest / each);
    rest -= count * each;
    return count === 0 ? [] : [amountOf(count, unit)];
  });
  return parts.length === 0 ? amountOf(0, 'second') : parts.join(' ');
}

export function amountOf(count: number, unit: string): string {
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Returns the largest unit of time, in seconds, that divides the duration without remainder. */
export function unitFor(seconds: number): number {
  return UNITS.find((unit) => seconds >= unit.seconds && seconds % unit.seconds === 0)?.seconds ?? 1;
}

const LATE = { random: 'who is late has an action drawn by lot', resign: 'who is late leaves the game' };

/** The settings of a clock. Requests and games may omit fields or set them to null. */
interface SaidClock {
  perAction?: number | null;
  bank?: number | null;
  increment?: number | null;
  onTimeout: keyof typeof LATE;
}

export function clockInWords({ perAction, bank, increment, onTimeout }: SaidClock): string {
  return typeof perAction === 'number'
    ? `${durationOf(perAction)} for each decision; ${LATE[onTimeout]}.`
    : `${durationOf(bank ?? 0)} for a whole game, and ${durationOf(increment ?? 0)} more with each decision; ${LATE[onTimeout]}.`;
}
