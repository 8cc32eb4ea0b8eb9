export interface AnalysisBudget {
  playouts: number;
  /** time of computing in a thread */
  seconds: number;
}

export const DEFAULT_BUDGET: AnalysisBudget = { playouts: 50_000, seconds: 60 };

export interface Spending {
  playoutsMost: number;
  secondsMost: number;
  playouts: number;
  seconds: number;
}

/** With fewer playouts, a result means nothing. */
export const FEWEST_PLAYOUTS = 32;

export function mostDecisions(playoutsMost: number): number {
  return Math.max(1, Math.floor(playoutsMost / FEWEST_PLAYOUTS));
}

/** Returns an equal share of the playouts and of the time left, for one of `left` decisions. */
export function shareOfNext({ playoutsMost, secondsMost, playouts, seconds }: Spending, left: number): number {
  const byPlayouts = (playoutsMost - playouts) / left;
  if (playouts === 0) return Math.floor(byPlayouts);
  const byTime = (secondsMost - seconds) / left / (seconds / playouts);
  return Math.max(0, Math.floor(Math.min(byPlayouts, byTime)));
}
