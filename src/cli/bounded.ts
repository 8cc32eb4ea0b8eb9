import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Mistake } from './mistake.ts';

/** Throws a `Mistake` for options by which a game need never end: no player is here to end it. */
export function assertBounded(ruleset: AnyRuleset, options: unknown): void {
  if (ruleset.isUnbounded?.(options) !== true) return;
  throw new Mistake(`By these options a game of ${ruleset.name} need never end, and no player is here to end it.`);
}
