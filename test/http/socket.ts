import { connect, type Socket } from 'node:net';

export class RawClient {
  readonly #socket: Socket;
  #received = '';
  readonly closed: Promise<string>;

  constructor(url: string) {
    this.#socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.#socket.on('data', (data) => {
      this.#received += data;
    });
    this.#socket.on('error', () => {}); // resetting the connection closes it too
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve(this.#received)));
  }

  get received(): string {
    return this.#received;
  }

  async connected(): Promise<void> {
    if (this.#socket.connecting) await new Promise<void>((resolve) => this.#socket.once('connect', resolve));
  }

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
