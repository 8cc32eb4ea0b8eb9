import type { Findings } from './audit.ts';

/** How much is done: the whole, or enough to see that all of it works. */
export type Form = 'long' | 'short';

/** What came of a fault: the findings, and in one line what was done. */
export interface Report extends Findings {
  done: string;
}

/** Something that goes wrong while games are played. */
export interface Fault {
  /** as it is chosen on the command line */
  name: string;
  /** Null, and why in `leftOut`: it cannot be done on this machine. */
  leftOut?(): string | null;
  run(form: Form): Promise<Report>;
}
