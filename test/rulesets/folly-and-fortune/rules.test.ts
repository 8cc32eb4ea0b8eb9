import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Card, PRINTED } from '#rules/folly-and-fortune/cards.ts';
import { OptionsSchema } from '#rules/folly-and-fortune/options.ts';
import { BASE_POWERS, SUPERPOWERS } from '#rules/folly-and-fortune/power.ts';
import { ruleOf } from '#rules/folly-and-fortune/powers.ts';
import { ruleset } from './scripted-table.ts';

const FOLDER = new URL('../../../rules/folly-and-fortune/', import.meta.url);
const rules = readFileSync(new URL('rules.md', FOLDER), 'utf8');
const explained = [...rules.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

const tests = readdirSync(new URL('./', import.meta.url))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

function rowOf({ id, number, health, arrow, shield, powers }: Card): string[] {
  const texts = powers.map((power) => `${power.trigger}, \`${power.kind}\`: ${ruleOf(power).words(power)}`);
  return [id, `${number}`, `${health}`, arrow ?? '–', [...(shield ? ['Shield'] : []), ...texts].join('; ') || '–'];
}

describe('the rules for players', () => {
  test('show all 75 cards in a table, as the ruleset publishes them', () => {
    const rows = [...rules.matchAll(/^\| [BS]\d\d +\|.*$/gm)].map(([row]) => row.split('|').slice(1, -1));
    expect(rows.map((cells) => cells.map((cell) => cell.trim()))).toEqual(PRINTED.map(rowOf));
    expect(ruleset.cards?.map(({ text, ...card }) => card)).toEqual(PRINTED);
    expect(ruleset.cards).toHaveLength(75);
    expect(ruleset.cards?.[57]?.text).toBe(
      'S08: number 6, health 2, arrow left; passed: all further results of your turn are 1 higher',
    );
  });

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
