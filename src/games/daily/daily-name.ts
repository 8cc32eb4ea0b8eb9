import { createHash } from 'node:crypto';
import type { RulesetVersion } from '#rules/catalogue.ts';
import { canonical } from '#rules/kernel/json.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { optionsRefused } from '../refusals.ts';

/** What a competition of the day is known by: its day, its rules and its options. */
export function nameOf({ id, rulesVersion }: AnyRuleset, options: unknown, date: string): string {
  const digest = createHash('sha256').update(canonical(options)).digest('hex').slice(0, 16);
  return `${date} ${id} ${rulesVersion} ${digest}`;
}

/** The options of a competition of the day, complete with the defaults. */
export function optionsFor({ inputs, ruleset }: RulesetVersion, sent: unknown): Result<object> {
  const form = inputs.options(sent);
  if (!form.ok) {
    const errors = form.errors.map(({ pointer, message }) => ({ pointer: `/options${pointer}`, message }));
    return refused('invalid-request', `These options do not fit ${ruleset.name}.`, { errors });
  }
  const problem = ruleset.checkOptions(form.value, 1);
  return problem === null ? done(form.value) : optionsRefused(problem, Object(form.value));
}
