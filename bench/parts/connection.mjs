// An HTTP client that needs little CPU time, because it shares the machine with the server. It sends one request at a
// time on one connection, and relies on a content-length in every response.
import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;
const BODILESS = 304;

export class Connection {
  #socket;
  #got = null;
  #waiting = null;

  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  send(request) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  async json(request, status) {
    const answer = await this.send(request);
    if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.body}`);
    return JSON.parse(answer.body);
  }

  close() {
    this.#socket.destroy();
  }

  #take(chunk) {
    this.#got = this.#got === null ? chunk : Buffer.concat([this.#got, chunk]);
    const end = this.#got.indexOf(END_OF_HEAD);
    if (end === -1) return;
    const head = this.#got.latin1Slice(0, end);
    const status = Number(head.slice(9, 12));
    const start = end + END_OF_HEAD.length;
    const length = status === BODILESS ? 0 : Number(LENGTH.exec(head)?.[1]);
    if (Number.isNaN(length)) return this.#fail(new Error(`an answer without a length: ${head}`));
    if (this.#got.length < start + length) return;
    const body = this.#got.subarray(start, start + length);
    const { resolve } = this.#waiting;
    this.#got = null;
    this.#waiting = null;
    resolve({ status, head, body });
  }

  #fail(error) {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

export function written(method, path, { token, headers = '', body } = {}) {
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  const text = body === undefined ? '' : JSON.stringify(body);
  const about =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${authorization}${headers}${about}\r\n${text}`;
}
