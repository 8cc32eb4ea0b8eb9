import type { AppParts } from './app.ts';
import type { Contract } from './schemas/contract.ts';
import type { Validators } from './validators.ts';

/** What the operations are made of. */
export interface Services extends AppParts {
  contract: Contract;
  validators: Validators;
}
