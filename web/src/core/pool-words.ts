import type { RulesetSummary } from './api.ts';
import type { Pool } from './rated.ts';
import { WORDS_OF_RATINGS } from './words/ratings.ts';
import { spoken } from './words.ts';

export function gameOf({ ruleset }: Pick<Pool, 'ruleset'>, rulesets: readonly RulesetSummary[]): string {
  return rulesets.find(({ id }) => id === ruleset)?.name ?? ruleset;
}

/** Returns the options that differ from the defaults, or a word for the defaults. */
export function optionsOf(
  { ruleset, options }: Pick<Pool, 'ruleset' | 'options'>,
  rulesets: readonly RulesetSummary[],
): string {
  const usual = rulesets.find(({ id }) => id === ruleset)?.defaultOptions ?? {};
  const other = Object.entries(options).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
  return other.length === 0
    ? WORDS_OF_RATINGS.usualOptions
    : other.map(([name, value]) => `${spoken(name)}: ${valueIn(value)}`).join(', ');
}

export function poolOf(pool: Pool, rulesets: readonly RulesetSummary[]): string {
  const { seats, rulesVersion } = pool;
  return WORDS_OF_RATINGS.pool(gameOf(pool, rulesets), seats, optionsOf(pool, rulesets), rulesVersion);
}

function valueIn(value: unknown): string {
  if (value === null) return WORDS_OF_RATINGS.none;
  if (typeof value === 'boolean') return value ? WORDS_OF_RATINGS.yes : WORDS_OF_RATINGS.no;
  return typeof value === 'string' ? spoken(value) : JSON.stringify(value);
}
