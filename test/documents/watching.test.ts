import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorsPage } from './errors-page.ts';
import { ROOT, textOf } from './markdown.ts';

const PAGE = textOf('docs/operations.md');
const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
  .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'));

function inSources(pattern: RegExp): string[] {
  const found = SOURCES.flatMap((source) => [...source.matchAll(pattern)].map(([, what = '']) => what));
  expect(found.length).toBeGreaterThan(3);
  return found.sort();
}

test('the table lists exactly the metrics of the program', () => {
  const counted = inSources(/(?:#count(?:er|ing)|#histogram|\bgauge(?:OfLoops)?)\(\s*'(croupier_\w+)'/g);
  const told = [...PAGE.matchAll(/`(croupier_\w+?)(?:\{.*?\})?`/g)].map(([, name = '']) => name);
  expect([...new Set(told)].sort()).toEqual(counted);
});

test('docs/errors.md lists the texts that the code has', () => {
  expect(textOf('docs/errors.md') === errorsPage(), 'run `npm run openapi`').toBe(true);
});
