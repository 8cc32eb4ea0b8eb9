import type { NeighbourListener, Neighbours } from '../http/neighbours.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export interface WorkerDuties {
  /** the clocks and the webhooks are this process's to look after from now on */
  direct(): void;
  stop(signal: string): void;
}

/** A worker's line to the primary process, and through it to the workers beside it. */
export class PrimaryLine implements Neighbours {
  readonly #present = new Set<number>();
  readonly #listeners = new Map<string, NeighbourListener>();
  #duties: WorkerDuties | null = null;

  constructor() {
    process.on('message', (message: ToWorker) => this.#take(message));
    // a signal to the whole group reaches the primary process too, which says when to stop
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  }

  get present(): ReadonlySet<number> {
    return this.#present;
  }

  say(topic: string, words: unknown, to: number | null = null): void {
    this.#tell({ kind: 'words', topic, words, to });
  }

  listen(topic: string, listener: NeighbourListener): void {
    this.#listeners.set(topic, listener);
  }

  /** Says that this process serves, and does as it is told from now on. */
  serve(duties: WorkerDuties): void {
    this.#duties = duties;
    this.#tell({ kind: 'serving' });
  }

  /** Without the primary process a worker ends: what cannot be said any more need not be. */
  #tell(message: FromWorker): void {
    process.send?.(message, undefined, undefined, () => {});
  }

  #take(message: ToWorker): void {
    switch (message.kind) {
      case 'direct':
        this.#duties?.direct();
        return;
      case 'stop':
        this.#duties?.stop(message.signal);
        return;
      case 'words':
        this.#listeners.get(message.topic)?.hear(message.words, message.from);
        return;
      case 'came':
        this.#present.add(message.from);
        for (const listener of this.#listeners.values()) listener.come?.();
        return;
      case 'gone':
        this.#present.delete(message.from);
        for (const listener of this.#listeners.values()) listener.go?.(message.from);
        return;
      default:
        message satisfies never; // a message of the cluster module's or of a library's own
    }
  }
}
