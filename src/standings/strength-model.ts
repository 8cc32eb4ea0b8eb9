import type { Result } from './results.ts';
import { SymmetricMatrix, type Triangle } from './symmetric-matrix.ts';

/** Of each parameter before any game: normal around 0 with a standard deviation of 2. */
export const PRIOR_PRECISION = 1 / 4;
/** Parameters that change by less than this have been found; what is shown is coarser by far. */
const CLOSE = 1e-9;
const MOST_STEPS = 100;
/** So far a parameter goes at once: beyond that the curvature where it stands says little. */
const LONGEST_STEP = 1;
/** A step that leaves the curvature nearly what it was. */
const SHORT_STEP = 0.3;

/** A game as the model sees it. */
interface ModelledGame {
  board: number;
  /** by seat: the parameters that add up to how likely it is to win; none at the anchor on seat 0 */
  parameters: number[][];
  shares: readonly number[];
}

/**
 * P(a seat wins) ∝ exp(strength of its player + effect of the seat); a win that k share counts as 1/k of one for each. The strength
 * of an anchor and of the house is 0, and so is the effect of seat 0.
 */
export interface StrengthModel {
  /** whose strengths are fitted, by number; that of the i-th is parameter i, and the effects of seats 1, 2 … follow */
  entries: number[];
  size: number;
  /** in schedule order */
  games: ModelledGame[];
}

/** Where the model fits best, and how sharply. */
export interface Fit {
  values: Float64Array;
  /** of the second derivatives there, with the sign that makes them positive */
  curvature: Triangle;
}

/** `played` in schedule order. */
export function modelOf(played: readonly Result[], anchors: ReadonlySet<number>): StrengthModel {
  const seated = new Set(played.flatMap(({ entries }) => entries.filter((entry) => entry !== null)));
  const entries = [...seated].filter((entry) => !anchors.has(entry)).sort((a, b) => a - b);
  const places = new Map(entries.map((entry, place) => [entry, place]));
  const seats = played.reduce((most, { shares }) => Math.max(most, shares.length), 1);
  const games = played.map(({ board, entries: players, shares }) => ({
    board,
    shares,
    parameters: players.map((player, seat) => {
      const strength = player === null ? undefined : places.get(player);
      const effect = seat === 0 ? [] : [entries.length + seat - 1];
      return strength === undefined ? effect : [strength, ...effect];
    }),
  }));
  return { entries, size: entries.length + seats - 1, games };
}

/**
 * The mode of the posterior, by Newton's method. The curvature is what costs, and is worked out anew only after a step that changed it
 * by much: with one that is nearly right, the same mode is found in a few steps more.
 */
export function fitted(model: StrengthModel): Fit {
  const values = new Float64Array(model.size);
  let curvature = curvatureAt(model, values).factor();
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = curvature.solve(slopeAt(model, values));
    const longest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const part = Math.min(1, LONGEST_STEP / longest);
    for (const [i, each] of change.entries()) values[i] = (values[i] as number) + part * each;
    if (longest > SHORT_STEP || longest < CLOSE) curvature = curvatureAt(model, values).factor();
    if (longest < CLOSE) return { values, curvature };
  }
  throw new Error(`no fit of ${model.size} parameters to ${model.games.length} games in ${MOST_STEPS} steps`);
}

/** By seat: the share of the win less what was to be expected. */
export function residualsOf({ parameters, shares }: ModelledGame, values: Float64Array): number[] {
  const chances = chancesOf(parameters, values);
  const won = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, seat) => share - won * (chances[seat] as number));
}

function chancesOf(parameters: readonly number[][], values: Float64Array): number[] {
  const sums = parameters.map((each) => each.reduce((sum, parameter) => sum + (values[parameter] as number), 0));
  const highest = Math.max(...sums);
  const weights = sums.map((sum) => Math.exp(sum - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function slopeAt({ size, games }: StrengthModel, values: Float64Array): Float64Array {
  const slope = new Float64Array(size);
  for (const game of games) {
    for (const [seat, residual] of residualsOf(game, values).entries()) {
      for (const parameter of game.parameters[seat] as number[])
        slope[parameter] = (slope[parameter] as number) + residual;
    }
  }
  return slope.map((each, i) => each - PRIOR_PRECISION * (values[i] as number));
}

function curvatureAt({ size, games }: StrengthModel, values: Float64Array): SymmetricMatrix {
  const curvature = new SymmetricMatrix(size);
  for (let i = 0; i < size; i++) curvature.add(i, i, PRIOR_PRECISION);
  for (const { parameters, shares } of games) {
    const won = shares.reduce((sum, share) => sum + share, 0);
    const chances = chancesOf(parameters, values);
    for (const [seat, own] of chances.entries()) {
      for (const [other, theirs] of chances.entries()) {
        const value = won * own * ((seat === other ? 1 : 0) - theirs);
        for (const i of parameters[seat] as number[]) {
          for (const j of parameters[other] as number[]) if (i >= j) curvature.add(i, j, value);
        }
      }
    }
  }
  return curvature;
}
