import { expect } from 'vitest';
import type { DocumentedContract } from './contract.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

export interface CallOptions {
  body?: unknown;
  /** sent as it is instead of `body` */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** Calls the service over a real socket; every answer is held against the OpenAPI document. */
export class Caller {
  readonly #url: string;
  readonly #contract: DocumentedContract;
  readonly token: string | null;
  readonly id: string | null;

  constructor(url: string, contract: DocumentedContract, token: string | null = null, id: string | null = null) {
    this.#url = url;
    this.#contract = contract;
    this.token = token;
    this.id = id;
  }

  /** The same player on the server at that address. */
  on(url: string): Caller {
    return new Caller(url, this.#contract, this.token, this.id);
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (this.token !== null) headers.authorization = `Bearer ${this.token}`;
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...headers, ...options.headers },
      ...(body === undefined ? {} : { body: body }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    const isJson = type?.includes('json') ?? false;
    const parsed = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    if (method !== 'HEAD') this.#contract.check(method, path.split('?')[0] as string, response.status, type, parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { body, headers });
  }

  /** The same service, called with another token. */
  as(token: string | null): Caller {
    return new Caller(this.#url, this.#contract, token, this.id);
  }

  /** A new player, as whom the returned caller calls. */
  async register(name: string, kind: 'human' | 'agent' = 'agent'): Promise<Caller> {
    const { status, body } = await this.post('/v1/players', { name, kind });
    expect(status).toBe(201);
    return new Caller(this.#url, this.#contract, body.token, body.player.id);
  }
}
