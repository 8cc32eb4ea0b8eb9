import type { Findings } from './audit.ts';

/** `short`: enough to see that everything works. */
export type Form = 'long' | 'short';

/** `done`: one line for the report. */
export interface Report extends Findings {
  done: string;
}

export interface Fault {
  name: string;
  /** the reason to skip it on this machine, or null */
  leftOut?(): string | null;
  run(form: Form): Promise<Report>;
}
