import { dayNumber, type Vacation } from './calendar.ts';

type Dates = Pick<Vacation, 'from' | 'to'>;

/** Whether both have a day. */
export function isOverlap(one: Dates, other: Dates): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** The years in which it has days. */
export function yearsOf({ from, to }: Dates): number[] {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, i) => first + i);
}

/** How many days of that year these have. */
export function daysIn(vacations: readonly Dates[], year: number): number {
  const [first, last] = [dayNumber(`${year}-01-01`), dayNumber(`${year}-12-31`)];
  const days = vacations.map(({ from, to }) => Math.min(dayNumber(to), last) - Math.max(dayNumber(from), first) + 1);
  return days.reduce((sum, each) => sum + Math.max(0, each), 0);
}
