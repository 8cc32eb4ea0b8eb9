export interface AnalysisBudget {
  playouts: number;
  /** computing time of one thread, for one analysis */
  seconds: number;
}

export const DEFAULT_BUDGET: AnalysisBudget = { playouts: 50_000, seconds: 60 };

export interface Spending {
  playoutsMost: number;
  secondsMost: number;
  playouts: number;
  seconds: number;
}

/** The fewest playouts to plan for a decision. If the budget is too small, fewer decisions are analyzed. */
export const FEWEST_PLAYOUTS = 32;

export function mostDecisions(playoutsMost: number): number {
  return Math.max(1, Math.floor(playoutsMost / FEWEST_PLAYOUTS));
}

/** Returns the playouts for the next of `left` decisions: an equal share of the remaining playouts and time. */
export function shareOfNext({ playoutsMost, secondsMost, playouts, seconds }: Spending, left: number): number {
  const byPlayouts = (playoutsMost - playouts) / left;
  if (playouts === 0) return Math.floor(byPlayouts);
  const byTime = (secondsMost - seconds) / left / (seconds / playouts);
  return Math.max(0, Math.floor(Math.min(byPlayouts, byTime)));
}
