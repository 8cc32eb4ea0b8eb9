import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { RulesetVersion } from '#rules/catalogue.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import type { Result } from '../../eventlog/result.ts';
import { dayNumber } from '../calendar/calendar.ts';
import { inputRefused, optionsRefused } from '../refusals.ts';
import type { DailyDays as Shown } from './daily-shapes.ts';

export type DailyDaysView = Static<typeof Shown>;
export type DailyDay = DailyDaysView['days'][number];
type Streak = DailyDaysView['streaks']['played'];

export interface DaysAsked {
  playerId: string;
  /** null: the reader sent no token */
  readerId: string | null;
  options?: unknown;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 366;

/** Counts days in a row. `best` counts past days on which the player ranked first and had registered before the day. */
export function streaksOf(days: readonly DailyDay[], today: string): DailyDaysView['streaks'] {
  const completed = days.filter(({ state }) => state === 'completed');
  const best = completed.filter(({ rank, registeredBefore, date }) => rank === 1 && registeredBefore && date < today);
  return { played: streakOf(completed, today), best: streakOf(best, today) };
}

function streakOf(days: readonly DailyDay[], today: string): Streak {
  const numbers = [...new Set(days.map(({ date }) => dayNumber(date)))].sort((one, other) => one - other);
  let longest = 0;
  let run = 0;
  for (const [i, number] of numbers.entries()) {
    run = numbers[i - 1] === number - 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  const isGoingOn = (numbers.at(-1) ?? 0) >= dayNumber(today) - 1;
  return { current: isGoingOn ? run : 0, longest };
}

export function datesBack(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, i) => new Date(now.getTime() - i * DAY_MS).toISOString().slice(0, 10));
}

export function nameOf({ id, rulesVersion }: AnyRuleset, options: unknown, date: string): string {
  const digest = createHash('sha256').update(canonical(options)).digest('hex').slice(0, 16);
  return `${date} ${id} ${rulesVersion} ${digest}`;
}

export function optionsFor({ inputs, ruleset }: RulesetVersion, sent: unknown): Result<object> {
  const form = inputs.options(sent);
  if (!form.ok)
    return inputRefused(
      form.errors,
      '/options',
      `These options are not valid for ${ruleset.name}: \`errors\` says what to change.`,
    );
  const problem = ruleset.checkOptions(form.value, 1);
  return problem === null ? form : optionsRefused(problem, form.value);
}
