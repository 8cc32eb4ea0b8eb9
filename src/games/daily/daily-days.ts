import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { type Catalogue, type RulesetVersion, versionsOf } from '#rules/catalogue.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { HouseClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { dayNumber } from '../calendar/calendar.ts';
import { optionsRefused } from '../refusals.ts';
import type { DailyDays as Shown } from './daily-shapes.ts';

type DailyDaysView = Static<typeof Shown>;
type DailyDay = DailyDaysView['days'][number];
/** Days in a row: up to today or yesterday, and the most there were. */
type Streak = DailyDaysView['streaks']['played'];

interface DaysAsked {
  playerId: string;
  /** who asks; null: nobody in particular */
  readerId: string | null;
  options?: unknown;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** So far back it is looked. */
const DAYS = 366;

/** What a player made of the competitions of the day of a ruleset, day by day. */
export class DailyDays {
  readonly #clock: HouseClock;
  readonly #store: Store;
  readonly #catalogue: Catalogue;

  constructor(store: Store, catalogue: Catalogue, clock: HouseClock) {
    this.#clock = clock;
    this.#store = store;
    this.#catalogue = catalogue;
  }

  /** Newest first. Others see no day that was given up or is still played: that its player did not come is not for them. */
  async of(id: string, { playerId, readerId, options: asked }: DaysAsked): Promise<Result<DailyDaysView>> {
    const entry = this.#catalogue.get(id);
    if (entry === undefined) return refused('ruleset-not-found', `There is no ruleset ${JSON.stringify(id)}.`);
    const { ruleset } = entry;
    if (!ruleset.solo) return refused('daily-not-found', `${ruleset.name} is not played alone.`);
    const options = optionsFor(entry, asked);
    if (!options.ok) return options;
    const player = await this.#store.players.find(playerId);
    if (player === null) return refused('player-not-found', `There is no player ${playerId}.`);
    const dates = datesBack(this.#clock.now());
    const named = new Map(
      versionsOf(entry).flatMap((version) => {
        const own = optionsFor(version, asked);
        if (!own.ok) return [];
        const { rulesVersion } = version.ruleset;
        return dates.map((date) => [nameOf(version.ruleset, own.value, date), { date, rulesVersion }] as const);
      }),
    );
    const scoring = ruleset.scoring(options.value);
    const played = await this.#store.dailies.playedBy(player.id, [...named.keys()], scoring);
    const days = played
      .flatMap(({ daily, ahead, ...game }): DailyDay[] => {
        const day = named.get(daily);
        if (day === undefined || (game.state !== 'completed' && readerId !== player.id)) return [];
        const registeredBefore = player.createdAt < new Date(day.date);
        return [{ ...day, ...game, rank: ahead === null ? null : ahead + 1, registeredBefore }];
      })
      .sort((one, other) => other.date.localeCompare(one.date) || other.rulesVersion - one.rulesVersion);
    const [to = '', from = to] = [dates[0], dates.at(-1)];
    return done({
      ruleset: id,
      options: options.value,
      playerId: player.id,
      from,
      to,
      streaks: streaksOf(days, to),
      days,
    });
  }
}

/** Of the days that were played to their end, and of those on which nobody did better. A best of today is none yet. */
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

function datesBack(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, i) => new Date(now.getTime() - i * DAY_MS).toISOString().slice(0, 10));
}

/** What a competition of the day is known by: its day, its rules and its options. */
export function nameOf({ id, rulesVersion }: AnyRuleset, options: unknown, date: string): string {
  const digest = createHash('sha256').update(canonical(options)).digest('hex').slice(0, 16);
  return `${date} ${id} ${rulesVersion} ${digest}`;
}

/** The options of a competition of the day, complete with the defaults. */
export function optionsFor({ inputs, ruleset }: RulesetVersion, sent: unknown): Result<object> {
  const form = inputs.options(sent);
  if (!form.ok) {
    const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/options${pointer}`, message }));
    return refused('invalid-request', `These options do not fit ${ruleset.name}.`, { errors });
  }
  const problem = ruleset.checkOptions(form.value, 1);
  return problem === null ? done(form.value) : optionsRefused(problem, Object(form.value));
}
