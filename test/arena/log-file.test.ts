import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepEndOf } from '../../lab/arena/agents/agents.ts';
import { fileWith } from './held.ts';

test('the log of a program keeps the end of a long output and continues after it', () => {
  const file = fileWith('begin\n');
  keepEndOf(file);
  expect(readFileSync(file, 'utf8')).toBe('begin\n');
  appendFileSync(file, `${'x'.repeat(2 ** 21)}end\n`);
  keepEndOf(file);
  appendFileSync(file, 'more\n');
  const kept = readFileSync(file, 'utf8');
  expect(kept).toHaveLength(2 ** 20 + 'more\n'.length);
  expect(kept.endsWith('xend\nmore\n')).toBe(true);
});
