import { rounded } from './numbers.ts';
import { SymmetricMatrix } from './symmetric-matrix.ts';

/** Before any game, a parameter is assumed to be normal around 0 with a standard deviation of 2 (the prior). */
export const PRIOR_PRECISION = 1 / 4;
/** The index that stands for random play, whose strength is 0. */
export const ANCHOR = -1;
/** The index that stands for a seat that the game does not have. */
export const NOBODY = -2;
/** After a step smaller than this, one more step makes the values exact to the last bits. */
const CLOSE = 1e-9;
const MOST_STEPS = 100;
/** A longer step would be unreliable, because the curvature is known only near the present values. */
const LONGEST_STEP = 1;
const SHORT_STEP = 0.3;

/** A model in which a seat wins with a probability proportional to exp(strength of its player + effect of the seat). If
 * k seats share a win, each gets 1/k of it. The strength of random play and the effect of seat 0 are 0. Games are
 * always added in the order of the arrays, so that rounding is the same in each run. */
export interface StrengthModel {
  /** the number of strengths, which are the first parameters; the effects of seats 1, 2 … follow */
  strengths: number;
  /** the largest number of seats of a game */
  seats: number;
  /** the players at the seats of each game, game by game: the index of a strength, `ANCHOR` or `NOBODY` */
  players: Int32Array;
  /** shares of the win, in the order of `players` */
  shares: Float64Array;
  boards: Int32Array;
}

export function sizeOf({ strengths, seats }: StrengthModel): number {
  return strengths + seats - 1;
}

/** Finds the most likely values by Newton's method, and the negated second derivatives there (the curvature). The
 * curvature is costly, so it is computed again only after a long step and at the end. */
export function fitted(model: StrengthModel, start: Float64Array = new Float64Array(sizeOf(model))) {
  const values = Float64Array.from(start);
  let curvature = curvatureAt(model, values).factor();
  let isCurrent = true;
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = curvature.solve(slopeAt(model, values));
    const longest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    move(values, change, Math.min(1, LONGEST_STEP / longest));
    isCurrent &&= longest < CLOSE;
    if (longest > SHORT_STEP || (longest < CLOSE && !isCurrent)) {
      curvature = curvatureAt(model, values).factor();
      isCurrent = true;
    }
    if (longest < CLOSE) {
      move(values, curvature.solve(slopeAt(model, values)), 1);
      return { values, curvature };
    }
  }
  throw new Error(`no fit of ${values.length} parameters to ${model.boards.length} games in ${MOST_STEPS} steps`);
}

function move(values: Float64Array, change: Float64Array, part: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) + part * (change[i] as number);
}

/** Writes into `residuals`, by seat, the share that was won minus the expected share. */
export function residualsInto(residuals: Float64Array, model: StrengthModel, game: number, values: Float64Array): void {
  const from = game * model.seats;
  const won = chancesInto(residuals, model, game, values);
  for (let seat = 0; seat < model.seats; seat++) {
    residuals[seat] = (model.shares[from + seat] as number) - won * (residuals[seat] as number);
  }
}

/** Writes each seat's probability of winning into `chances`. Returns the sum of the shares that the seats won. */
export function chancesInto(chances: Float64Array, model: StrengthModel, game: number, values: Float64Array): number {
  const { strengths, seats, players, shares } = model;
  const from = game * seats;
  let highest = Number.NEGATIVE_INFINITY;
  for (let seat = 0; seat < seats; seat++) {
    const player = players[from + seat] as number;
    const effect = seat === 0 ? 0 : (values[strengths + seat - 1] as number);
    const sum =
      player >= 0 ? (values[player] as number) + effect : player === ANCHOR ? effect : Number.NEGATIVE_INFINITY;
    chances[seat] = sum;
    if (sum > highest) highest = sum;
  }
  let [total, won] = [0, 0];
  for (let seat = 0; seat < seats; seat++) {
    const weight = Math.exp((chances[seat] as number) - highest);
    chances[seat] = weight;
    total += weight;
    won += shares[from + seat] as number;
  }
  for (let seat = 0; seat < seats; seat++) chances[seat] = (chances[seat] as number) / total;
  return won;
}

function slopeAt(model: StrengthModel, values: Float64Array): Float64Array {
  const { strengths, seats, players, boards } = model;
  const slope = new Float64Array(sizeOf(model));
  const residuals = new Float64Array(seats);
  for (let game = 0; game < boards.length; game++) {
    residualsInto(residuals, model, game, values);
    for (let seat = 0; seat < seats; seat++) {
      const player = players[game * seats + seat] as number;
      const effect = strengths + seat - 1;
      if (player >= 0) slope[player] = (slope[player] as number) + (residuals[seat] as number);
      if (seat > 0) slope[effect] = (slope[effect] as number) + (residuals[seat] as number);
    }
  }
  return slope.map((each, i) => each - PRIOR_PRECISION * (values[i] as number));
}

function curvatureAt(model: StrengthModel, values: Float64Array): SymmetricMatrix {
  const { strengths, seats, players, boards } = model;
  const curvature = new SymmetricMatrix(sizeOf(model));
  for (let i = 0; i < curvature.size; i++) curvature.add(i, i, PRIOR_PRECISION);
  const chances = new Float64Array(seats);
  const add = (row: number, column: number, value: number) => {
    if (column >= 0 && row >= column) curvature.add(row, column, value);
  };
  for (let game = 0; game < boards.length; game++) {
    const won = chancesInto(chances, model, game, values);
    for (let seat = 0; seat < seats; seat++) {
      const player = players[game * seats + seat] as number;
      const effect = seat === 0 ? NOBODY : strengths + seat - 1;
      for (let other = 0; other < seats; other++) {
        const opponent = players[game * seats + other] as number;
        const otherEffect = other === 0 ? NOBODY : strengths + other - 1;
        const value = won * (chances[seat] as number) * ((seat === other ? 1 : 0) - (chances[other] as number));
        add(player, opponent, value);
        add(player, otherEffect, value);
        add(effect, opponent, value);
        add(effect, otherEffect, value);
      }
    }
  }
  return curvature;
}

/** The rating of random play, or of the mean strength if random play has no game. */
export const MIDDLE = 1500;
/** The rating points for a factor of e in the odds: a factor of 10 gives 400 points, as in Elo ratings. */
const POINTS = 173.7;
export const ENOUGH_BOARDS = 10;

export function pointsOf(difference: number): number {
  return POINTS * difference;
}

/** Returns the rating of a strength, which is in natural logarithms of the odds. */
export function ratingOf(strength: number): number {
  return rounded(MIDDLE + pointsOf(strength), 0);
}
