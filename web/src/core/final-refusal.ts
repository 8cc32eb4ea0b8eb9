import type { Refusal } from '../../../clients/typescript/src/index.ts';

/** True if trying again would not help. */
export function isFinal({ status }: Refusal): boolean {
  return status !== null && status < 500 && status !== 429;
}
