import type { KeptSeed } from './trial.ts';

/** Games that once broke a law, played again in every run. A failing run prints the line to add here. */
export const KEPT_SEEDS: readonly KeptSeed[] = [];
