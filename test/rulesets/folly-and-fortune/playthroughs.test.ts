import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BASE_POWERS, SUPERPOWERS } from '#rules/folly-and-fortune/power.ts';
import type { PlaythroughStep } from '#rules/kernel/playthrough.ts';

const FOLDER = new URL('../../playthroughs/folly-and-fortune/', import.meta.url);
const MOST_BYTES = 200_000;
const files = readdirSync(FOLDER);

function powersIn(file: string): string[] {
  const [, ...steps] = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
  const events = steps.flatMap((step) => (JSON.parse(step) as PlaythroughStep).events);
  return events.flatMap(({ type, data }) => (type === 'powerUsed' && 'power' in data ? [String(data.power)] : []));
}

describe('the golden playthroughs', () => {
  test('use every power of both sets between them', () => {
    const used = new Set(files.flatMap(powersIn));
    expect([...used].sort()).toEqual([...BASE_POWERS, ...SUPERPOWERS].sort());
  });

  test.each(files)('%s stays small enough to be read', (file) => {
    expect(statSync(new URL(file, FOLDER)).size).toBeLessThan(MOST_BYTES);
  });
});
