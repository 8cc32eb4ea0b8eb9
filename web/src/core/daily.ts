import type { GameEvent, Schemas } from '../../../clients/typescript/src/index.ts';

export type DailyResults = Schemas['DailyResults'];
export type DailyDays = Schemas['DailyDays'];
export type DailyDay = DailyDays['days'][number];

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;

/** Adds days to a date: `2026-03-01` and -1 give `2026-02-28`. */
export function dayFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

export function weeksUpTo(today: string, weeks: number): (string | null)[][] {
  const weekday = (new Date(Date.parse(today)).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  const first = dayFrom(today, -weekday - DAYS_A_WEEK * (weeks - 1));
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, day) => {
      const date = dayFrom(first, week * DAYS_A_WEEK + day);
      return date > today ? null : date;
    }),
  );
}

/** What the player did in the game of a day. `best` is set only after the day is over. */
export type DayMark = 'best' | 'completed' | 'conceded' | 'playing' | 'none';

export function markOf(day: DailyDay | undefined, today: string): DayMark {
  if (day === undefined) return 'none';
  return day.state === 'completed' && day.rank === 1 && day.date < today ? 'best' : day.state;
}

/** Returns the first version in which two games differ; null: there is none. Ignores events about players. */
export function firstDifference(
  one: (version: number) => readonly GameEvent[],
  other: (version: number) => readonly GameEvent[],
  newest: number,
): number | null {
  const told = (events: readonly GameEvent[]) =>
    JSON.stringify(events.flatMap(({ type, data }) => (type === 'seatTaken' ? [] : [[type, data]])));
  for (let version = 1; version <= newest; version++) {
    if (told(one(version)) !== told(other(version))) return version;
  }
  return null;
}
