import { Agent, type Server } from 'node:http';
import { Test } from 'supertest';
import { expect } from 'vitest';
import type { DocumentedContract } from './contract.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

export interface CallOptions {
  body?: unknown;
  /** sent unchanged in place of `body` */
  raw?: string;
  headers?: Record<string, string>;
}

/** Uses connections again; supertest alone opens one for each request. */
const CONNECTIONS = new Agent({ keepAlive: true });

export class Caller {
  readonly #server: Server | string;
  readonly #contract: DocumentedContract;
  readonly token: string | null;
  readonly id: string | null;

  constructor(
    server: Server | string,
    contract: DocumentedContract,
    token: string | null = null,
    id: string | null = null,
  ) {
    this.#server = server;
    this.#contract = contract;
    this.token = token;
    this.id = id;
  }

  on(url: string): Caller {
    return new Caller(url, this.#contract, this.token, this.id);
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const request = new Test(this.#server, method, path).agent(CONNECTIONS);
    request.set('accept-encoding', 'identity'); // by default supertest requests gzip
    if (this.token !== null) request.set('authorization', `Bearer ${this.token}`);
    if (options.body !== undefined) request.set('content-type', 'application/json');
    request.set(options.headers ?? {});
    const sent = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const { status, headers, type, text, body } = await (sent === undefined ? request : request.send(sent));
    const parsed = !text ? undefined : type.includes('json') ? body : text;
    if (method !== 'HEAD') this.#contract.check(method, path.split('?')[0] as string, status, type || null, parsed);
    return { status, headers: new Headers(headers), body: parsed };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { body, headers });
  }

  as(token: string | null): Caller {
    return new Caller(this.#server, this.#contract, token, this.id);
  }

  /** Registers with this name, or with the suggested one if it is taken. */
  async register(name: string, kind: 'human' | 'agent' = 'agent'): Promise<Caller> {
    const { status, body } = await this.post('/v1/players', { name, kind });
    if (body.code === 'name-taken') return this.register(body.suggestion, kind);
    expect(status).toBe(201);
    return new Caller(this.#server, this.#contract, body.token, body.player.id);
  }

  async registerAll<const Names extends readonly string[]>(
    ...names: Names
  ): Promise<{ -readonly [N in keyof Names]: Caller }> {
    const players: Caller[] = [];
    for (const name of names) players.push(await this.register(name));
    return players as { -readonly [N in keyof Names]: Caller };
  }
}
