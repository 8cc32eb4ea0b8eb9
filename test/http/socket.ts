import { connect, type Socket } from 'node:net';

/** A connection whose bytes are the test's own. */
export class RawClient {
  readonly #socket: Socket;
  #received = '';
  /** resolves with all that came when the server has ended the connection */
  readonly closed: Promise<string>;

  constructor(url: string) {
    this.#socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.#socket.on('data', (data) => {
      this.#received += data;
    });
    this.#socket.on('error', () => {}); // a reset ends it as well
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve(this.#received)));
  }

  get received(): string {
    return this.#received;
  }

  /** Resolves when the connection is there, also afterwards. */
  async connected(): Promise<void> {
    if (this.#socket.connecting) await new Promise<void>((resolve) => this.#socket.once('connect', resolve));
  }

  /** Reads nothing from here on. */
  deafen(): void {
    this.#socket.pause();
  }

  send(text: string): void {
    if (this.#socket.writable) this.#socket.write(text);
  }

  close(): void {
    this.#socket.destroy();
  }
}
