import { describe, expect, onTestFinished, test } from 'vitest';
import { ThreadStopped, Threads } from '../../src/eventlog/threads.ts';

/** A worker that answers each word with the word and the count of words. It exits at `end` and ignores `wait`. */
const WORKER = `
  import { parentPort } from 'node:worker_threads';
  let heard = 0;
  parentPort.on('message', (word) => {
    if (word === 'end') process.exit(0);
    if (word === 'throw') throw new Error('a mistake at work');
    if (word !== 'wait') parentPort.postMessage(word + ++heard);
  });`;

function thread(onLoss?: () => void) {
  const made = new Threads<string, string>({
    file: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`),
    what: 'words',
    onLoss,
  });
  onTestFinished(() => made.stop());
  return { ask: (word: string) => made.ask(() => word), stop: () => made.stop() };
}

describe('a thread', () => {
  test('answers one question after another, and keeps its memory', async () => {
    const words = thread();
    expect(await Promise.all([words.ask('a'), words.ask('b')])).toEqual(['a1', 'b2']);
    expect(await words.ask('c')).toBe('c3');
  });

  test('that ends during work rejects it, reports the loss, and is replaced', async () => {
    let losses = 0;
    const words = thread(() => losses++);
    await expect(words.ask('end')).rejects.toThrow('the thread for words ended at work');
    await expect(words.ask('throw')).rejects.toThrow('a mistake at work');
    expect(losses).toBe(2);
    expect(await words.ask('a')).toBe('a1');
  });

  test('that is stopped rejects earlier and later questions as stopped, and loses nothing', async () => {
    let losses = 0;
    const words = thread(() => losses++);
    const waiting = words.ask('wait');
    const refused = expect(waiting).rejects.toBeInstanceOf(ThreadStopped);
    await words.stop();
    await refused;
    await expect(words.ask('a')).rejects.toBeInstanceOf(ThreadStopped);
    expect(losses).toBe(0);
  });
});
