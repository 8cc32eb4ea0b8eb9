import { PRIOR_PRECISION } from './strength-model.ts';

/** A competition as far as it matters for how much its results will tell, where all are as strong. */
export interface Design {
  entries: number;
  /** of each table; of them so many the house has, on average */
  seats: number;
  house: number;
  /** at which an entry sits, on average */
  tables: number;
  /** boards that a table plays, and games on all of them */
  boards: number;
  games: number;
  /** of games, from 0 to 1: with a winner, who alone tells anything of strength */
  decided: number;
  /** variance of results that is left of what as many games with chance of their own would have; 1: all of it */
  luck: number;
}

/** With how many boards, of one entry. */
export interface ExpectedError {
  /** of the difference of two entries, in natural logarithms of the odds */
  error: number;
  boards: number;
}

/**
 * The standard error that the standings are to give the difference of two entries, before any game is played. At equal strength
 * a game at k seats tells 1/k² of each pair at its table, so that the information of a schedule is the Laplacian of its meetings, and the mean
 * variance of a difference is twice the mean of 1/(eigenvalue + prior). Mean and variance of the eigenvalues follow from how often everybody
 * meets how many, and of them that mean, as mean/(mean² − variance): exact where everybody meets everybody as often. The house is
 * random play, whose strength is known.
 */
export function expectedError({ entries, seats, house, tables, boards, games, decided, luck }: Design): ExpectedError {
  const told = (games * decided) / seats ** 2;
  const met = tables * (seats - house - 1) * told;
  const known = tables * house * told;
  const again = Math.max(told, met / (entries - 1));
  const mean = (entries * met) / (entries - 1);
  const spread = Math.max(0, (entries * met * (met + again)) / (entries - 1) - mean ** 2);
  const centre = mean + known + PRIOR_PRECISION;
  const open = centre / (centre ** 2 - spread);
  const ofPrior = PRIOR_PRECISION * open ** 2;
  const all = tables * boards;
  const few = all > 1 ? all / (all - 1) : 2;
  return { error: Math.sqrt(2 * (few * luck * (open - ofPrior) + ofPrior)), boards: all };
}
