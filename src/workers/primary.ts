import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { FromWorker, ToWorker } from './messages.ts';

const AGAIN_MS = 1_000;
const DEATHS_REMEMBERED_MS = 60_000;
const MOST_DEATHS = 5;

/**
 * The process that has the port: hands each connection to one of the workers, starts again those that end, and carries
 * what they tell each other. It plays no game and knows no database, so that little can go wrong with it.
 */
export class Primary {
  readonly #workers: number;
  readonly #logger: Logger;
  /** all that were started and have not ended */
  readonly #alive = new Set<Worker>();
  readonly #serving = new Set<Worker>();
  readonly #end: (code: number) => void;
  /** the exit code of the server, once all workers have ended */
  readonly ended: Promise<number>;
  #director: Worker | null = null;
  #deaths: number[] = [];
  #code = 0;
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';

  constructor(workers: number, logger: Logger) {
    this.#workers = workers;
    this.#logger = logger;
    const { promise, resolve } = promised<number>();
    this.ended = promise;
    this.#end = resolve;
  }

  /** The first worker brings the tables up to date, and is the only one to say what keeps it from serving. */
  start(): void {
    cluster.on('message', (worker, message: FromWorker) => this.#take(worker, message));
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal));
    this.#fork();
  }

  /** Lets those that serve finish what they have taken; the others have taken nothing. */
  stop(signal: string): void {
    if (this.#phase === 'stopping') return;
    this.#phase = 'stopping';
    for (const worker of this.#alive) {
      if (this.#serving.has(worker)) tell(worker, { kind: 'stop', signal });
      else worker.process.kill('SIGKILL');
    }
    if (this.#alive.size === 0) this.#end(this.#code);
  }

  #fork(): void {
    this.#alive.add(cluster.fork());
  }

  #take(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case 'serving':
        this.#welcome(worker);
        return;
      case 'words': {
        const { topic, words, to } = message;
        for (const other of this.#serving) {
          if (other === worker || (to !== null && other.id !== to)) continue;
          tell(other, { kind: 'words', topic, words, from: worker.id });
        }
        return;
      }
      default:
        message satisfies never; // a message of a library's own
    }
  }

  #welcome(worker: Worker): void {
    this.#logger.info({ worker: worker.id, pid: worker.process.pid }, 'a worker serves');
    for (const other of this.#serving) {
      tell(other, { kind: 'came', from: worker.id });
      tell(worker, { kind: 'came', from: other.id });
    }
    this.#serving.add(worker);
    if (this.#director === null) this.#appoint(worker);
    if (this.#phase === 'stopping') tell(worker, { kind: 'stop', signal: 'SIGTERM' });
    if (this.#phase !== 'starting') return;
    this.#phase = 'serving';
    for (let nth = 1; nth < this.#workers; nth++) this.#fork();
  }

  #appoint(worker: Worker): void {
    this.#director = worker;
    tell(worker, { kind: 'direct' });
  }

  #onExit(worker: Worker, code: number | null, signal: string | null): void {
    this.#alive.delete(worker);
    this.#serving.delete(worker);
    for (const other of this.#serving) tell(other, { kind: 'gone', from: worker.id });
    if (this.#phase === 'starting')
      this.#end(code ?? 1); // it has said why
    else if (this.#phase === 'serving') this.#replace(worker, { code, signal });
    else if (this.#alive.size === 0) this.#end(this.#code);
  }

  /** Workers that end again and again would do so for ever: whoever started the server has to know. */
  #replace(worker: Worker, end: { code: number | null; signal: string | null }): void {
    if (worker === this.#director) {
      this.#director = null;
      const [next] = this.#serving;
      if (next !== undefined) this.#appoint(next);
    }
    const ended = { worker: worker.id, pid: worker.process.pid, ...end };
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((at) => at > now - DEATHS_REMEMBERED_MS), now];
    if (this.#deaths.length > MOST_DEATHS) {
      this.#logger.fatal(ended, 'workers end again and again: stopping');
      this.#code = 1;
      this.stop('SIGTERM');
      return;
    }
    this.#logger.error(ended, 'a worker has ended, another is started');
    setTimeout(() => {
      if (this.#phase === 'serving') this.#fork();
    }, AGAIN_MS);
  }
}

/** One that is just ending hears nothing any more. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
