import type { KeptSeed } from './trial.ts';

/** Games that broke a law once, played in every run. A failing run prints the line to add. */
export const KEPT_SEEDS: readonly KeptSeed[] = [];
