import { FastChance } from '../../src/kernel/fast-chance.ts';
import { DocumentedContract } from '../http/contract.ts';
import { BENDS } from './bends.ts';
import { type Operation, operationsOf } from './document.ts';
import { wholeRequest } from './whole-requests.ts';
import { type Answer, mayBeUnanswered, type Request, targetOf, Wire } from './wire.ts';
import { World } from './world.ts';

const CALLERS = 12;
const FAVOURED = ['submitAction', 'submitAction', 'submitAction', 'submitAction', 'createGame', 'joinGame', 'getState'];
/** Any path of the document will do where an answer is no answer of an operation: only its form is looked at. */
const ANY_PATH = '/v1/me';
/** Pages for people and for monitoring, of which the document does not speak. */
const PAGES = /^(|\*|\/|\/docs.*|\/metrics|\/openapi.json)$/i;
/** What is answered before it is known which operation is meant, if any. */
const BEFORE_ROUTING = new Set([400, 401, 408, 413, 414, 415, 417, 429, 431]);

const NO_HTTP = new Set(['bad-http', 'headers-too-large', 'request-timeout']);
const WELL_FORMED = /^\/v1\/[\w/-]+$/;

/** An answer that should not be, with all that it takes to get it again. */
export interface Finding {
  what: string;
  operation: string;
  seed: string;
  caller: number;
  nth: number;
  request: Request;
  answer: Answer | null;
  /** whether the same request got a wrong answer again */
  repeats: boolean;
}

/** How often each operation was answered with each status. */
export type Tally = Map<string, Map<number, number>>;

export interface FuzzOptions {
  url: string;
  seed: string;
  requests: number;
  /** or how long, whichever ends first */
  ms?: number;
}

/** Plays games over HTTP and bends its requests; every answer is held against the document that the service gives. */
export async function fuzz({ url, seed, requests, ms = Number.POSITIVE_INFINITY }: FuzzOptions) {
  const doc = (await (await fetch(`${url}/openapi.json`)).json()) as Record<string, any>;
  const operations = operationsOf(doc);
  const contract = new DocumentedContract(doc);
  const tally: Tally = new Map(operations.map(({ id }) => [id, new Map()]));
  const findings: Finding[] = [];
  const end = performance.now() + ms;
  let left = requests;
  const wire = new Wire(url);
  const call = async (caller: number) => {
    const one = new FuzzingCaller(wire, contract, operations, `${seed}/${caller}`);
    for (let nth = 0; left > 0 && performance.now() < end; nth++, left--) {
      const { operation, request, answer, what } = await one.next();
      const statuses = tally.get(operation) as Map<number, number>;
      statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
      if (what === null) continue;
      const repeats = (await one.wrongIn(request)) !== null;
      findings.push({ what, operation, seed, caller, nth, request, answer, repeats });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  wire.close();
  return { tally, findings, sent: requests - left };
}

class FuzzingCaller {
  readonly #wire: Wire;
  readonly #contract: DocumentedContract;
  readonly #operations: readonly Operation[];
  readonly #lot: FastChance;
  readonly #world = new World();

  constructor(wire: Wire, contract: DocumentedContract, operations: readonly Operation[], seed: string) {
    this.#wire = wire;
    this.#contract = contract;
    this.#operations = operations;
    this.#lot = new FastChance(seed);
  }

  async next() {
    const lot = this.#lot;
    const operation = this.#operation();
    let request = wholeRequest(operation, this.#world, lot);
    const bends = lot.int(3) === 0 ? 0 : 1 + lot.int(3);
    if (this.#world.players.length > 1) {
      for (let i = 0; i < bends; i++) request = BENDS[lot.int(BENDS.length)]?.(request, lot, this.#world) ?? request;
    }
    const answer = await this.#wire.send(request);
    const what = this.#wrong(request, answer);
    if (answer !== null) this.#world.learn(request.token, answer);
    return { operation: operation.id, request, answer, what };
  }

  /** Sends a request once more. */
  async wrongIn(request: Request): Promise<string | null> {
    return this.#wrong(request, await this.#wire.send(request));
  }

  #operation(): Operation {
    const named = (name: string | undefined) => this.#operations.find(({ id }) => id === name);
    if (this.#world.players.length < 2) return named('createPlayer') as Operation;
    const favoured = this.#lot.int(2) === 0 ? named(FAVOURED[this.#lot.int(FAVOURED.length)]) : undefined;
    return favoured ?? (this.#operations[this.#lot.int(this.#operations.length)] as Operation);
  }

  /** What is wrong with an answer, or null. */
  #wrong(request: Request, answer: Answer | null): string | null {
    if (answer === null) return mayBeUnanswered(request) ? null : 'the connection ended without an answer';
    const { status, type, body } = answer;
    if (status >= 500) return `${status} ${JSON.stringify(body)}`;
    if (request.method === 'HEAD') return null;
    const path = request.path.replace(/^https?:\/\/[^/]*/, '').replace(/(?<=.)\/$/, '');
    if (request.method === 'OPTIONS' && status === 204) return null;
    if (PAGES.test(path)) return null;
    try {
      this.#contract.check(request.method, path, status, type, body);
      return null;
    } catch (error) {
      return BEFORE_ROUTING.has(status)
        ? this.#wrongBeforeRouting(answer, error as Error, path)
        : (error as Error).message;
    }
  }

  /** The operations speak of what reaches them: not of what is no HTTP, nor of what leads nowhere. */
  #wrongBeforeRouting({ status, type, body }: Answer, error: Error, path: string): string | null {
    const nowhere = error.message.includes('without being documented');
    if (WELL_FORMED.test(path) && !NO_HTTP.has(body?.code) && !nowhere) return error.message;
    try {
      this.#contract.check('TRACE', ANY_PATH, status, type, body);
      return null;
    } catch (other) {
      return (other as Error).message;
    }
  }
}

/** A request as a shell would send it. */
export function asCommand(url: string, { method, headers, body, ...rest }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const flags = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const target = quoted(url + targetOf({ method, headers, body, ...rest }));
  const data = body === undefined ? [] : [`--data-binary @<(echo ${Buffer.from(body).toString('base64')} | base64 -d)`];
  return ['curl -s -i --path-as-is -g', `-X ${quoted(method)}`, ...flags, ...data, target].join(' ');
}
