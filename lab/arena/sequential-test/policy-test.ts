import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../src/places.ts';
import type { SequentialStop } from '../../../src/statistics/sequential-test.ts';
import { type TestFinding, TestRun } from './test-run.ts';
import type { TestBatch, TestShare } from './test-worker.ts';

/** Two policies, and what they are to be held against each other on: at most so many boards. */
export interface PolicyTest extends Omit<TestShare, 'from'> {
  stop: SequentialStop;
}

/**
 * Plays boards in threads until one policy is shown to be better, or both to be as good, or there is no board left, or `signal` ends
 * it. What is found depends on the test alone, not on how many threads there are. `looked` hears of the run now and then.
 */
export async function testPolicies(
  { stop, ...share }: PolicyTest,
  signal: AbortSignal,
  looked: (run: TestRun) => void,
): Promise<TestFinding> {
  const run = new TestRun(stop);
  const threads = Array.from({ length: share.workers }, (_, i) => {
    return new Worker(threadFile('policyTest'), { workerData: { ...share, from: i + 1 } satisfies TestShare });
  });
  const stopAll = () => threads.map((thread) => thread.terminate());
  signal.addEventListener('abort', stopAll);
  if (signal.aborted) stopAll();
  const ends = threads.map((thread) => {
    return new Promise<void>((resolve, reject) => {
      thread.on('message', (batch: TestBatch) => {
        for (const [board, tested] of batch) run.take(board, tested);
        looked(run);
        if (run.verdict !== null) stopAll();
      });
      thread.on('error', reject);
      thread.on('exit', () => resolve());
    });
  });
  await Promise.all(ends).finally(stopAll);
  signal.removeEventListener('abort', stopAll);
  return run.finding();
}
