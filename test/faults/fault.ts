import type { Findings } from './audit.ts';

/** `short`: enough to see that everything works. */
export type Form = 'long' | 'short';

/** `done`: one line for the report. */
export interface Report extends Findings {
  done: string;
}

/** A fault injected during play. */
export interface Fault {
  /** its name on the command line */
  name: string;
  /** the reason to skip it on this machine, or null */
  leftOut?(): string | null;
  run(form: Form): Promise<Report>;
}
