import { existsSync } from 'node:fs';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { threadFile } from '../../places.ts';
import { StoreUnavailable } from '../failures.ts';
import type { Notice, Order } from './worker.ts';

const WORKER = threadFile('database');

/** Runs PGlite in its own thread, so that neither its computing nor its disk access blocks anything else. */
export class EmbeddedServer {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #connections = new Set<Connection>();
  readonly #exited: Promise<void>;
  #failure: StoreUnavailable | null = null;
  #stopping = false;

  /** `onFailure` is called at most once, and only after `ready`. */
  constructor(directory: string, onFailure: (error: StoreUnavailable) => void) {
    if (!existsSync(WORKER)) throw new Error(`${fileURLToPath(WORKER)} is missing: run \`npm run build\``);
    const worker = new Worker(WORKER, { workerData: { directory }, execArgv: [] });
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      let tell = reject;
      const fail = (reason: string) => {
        if (this.#failure !== null || this.#stopping) return;
        this.#failure = new StoreUnavailable(`the embedded database in ${directory} has failed: ${reason}`);
        for (const connection of this.#connections) connection.destroy(this.#failure);
        tell(this.#failure);
      };
      worker.on('message', (notice: Notice) => {
        if (notice.kind === 'failed') return fail(notice.reason);
        tell = onFailure;
        resolve();
      });
      worker.on('error', (error) => fail(error.message));
      worker.on('exit', (code) => fail(`its thread ended with code ${code}`));
    });
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
  }

  connect(): Duplex {
    const { port1, port2 } = new MessageChannel();
    const connection = new Connection(port1);
    if (this.#failure !== null) {
      connection.destroy(this.#failure);
      return connection;
    }
    this.#connections.add(connection);
    connection.once('close', () => this.#connections.delete(connection));
    this.#order({ kind: 'connect', port: port2 }, [port2]);
    return connection;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#order({ kind: 'close' });
    await this.#exited;
  }

  #order(order: Order, transfer: MessagePort[] = []): void {
    this.#worker.postMessage(order, transfer);
  }
}

/** A connection to the thread. `pg` writes one complete protocol message in each call, so the thread need not search
 * for its end. */
class Connection extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (answer: Uint8Array) => this.push(answer));
    port.on('close', () => this.destroy());
  }

  /** `pg` calls this method and the three below as if the connection were a network socket. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(message: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([message]);
    done();
  }

  override _writev(messages: { chunk: Buffer }[], done: () => void): void {
    this.#send(messages.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  #send(messages: Buffer[]): void {
    const copies = messages.map((message) => new Uint8Array(message));
    this.#port.postMessage(
      copies,
      copies.map(({ buffer }) => buffer),
    );
  }
}
