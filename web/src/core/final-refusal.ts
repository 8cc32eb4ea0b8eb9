import type { Refusal } from '../../../clients/typescript/src/index.ts';

/** Whether the service has said no, so that asking again would not help. */
export function isFinal({ status }: Refusal): boolean {
  return status !== null && status < 500 && status !== 429;
}
