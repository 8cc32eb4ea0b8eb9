import type { Catalogue } from '#rules/catalogue.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { done, type Result } from '../../eventlog/result.ts';
import { expectedError, reachOf } from '../../statistics/comparison.ts';
import { rounded, student95 } from '../../statistics/numbers.ts';
import { pointsOf } from '../../statistics/strength-model.ts';
import { cannotBe, settledBy } from '../commands/new-competition.ts';
import { type Course, expectedCourse } from '../formats/expected-course.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import type { CompetitionEstimate, Differences, NewCompetitionEstimate } from './estimate.ts';
import type { TrialGames, Trials } from './trial-games.ts';

const SECONDS_PER_DECISION = 5;

/** Estimates a competition. Rejects settings with which it could not be created, and impossible numbers of entries. */
export async function estimateOf(
  { entries, secondsPerDecision = SECONDS_PER_DECISION, ...asked }: NewCompetitionEstimate,
  catalogue: Catalogue,
  trials: Trials,
  now: Date,
): Promise<Result<CompetitionEstimate>> {
  const settled = settledBy(asked, catalogue, now);
  if (!settled.ok) return settled;
  const settings = settled.value;
  const coming = entries ?? settings.maxEntries;
  const problem = entriesProblem(settings, coming);
  if (problem !== null) return cannotBe([{ pointer: '/entries', message: problem }]);
  const { ruleset } = catalogue.get(settings.ruleset) as NonNullable<ReturnType<Catalogue['get']>>;
  const played = await trials.of(ruleset, settings.options, settings.seats);
  return done(estimated(settings, coming, secondsPerDecision, played, now));
}

function entriesProblem(settings: Settings, entries: number): string | null {
  const least = formatOf(settings.format).least(settings);
  if (entries < least) return `must be at least ${least} with this format, not ${entries}`;
  return entries > settings.maxEntries
    ? `must be at most \`maxEntries\`, which is ${settings.maxEntries}, not ${entries}`
    : null;
}

function estimated(
  settings: Settings,
  entries: number,
  secondsPerDecision: number,
  trials: TrialGames | null,
  now: Date,
): CompetitionEstimate {
  const course = expectedCourse(settings, entries);
  const { rounds, games, tables, gamesAtTable } = course;
  const { mean, deviation } = trials?.decisions ?? { mean: 0, deviation: 0 };
  return {
    entries,
    roundsPlanned: rounds,
    games,
    gamesEach: rounded(tables * gamesAtTable, 1),
    decisions: trials && { mean: rounded(mean, 1), deviation: rounded(deviation, 1), games: trials.games },
    seconds: trials && durationOf(settings, course, entries, trials.decisions, secondsPerDecision, now),
    difference: trials && differencesIn(settings, course, entries, trials),
    secondsPerDecision,
    assumptions: assumptionsIn(settings, course, trials, secondsPerDecision),
  };
}

/** The 80 % quantile of the normal distribution. */
const FOUR_IN_FIVE = 0.8416;
/** The rating difference at odds of 300 to 1. The estimate reports no larger one. */
const MOST_RATING = 1000;

function differencesIn(
  settings: Settings,
  course: Course,
  entries: number,
  { decided, score }: Pick<TrialGames, 'decided' | 'score'>,
): Differences | null {
  if (entries < 2) return null;
  const { format, seats, boards } = settings;
  const luck = luckLeft(settings);
  if (format === 'cup') return inScores(score.deviation, boards, entries, luck);
  const { boardsAtTable, gamesAtTable, tables, house } = course;
  const design = { entries, seats, house, tables, boards: boardsAtTable, games: gamesAtTable, decided, luck };
  const { error, boards: seen } = expectedError(design);
  const reach = settings.stop === null ? student95(seen - 1) * error : reachOf(error, seen);
  const shown = reach + FOUR_IN_FIVE * error;
  if (pointsOf(shown) > MOST_RATING) return null;
  return { interval: inStrength(reach), shown: inStrength(shown), boards: rounded(seen, 1) };
}

/** Estimates differences of scores. Assumes that the scores of all entries vary equally. */
function inScores(deviation: number, boards: number, entries: number, luck: number): Differences | null {
  const degrees = (boards - 1) * (entries - 1);
  if (degrees < 1 || deviation === 0) return null;
  const error = Math.sqrt((2 * luck) / boards) * deviation;
  const reach = student95(degrees) * error;
  const of = (score: number): Differences['shown'] => ({ rating: null, share: null, score: rounded(score, 2) });
  return { interval: of(reach), shown: of(reach + FOUR_IN_FIVE * error), boards };
}

function inStrength(difference: number): Differences['shown'] {
  const share = rounded(1 / (1 + Math.exp(-difference)), 3);
  return { rating: Math.ceil(pointsOf(difference)), share, score: null };
}

/** Estimates the duration of a round: the time of its slowest table. The slowest of n similar tables takes about
 * √(2·ln n) standard deviations more than the mean. */
function durationOf(
  settings: Settings,
  course: Course,
  entries: number,
  decisions: TrialGames['decisions'],
  secondsPerDecision: number,
  now: Date,
) {
  const { clock, seats } = settings;
  const inARow = course.rounds === null ? course.tables * course.gamesAtTable : course.gamesAtTable;
  const side = course.rounds === null ? entries : course.atOnce;
  const { mean, deviation } = decisions;
  const longest = inARow * mean + deviation * Math.sqrt(inARow * 2 * Math.log(side));
  const made = longest * (course.rounds ?? 1);
  const games = inARow * (course.rounds ?? 1);
  const most = mostSeconds(settings, now);
  const seconds = (all: number) => Math.ceil(Math.min(most, all));
  const [longestOne, inAll] =
    'perAction' in clock
      ? [clock.perAction, made * clock.perAction]
      : [clock.bank, games * seats * clock.bank + made * clock.increment];
  return { expected: seconds(made * Math.min(secondsPerDecision, longestOne)), byClock: seconds(inAll) };
}

/** Returns the seconds from the start (or from now) to the end time of a ladder, which ends even if games are left. */
function mostSeconds({ startsAt, endsAt }: Settings, now: Date): number {
  if (endsAt === null) return Number.POSITIVE_INFINITY;
  const from = startsAt === null ? now.getTime() : Date.parse(startsAt);
  return Math.max(0, (Date.parse(endsAt) - from) / 1000);
}

function assumptionsIn(
  settings: Settings,
  { games }: Course,
  trials: TrialGames | null,
  secondsPerDecision: number,
): string[] {
  const isCup = settings.format === 'cup';
  const isLadder = settings.format === 'ladder';
  const [shares, luck] = [sharesLuck(settings), luckLeft(settings)];
  const said: [boolean, string][] = [
    [true, 'Everybody who enters plays from the start to the end, one game at a time.'],
    [
      isLadder && games.least < games.most,
      'A ladder has the fewest games if all tables are full, and the most if each has two entries and bots.',
    ],
    [isLadder && settings.endsAt !== null, 'A ladder may end before everybody has played all their games.'],
    [
      trials === null,
      'With these options no trial game ended within 20,000 actions. So there is no estimate of time and certainty.',
    ],
    [
      trials !== null,
      `Games take as many decisions as ${counted(trials?.games ?? 0, 'game')} of random bots with these options. Better players may take fewer or more.`,
    ],
    [
      trials !== null,
      `A decision takes ${counted(secondsPerDecision, 'second')}, or what the clock allows if that is less. Bots take hardly any time.`,
    ],
    [isCup, 'Scores differ as much as those of random bots.'],
    [!isCup, 'All have about the same strength. Between players of very different strength, intervals are wider.'],
    [
      shares && luck < 1,
      `Shared boards leave ${Math.round(luck * 100)} % of the variance of results, as measured with random bots.`,
    ],
    [shares && luck === 1, 'Shared boards make results no more certain, because no effect was measured for this game.'],
    [
      !isCup && settings.stop !== null,
      'A match that may stop early is checked after every board. So its intervals are wider, and it may end long before its last board.',
    ],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** The share of luck that remains when results on the same board are compared, by ruleset and number of seats. `npm run
 * bench -- luck` measures it: bench/figures/luck.txt. */
const SHARES: Record<string, Record<number, number>> = {
  'folly-and-fortune': { 2: 0.66, 5: 0.82 },
};
const SCORES: Record<string, number> = { pascal: 0.95, 'pokers-rogue-reckoning': 0.56 };

/** Returns the share of luck that remains. It is 1 (all of it) if nothing lower was measured, as for dice games. */
function luckLeft(settings: Settings): number {
  const { ruleset, seats, format } = settings;
  if (!sharesLuck(settings)) return 1;
  return (format === 'cup' ? SCORES[ruleset] : SHARES[ruleset]?.[seats]) ?? 1;
}

function sharesLuck({ format, duplicate }: Settings): boolean {
  return format === 'cup' ? duplicate !== 'none' : duplicate === 'permuted';
}
