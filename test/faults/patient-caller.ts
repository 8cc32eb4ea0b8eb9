import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const ANSWER_MS = 15_000;
const PATIENCE_MS = 90_000;
const PAUSE_MS = 30;
const VANISH_AFTER_MS = 4;

export interface Answer {
  status: number;
  body: any;
}

export type Servers = () => readonly string[];

export class Weather {
  unanswered = 0;
  vanished = 0;
  readonly delays: number[] = [];
}

export class PatientCaller {
  readonly #servers: Servers;
  readonly #weather: Weather;
  readonly #vanishing: number;
  #token = '';
  id = '';

  constructor(servers: Servers, weather: Weather, vanishing = 0) {
    this.#servers = servers;
    this.#weather = weather;
    this.#vanishing = vanishing;
  }

  async register(name: string): Promise<void> {
    const { status, body } = await this.#untilAnswered('POST', '/v1/players', { name, kind: 'agent' }, {});
    // the first attempt of this call may have taken the name, although its answer was lost
    if (body.suggestion !== undefined) return this.register(body.suggestion);
    if (status !== 201) throw new Error(`registering was answered with ${status} ${JSON.stringify(body)}`);
    this.#token = body.token;
    this.id = body.player.id;
  }

  get(path: string): Promise<Answer> {
    return this.#untilAnswered('GET', path, undefined, {});
  }

  async change(path: string, body: object): Promise<Answer> {
    const key = { 'idempotency-key': randomUUID() };
    if (Math.random() < this.#vanishing) await this.#sendAndVanish(path, body, key);
    const from = performance.now();
    const answer = await this.#untilAnswered('POST', path, body, key);
    this.#weather.delays.push(performance.now() - from);
    return answer;
  }

  async #untilAnswered(method: string, path: string, body: object | undefined, more: object): Promise<Answer> {
    const patience = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.#try(method, path, body, more);
      if (answer !== null && !isForLater(answer)) return answer;
      this.#weather.unanswered++;
      if (performance.now() > patience) throw new Error(`${method} ${path}: no answer for ${PATIENCE_MS / 1000} s`);
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /** Sends a call once. Null: there was no answer, so it may have been carried out or not. */
  async #try(method: string, path: string, body: object | undefined, more: object): Promise<Answer | null> {
    const url = this.#anyServer();
    if (url === null) return null;
    try {
      const response = await fetch(url + path, {
        method,
        headers: this.#headers(body, more),
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  }

  #sendAndVanish(path: string, body: object, more: object): Promise<void> {
    const url = this.#anyServer();
    if (url === null) return Promise.resolve();
    this.#weather.vanished++;
    return new Promise((resolve) => {
      const sending = request(url + path, { method: 'POST', agent: false, headers: this.#headers(body, more) });
      sending.on('error', () => {});
      sending.on('close', resolve);
      const after = Math.random() * VANISH_AFTER_MS;
      sending.end(JSON.stringify(body), () => setTimeout(() => sending.destroy(), after));
    });
  }

  #headers(body: object | undefined, more: object): Record<string, string> {
    const own = this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` };
    return { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...own, ...more };
  }

  #anyServer(): string | null {
    const urls = this.#servers();
    return urls[Math.floor(Math.random() * urls.length)] ?? null;
  }
}

function isForLater({ status, body }: Answer): boolean {
  return status === 503 || status === 429 || body.code === 'idempotency-in-flight';
}
