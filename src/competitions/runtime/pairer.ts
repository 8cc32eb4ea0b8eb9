import { Worker } from 'node:worker_threads';
import type { Field, Pairing } from '../formats/format.ts';
import { formatOf } from '../formats/formats.ts';
import type { Settings } from '../model/settings.ts';
import type { PairingTask } from './pairing-worker.ts';

/** A thread cannot run TypeScript: when this runs from source, the worker is that of the last build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/competitions/runtime/pairing-worker.js' : './pairing-worker.js',
  import.meta.url,
);

/** A round of so few is paired sooner than a thread has heard of it. */
const FEW = 24;

/** Pairs rounds. Those of many entries take seconds, and are paired one after another in a thread of its own. */
export class Pairer {
  #thread: Worker | null = null;
  /** settles when the thread is free */
  #free: Promise<unknown> = Promise.resolve();
  #stopped = false;

  /** Rejects when the thread ended in the middle of it: the next round gets another one. */
  async pair(settings: Settings, field: Field): Promise<Pairing> {
    if (field.candidates.length <= FEW) return formatOf(settings.format).pair(settings, field);
    const paired = this.#free.then(() => this.#inThread({ settings, field }));
    this.#free = paired.catch(() => undefined);
    return paired;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#thread?.terminate();
  }

  #inThread(task: PairingTask): Promise<Pairing> {
    if (this.#stopped) return Promise.reject(new Error('the pairing of rounds has stopped'));
    const thread = this.#thread ?? this.#another();
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        thread.off('message', answer).off('error', reject).off('exit', end);
        done();
      };
      const answer = (pairing: Pairing) => settle(() => resolve(pairing));
      const end = () => settle(() => reject(new Error('the thread that pairs ended in the middle of a round')));
      // an error is followed by the end of the thread, and the first of the two is told
      thread.on('message', answer).on('error', reject).on('exit', end);
      thread.postMessage(task);
    });
  }

  #another(): Worker {
    const thread = new Worker(WORKER, { execArgv: [] });
    const forget = () => {
      if (this.#thread === thread) this.#thread = null;
    };
    thread.on('error', forget).on('exit', forget);
    thread.unref();
    this.#thread = thread;
    return thread;
  }
}
