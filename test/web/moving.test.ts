import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../web/src/', import.meta.url).pathname;
/** Matches properties that can be animated without a new layout. */
const CHEAP = /^(transform|translate|rotate|scale|opacity|filter|box-shadow|none)$/;

test('styles move only what needs no layout', () => {
  const sheets = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
  const moved = sheets.flatMap((path) => {
    const css = readFileSync(ROOT + path, 'utf8');
    const frames = [...css.matchAll(/@keyframes [^{]+\{((?:[^{}]*\{[^}]*\})*)/g)].flatMap(([, body = '']) =>
      [...body.matchAll(/([a-z-]+):/g)].map(([, property = '']) => property),
    );
    const transitions = [...css.matchAll(/transition: ([^;]+);/g)].flatMap(([, list = '']) =>
      list.split(/,(?![^(]*\))/).map((one) => one.trim().split(/\s/)[0] ?? ''),
    );
    return [...frames, ...transitions].map((property) => ({ path, property }));
  });
  expect(moved.length).toBeGreaterThan(20);
  expect(moved.filter(({ property }) => !CHEAP.test(property))).toEqual([]);
});
