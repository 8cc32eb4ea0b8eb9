import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import { PATIENCE } from '../patience.ts';

export interface Received {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: any;
}

export type Answering = (response: ServerResponse, received: Received) => void;

export interface ReceiverOptions {
  host?: string;
  port?: number;
  tls?: { key: string; cert: string };
}

export class Receiver {
  readonly received: Received[] = [];
  answering: Answering = (response) => response.writeHead(204).end();
  readonly #server: Server;
  readonly #scheme: string;

  private constructor({ tls }: ReceiverOptions) {
    const listener: RequestListener = (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const { headers, url: path = '' } = request;
        const received = { id: String(headers['webhook-id']), path, headers, text, body: JSON.parse(text) };
        this.received.push(received);
        this.answering(response, received);
      });
    };
    this.#scheme = tls === undefined ? 'http' : 'https';
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  }

  static async start(options: ReceiverOptions = {}): Promise<Receiver> {
    const receiver = new Receiver(options);
    receiver.#server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
    await once(receiver.#server, 'listening');
    onTestFinished(() => receiver.stop());
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(host = '127.0.0.1'): string {
    return `${this.#scheme}://${host}:${this.port}/hook`;
  }

  async arrived(count: number): Promise<Received[]> {
    await vi.waitFor(() => expect(this.received.length).toBeGreaterThanOrEqual(count), PATIENCE);
    return this.received;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

/** Checks a signature as docs/notifications.md describes it. It shares no code with the service. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64');
  const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return fresh && String(signatures).split(' ').includes(`v1,${expected}`);
}
