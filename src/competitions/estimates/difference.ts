import { reachOf } from '../../standings/comparison.ts';
import { expectedError } from '../../standings/expected-error.ts';
import { pointsOf } from '../../standings/rating-scale.ts';
import { rounded } from '../../standings/rounded.ts';
import { student95 } from '../../standings/student-t.ts';
import type { Course } from '../formats/expected-course.ts';
import type { Settings } from '../model/settings.ts';
import type { Differences } from './estimate.ts';
import { luckLeft } from './measured-luck.ts';
import type { TrialGames } from './trial-games.ts';

/** So many standard errors above what is to be exceeded lies what exceeds it four times in five. */
const FOUR_IN_FIVE = 0.8416;
/** Odds of three hundred to one: what tells apart no less tells nobody apart. */
const MOST_RATING = 1000;

/** What the results will tell; null where nobody will be told apart. */
export function differencesIn(
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

/** Everybody scatters alike around what they score on a board. */
function inScores(deviation: number, boards: number, entries: number, luck: number): Differences | null {
  const degrees = (boards - 1) * (entries - 1);
  if (degrees < 1 || deviation === 0) return null;
  const error = Math.sqrt((2 * luck) / boards) * deviation;
  const reach = student95(degrees) * error;
  const of = (score: number): Differences['shown'] => ({ rating: null, share: null, score: rounded(score, 2) });
  return { interval: of(reach), shown: of(reach + FOUR_IN_FIVE * error), boards };
}

function inStrength(difference: number): Differences['shown'] {
  return {
    rating: Math.ceil(pointsOf(difference)),
    share: rounded(1 / (1 + Math.exp(-difference)), 3),
    score: null,
  };
}
