import type { Findings } from './audit.ts';

export type Form = 'long' | 'short';

export interface Report extends Findings {
  done: string;
}

export interface Fault {
  name: string;
  leftOut?(): string | null;
  run(form: Form): Promise<Report>;
}
