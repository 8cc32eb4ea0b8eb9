import type { Clock } from '../../games/model/clock.ts';
import type { Course } from '../formats/expected-course.ts';
import type { Settings } from '../model/settings.ts';
import type { TrialGames } from './trial-games.ts';

/** In whole seconds, from the start to the end. */
export interface Duration {
  /** where each decision takes as long as was said */
  expected: number;
  /** where each takes all the time that the clock gives */
  byClock: number;
}

interface Asked {
  settings: Settings;
  course: Course;
  entries: number;
  decisions: TrialGames['decisions'];
  secondsPerDecision: number;
  now: Date;
}

/**
 * One game at a time at each table, and one decision after the other. A round lasts as long as its longest table: of n sums that scatter
 * alike the largest is expected √(2·ln n) deviations above the mean.
 */
export function durationOf({ settings, course, entries, decisions, secondsPerDecision, now }: Asked): Duration {
  const { clock, seats } = settings;
  const inARow = course.rounds === null ? course.tables * course.gamesAtTable : course.gamesAtTable;
  const side = course.rounds === null ? entries : course.atOnce;
  const made = longest(decisions, inARow, side) * (course.rounds ?? 1);
  const games = inARow * (course.rounds ?? 1);
  const most = mostSeconds(settings, now);
  const seconds = (all: number) => Math.ceil(Math.min(most, all));
  return {
    expected: seconds(made * Math.min(secondsPerDecision, longestDecision(clock))),
    byClock: seconds(byClock(clock, seats, games, made)),
  };
}

function longest({ mean, deviation }: TrialGames['decisions'], games: number, side: number): number {
  return games * mean + deviation * Math.sqrt(games * 2 * Math.log(side));
}

function longestDecision(clock: Clock): number {
  return 'perAction' in clock ? clock.perAction : clock.bank;
}

function byClock(clock: Clock, seats: number, games: number, decisions: number): number {
  if ('perAction' in clock) return decisions * clock.perAction;
  return games * seats * clock.bank + decisions * clock.increment;
}

/** A ladder is over at its end, whatever is left to play. */
function mostSeconds({ startsAt, endsAt }: Settings, now: Date): number {
  if (endsAt === null) return Number.POSITIVE_INFINITY;
  const from = startsAt === null ? now.getTime() : Date.parse(startsAt);
  return Math.max(0, (Date.parse(endsAt) - from) / 1000);
}
