import { expect, test } from 'vitest';
import { Queues, tried } from '../../src/eventlog/carry-out.ts';

test("the server's own changes of a competition precede waiting commands, one at a time, and other competitions do not wait", async () => {
  const turns = new Queues();
  const done: string[] = [];
  let end: () => void = () => undefined;
  const first = turns.pass('one', 'callers', () => new Promise<void>((resolve) => (end = resolve)));
  const take = (who: 'service' | 'callers', name: string) => turns.pass('one', who, async () => void done.push(name));
  const waiting = [take('callers', 'second'), take('callers', 'third'), take('service', 'service')];
  await turns.pass('two', 'callers', async () => void done.push('other'));
  end();
  await Promise.all([first, ...waiting]);
  const failing = turns.pass('one', 'service', () => Promise.reject(new Error('failed')));
  const after = take('callers', 'after');
  await expect(failing).rejects.toThrow('failed');
  await after;
  expect(done).toEqual(['other', 'service', 'second', 'third', 'after']);
});

test('an attempt that another change preceded is followed by a pause of at most 100 ms, an attempt on old data by none', async () => {
  const pauses: number[] = [];
  let last = performance.now();
  const answer = await tried(async (nth) => {
    pauses.push(performance.now() - last);
    last = performance.now();
    if (nth === 10) return 'done';
    return nth % 2 === 0 ? 'again' : 'lost';
  });
  expect(answer).toBe('done');
  expect(pauses).toHaveLength(11);
  expect(pauses.every((ms) => ms < 500)).toBe(true);
});

test('work that fails 50 times is given up', async () => {
  let tries = 0;
  const losing = tried(async () => (++tries < 40 ? 'again' : 'lost'));
  await expect(losing).rejects.toThrow('50 tries');
  expect(tries).toBe(50);
});
