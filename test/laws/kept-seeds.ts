import type { KeptSeed } from './trial.ts';

/** Games that once broke a law. They are played in every run. A run that fails prints the line to add. */
export const KEPT_SEEDS: readonly KeptSeed[] = [];
