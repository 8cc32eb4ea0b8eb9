/** How much may be spent on one game. */
export interface AnalysisBudget {
  playouts: number;
  /** of a thread */
  seconds: number;
}

export const DEFAULT_BUDGET: AnalysisBudget = { playouts: 50_000, seconds: 60 };

/** What an analysis may spend, and has spent. */
export interface Spending {
  playoutsMost: number;
  secondsMost: number;
  playouts: number;
  seconds: number;
}

/** Fewer playouts say nothing of a decision. */
export const FEWEST_PLAYOUTS = 32;

/** How many decisions can be judged at all. */
export function mostDecisions(playoutsMost: number): number {
  return Math.max(1, Math.floor(playoutsMost / FEWEST_PLAYOUTS));
}

/** The playouts of the next decision, where so many are left: an equal share of what is left, of the time too. */
export function shareOfNext({ playoutsMost, secondsMost, playouts, seconds }: Spending, left: number): number {
  const byPlayouts = (playoutsMost - playouts) / left;
  if (playouts === 0) return Math.floor(byPlayouts);
  const byTime = (secondsMost - seconds) / left / (seconds / playouts);
  return Math.max(0, Math.floor(Math.min(byPlayouts, byTime)));
}
