import type { RulesetVersion } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { UsageError } from '../src/cli/flags.ts';

export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** Returns the options with defaults for missing ones. Throws a `UsageError` if they do not fit or the game might never
 * end. */
export function optionsIn(entry: RulesetVersion, text: string, seats: number): unknown {
  const checked = entry.inputs.options(parsed(text));
  if (!checked.ok) {
    const errors = checked.errors.map(({ pointer, message }) => `${pointer || 'the whole'} ${message}`);
    throw new UsageError(`These options are not valid for ${entry.ruleset.name}: ${errors.join('; ')}.`);
  }
  const problem = entry.ruleset.checkOptions(checked.value, seats);
  if (problem !== null) throw new UsageError(problem);
  assertBounded(entry.ruleset, checked.value);
  return checked.value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--options must be a JSON object, not ${JSON.stringify(text)}.`);
  }
}

export function belowHalf(flag: string, text: string): number {
  const number = Number(text);
  if (/^(0?\.\d+|\d(\.\d+)?e-\d+)$/i.test(text) && number > 0 && number < 0.5) return number;
  throw new UsageError(`${flag} must be a number above 0 and below 0.5, not "${text}".`);
}

/** Throws a `UsageError` for options under which a game might never end, because no human is here to end it. */
export function assertBounded(ruleset: AnyRuleset, options: unknown): void {
  if (ruleset.isUnbounded?.(options) !== true) return;
  throw new UsageError(`With these options a game of ${ruleset.name} may never end. Choose other options.`);
}
