/** Why an operator has ended a game, as its log says it and everybody reads it. */
export const VOID_REASONS = ['fault', 'stuck', 'conduct', 'asked', 'other'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

export function isVoidReason(value: unknown): value is VoidReason {
  return VOID_REASONS.some((reason) => reason === value);
}
