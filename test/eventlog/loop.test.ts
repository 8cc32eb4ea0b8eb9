import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FailedItems, Loop, unlessAway } from '../../src/eventlog/loop.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function started(rounds: (() => Promise<number>)[], parts: Partial<ConstructorParameters<typeof Loop>[0]> = {}) {
  const begun: number[] = [];
  const errors: unknown[] = [];
  const loop = new Loop({
    name: 'test',
    everyMs: 1_000,
    round: () => {
      const round = rounds[Math.min(begun.length, rounds.length - 1)] as () => Promise<number>;
      begun.push(performance.now() - from);
      return round();
    },
    onError: (error) => void errors.push(error),
    ...parts,
  });
  const from = performance.now();
  loop.start();
  return { loop, begun, errors };
}

const idle = async () => Number.POSITIVE_INFINITY;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const after = (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(1_000), ms));

test('a loop begins a round at its start, then at the time that the last round returned, and at least each `everyMs`', async () => {
  const { begun } = started([async () => 300, idle]);
  await pass(1_350);
  expect(begun).toEqual([0, 300, 1_300]);
});

test('a wake-up begins a round at its time, and a later wake-up changes nothing', async () => {
  const { loop, begun } = started([idle]);
  await pass(100);
  loop.wake(500);
  loop.wake(200);
  loop.wake(800);
  await pass(300);
  loop.wake();
  await pass(0);
  expect(begun).toEqual([0, 300, 400]);
});

test('a loop that is woken during a round begins another one right after it, and never two at once', async () => {
  const { loop, begun } = started([() => after(400), idle]);
  await pass(100);
  for (let n = 0; n < 5; n++) loop.wake();
  await pass(299);
  expect(begun).toEqual([0]);
  await pass(2);
  expect(begun).toEqual([0, 401]); // the shortest timer takes 1 ms
});

test('a loop that is woken for a time within a round begins the next round when it ends', async () => {
  const { loop, begun } = started([() => after(400), idle]);
  await pass(100);
  loop.wake(100);
  await pass(900);
  expect(begun).toEqual([0, 401]);
});

test('a failed round is reported, and the loop goes on', async () => {
  const broken = new Error('broken');
  const { loop, begun, errors } = started([idle, () => Promise.reject(broken), idle]);
  await pass(1_500);
  expect([errors, loop.failure, loop.lagMs, loop.isRunning]).toEqual([[broken], 'failed', 1_500, true]);
  await pass(1_000);
  expect([errors, loop.failure, loop.lagMs, begun.length]).toEqual([[broken], null, 500, 3]);
});

test('while the store is unavailable the lag grows, and after 30 s the loop counts as stopped', async () => {
  const errors: unknown[] = [];
  let isAway = true;
  const { loop, begun } = started(
    [() => (isAway ? Promise.reject(new StoreUnavailable('away')) : Promise.resolve(1_000))],
    { onError: unlessAway((error) => errors.push(error)) },
  );
  await pass(29_500);
  expect([loop.failure, loop.lagMs, loop.isRunning]).toEqual(['database', 29_500, true]);
  await pass(1_000);
  expect([loop.isRunning, begun.length, errors]).toEqual([false, 31, []]);
  isAway = false;
  await pass(1_000);
  expect([loop.failure, loop.lagMs, loop.isRunning]).toEqual([null, 500, true]);
});

test('a loop counts as silent if a round hangs, or if old work stays undone', async () => {
  const hanging = started([() => new Promise(() => {})]).loop;
  const { loop } = started([idle], { oldestWork: () => 0 });
  await pass(30_000);
  expect([hanging.failure, loop.failure, loop.isRunning]).toEqual(['silent', 'silent', false]);
});

test('a stopping loop ends its round and begins no other, despite wake-ups, until it is started again', async () => {
  const { loop, begun } = started([() => after(400), idle]);
  await pass(100);
  loop.wake();
  let hasStopped = false;
  const stopping = loop.stop().then(() => {
    hasStopped = true;
  });
  await pass(200);
  expect([hasStopped, loop.isOn, loop.lagMs, loop.failure]).toEqual([false, false, 0, null]);
  await pass(100);
  await stopping;
  loop.wake();
  await pass(5_000);
  expect(begun).toEqual([0]);
  loop.start();
  await pass(0);
  expect(begun).toEqual([0, 5_400]);
});

test('a loop that was never started ignores wake-ups', async () => {
  const round = vi.fn(idle);
  const loop = new Loop({ name: 'test', everyMs: 1_000, round, onError: () => {} });
  loop.wake();
  await pass(5_000);
  expect([round.mock.calls.length, loop.lagMs, loop.isRunning]).toEqual([0, 0, false]);
  loop.start();
  await pass(0);
  expect(round.mock.calls.length).toBe(1);
  await loop.stop();
});

test('a failing item rests for a minute, or the given time, or until it is released', async () => {
  const failedItems = new FailedItems();
  for (const id of ['one', 'two', 'three']) failedItems.leave(id);
  failedItems.leave('two', { ms: 200 });
  failedItems.release('three');
  expect([[...failedItems.ids], failedItems.firstMs]).toEqual([['one', 'two'], 200]);
  await pass(200);
  expect([failedItems.has('one'), failedItems.has('two'), failedItems.size]).toEqual([true, false, 1]);
  await pass(59_800);
  expect([failedItems.size, failedItems.firstMs]).toEqual([0, Number.POSITIVE_INFINITY]);
});

test('an item that rests at a version is released at another one', () => {
  const failedItems = new FailedItems();
  failedItems.leave('known', { version: 3 });
  failedItems.leave('unknown');
  for (const id of ['known', 'unknown', 'other']) failedItems.releaseUnlessAt(id, 3);
  expect([...failedItems.ids]).toEqual(['known', 'unknown']);
  for (const id of ['known', 'unknown']) failedItems.releaseUnlessAt(id, 4);
  expect([...failedItems.ids]).toEqual(['unknown']);
});
