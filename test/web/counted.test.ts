import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { counted } from '../../web/src/core/words/counted.ts';

test.each<[number, string]>([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
  [1200, '1,200 entries'],
  [-1, '-1 entry'],
  [0.996, '1 entry'],
  [1.5, '1.5 entries'],
  [11, '11 entries'],
])('%d is counted in words', (n, words) => {
  expect(counted(n, 'entry', 'entries')).toBe(words);
});

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });

test('a number is counted as it is displayed', () => {
  expect(counted(1, 'point', 'points', signed)).toBe('+1 point');
  expect(counted(-2, 'point', 'points', signed)).toBe('-2 points');
});

const SOURCES = new URL('../../web/src/', import.meta.url);
const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /words(\.ts$|\/)/.test(file),
);
const THINGS =
  'actions attempts boards byes cards choices crosses days decisions dots draws entries games heads icons links messages opponents ' +
  'options places playouts players points possibilities re-rolls readings replays rounds seats seconds tables times walkovers';
const PLURAL = new RegExp(`\\b1 (?:more |new |rating |won )?(?:${THINGS.replaceAll(' ', '|')})\\b`);

function saidOfOne(value: unknown, name: string): [string, string][] {
  if (typeof value === 'function') {
    try {
      const said: unknown = value(...Array.from({ length: value.length }, () => 1));
      return typeof said === 'string' ? [[name, said]] : [];
    } catch {
      return [];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => saidOfOne(part, `${name}.${key}`));
}

test.each(FILES)('%s has a singular for one of each thing', async (file) => {
  const words = saidOfOne(await import(new URL(file, SOURCES).href), file);
  expect(words.filter(([, said]) => PLURAL.test(said))).toEqual([]);
});
