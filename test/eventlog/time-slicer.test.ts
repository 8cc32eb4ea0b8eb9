import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TimeSlicer } from '../../src/eventlog/queue.ts';

const LONG_MS = 6;

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('with several long tasks at once, everything else has its turn between any two long steps', async () => {
  const timeSlicer = new TimeSlicer();
  let stepsInARow = 0;
  let most = 0;
  let over = false;
  const work = async () => {
    for (let step = 0; step < 3; step++) {
      await timeSlicer.pause();
      busy(LONG_MS);
      most = Math.max(most, ++stepsInARow);
    }
  };
  const works = Promise.all(Array.from({ length: 10 }, work)).finally(() => {
    over = true;
  });
  while (!over) {
    stepsInARow = 0;
    await turn();
  }
  await works;
  expect(most).toBe(1);
});

test('short work runs at once while its slice lasts, and all of it finishes', async () => {
  const timeSlicer = new TimeSlicer();
  await timeSlicer.pause();
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const done = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      for (let step = 0; step < 20; step++) await timeSlicer.pause();
      return i;
    }),
  );
  clearInterval(counting);
  expect(done).toHaveLength(50);
  expect(turns).toBeLessThan(200);
});
