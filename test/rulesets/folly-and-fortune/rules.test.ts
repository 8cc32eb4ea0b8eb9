import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OptionsSchema } from '../../../src/rulesets/folly-and-fortune/options.ts';
import { BASE_POWERS, SUPERPOWERS } from '../../../src/rulesets/folly-and-fortune/power.ts';

const FOLDER = new URL('../../../src/rulesets/folly-and-fortune/', import.meta.url);
const rules = readFileSync(new URL('rules.md', FOLDER), 'utf8');
/** The names in the first columns of the tables. */
const explained = [...rules.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

/** All tests of this ruleset, as they are written. */
const tests = readdirSync(new URL('./', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

describe('the rules for players', () => {
  test('explain every power and every option once', () => {
    const options = Object.keys(OptionsSchema.properties);
    expect([...explained].sort()).toEqual([...BASE_POWERS, ...SUPERPOWERS, ...options].sort());
  });

  test('number their rulings without a gap', () => {
    const numbers = [...rules.matchAll(/^- \*\*R(\d+)\*\*/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(numbers).toHaveLength(37);
  });

  test.each([...Array(37).keys()].map((i) => `R${i + 1}`))('%s has tests named after it', (ruling) => {
    expect(tests).toMatch(new RegExp(`^\\s*(test|test\\.each.*|\\]\\))\\('(R\\d+ and )?${ruling} `, 'm'));
  });
});
