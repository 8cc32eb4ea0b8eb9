import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, textOf } from './markdown.ts';

const SHOWN = /`(test\/[^`]+)`((?:,? ?“[^”]+”)*)/g;

const rows = textOf('docs/attacks.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (attack |-)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

test.each(rows)('the attack “%s” names tests that exist', (_attack, _answer, shown = '') => {
  const named = [...shown.matchAll(SHOWN)];
  expect(named, shown).not.toEqual([]);
  expect(named.map(([all]) => all).join(', ')).toBe(shown);
  for (const [, file = '', words = ''] of named) {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const titles = [...words.matchAll(/“([^”]+)”/g)].map(([, title]) => title as string);
    if (file.endsWith('.test.ts')) expect(titles, file).not.toEqual([]);
    for (const title of titles) expect(textOf(file)).toContain(title);
  }
});
