import { isDeepStrictEqual } from 'node:util';
import type { Chance } from '#rules/kernel/chance.ts';
import { BENDS } from './bends.ts';
import type { Operation } from './document.ts';
import { type Judge, pathOf } from './judge.ts';
import type { Answer } from './raw-answers.ts';
import type { Counted } from './tally.ts';
import { wholeRequest } from './whole-requests.ts';
import { mayBeUnanswered, type Request, type Wire } from './wire.ts';
import { pick, World } from './world.ts';

const FAVOURED = ['submitAction', 'submitAction', 'submitAction', 'submitAction', 'createGame', 'joinGame', 'getState'];
const NAMES = [...BENDS.keys()];
const REMEMBERED = 30;
const MOST_AT_ONCE = 4;

export interface Called extends Counted {
  request: Request;
  answer: Answer | null;
  what: string | null;
}

type Asked = Pick<Called, 'operation' | 'bends' | 'request'>;

export class FuzzingCaller {
  readonly #wire: Wire;
  readonly #judge: Judge;
  readonly #operations: readonly Operation[];
  /** all operations except registration: a new player replaces an earlier one, who then cannot act */
  readonly #others: readonly Operation[];
  readonly #lot: Chance;
  readonly #world: World;
  readonly #earlier: Called[] = [];

  constructor(wire: Wire, judge: Judge, operations: readonly Operation[], lot: Chance) {
    this.#wire = wire;
    this.#judge = judge;
    this.#operations = operations;
    this.#others = operations.filter(({ id }) => id !== 'createPlayer');
    this.#lot = lot;
    this.#world = new World(operations.flatMap(({ options }) => Object.keys(options)));
  }

  async next(): Promise<Called[]> {
    const called = await this.#callNext();
    for (const one of called) {
      if (one.answer !== null) this.#world.learn(one.request.token, one.answer);
      this.#earlier.push(one);
      if (this.#earlier.length > REMEMBERED) this.#earlier.shift();
    }
    return called;
  }

  async wrongIn(request: Request): Promise<string | null> {
    return this.#judge.wrongIn(request, await this.#wire.send(request));
  }

  async #callNext(): Promise<Called[]> {
    switch (this.#lot.int(40)) {
      case 0:
        return this.#callAgain();
      case 1:
        return this.#callAtOnce();
      case 2:
        return this.#pipeline();
      default: {
        const asked = this.#asked();
        return [this.#judged(asked, await this.#wire.send(asked.request), 'alone')];
      }
    }
  }

  async #callAgain(): Promise<Called[]> {
    const before = pick(this.#earlier, this.#lot);
    if (before === undefined) return [];
    const again = this.#judged(before, await this.#wire.send(before.request), 'again');
    return [{ ...again, what: again.what ?? otherAnswer(before, again) }];
  }

  async #callAtOnce(): Promise<Called[]> {
    const asked = this.#asked();
    const many = 2 + this.#lot.int(MOST_AT_ONCE - 1);
    const answers = await Promise.all(Array.from({ length: many }, () => this.#wire.send(asked.request)));
    const called = answers.map((answer) => this.#judged(asked, answer, 'at once'));
    const first = called.find(({ answer }) => answer !== null && answer.status < 300);
    return called.map((one) => ({ ...one, what: one.what ?? (first === undefined ? null : otherAnswer(first, one)) }));
  }

  async #pipeline(): Promise<Called[]> {
    const asked = Array.from({ length: 2 + this.#lot.int(MOST_AT_ONCE - 1) }, () => this.#asked());
    const answers = await this.#wire.pipeline(asked.map(({ request }) => ({ ...request, manner: undefined })));
    // after a malformed request, a server may close the connection or read the next requests as the body of that one
    const bent = asked.findIndex(({ bends }) => bends.length > 0);
    const whole = bent < 0 ? asked.length : bent;
    const mayEnd =
      answers.at(-1)?.headers.connection === 'close' || asked.some(({ request }) => mayBeUnanswered(request));
    const due = mayEnd ? Math.min(whole, answers.length) : whole;
    const known = Math.max(due, Math.min(whole + 1, answers.length));
    return asked.slice(0, known).map((one, i) => this.#judged(one, answers[i] ?? null, 'pipelined'));
  }

  #judged({ operation, bends, request }: Asked, answer: Answer | null, way: string): Called {
    return { operation, bends, request, answer, way, what: this.#judge.wrongIn(request, answer) };
  }

  #asked(): Asked {
    const lot = this.#lot;
    const operation = this.#operation();
    let request = wholeRequest(operation, this.#world, lot);
    const many = lot.int(3) === 0 || this.#world.players.length < 2 ? 0 : 1 + lot.int(3);
    const bends = Array.from({ length: many }, () => pick(NAMES, lot) as string);
    for (const name of bends) request = BENDS.get(name)?.(request, lot, this.#world) ?? request;
    return { operation: operation.id, bends, request };
  }

  #operation(): Operation {
    const named = (name: string | undefined) => this.#operations.find(({ id }) => id === name);
    if (this.#world.players.length < 2) return named('createPlayer') as Operation;
    if (this.#lot.int(200) === 0) return named('createPlayer') as Operation;
    const favoured = this.#lot.int(2) === 0 ? named(FAVOURED[this.#lot.int(FAVOURED.length)]) : undefined;
    return favoured ?? (pick(this.#others, this.#lot) as Operation);
  }
}

function otherAnswer(first: Called, again: Called): string | null {
  const { headers, token, method, path } = first.request;
  const keys = headers.filter(([name]) => name === 'idempotency-key');
  if (keys.length !== 1 || keys[0]?.[1] === '' || token === null || method !== 'POST') return null;
  if (!KEYED.test(pathOf(first.request)) || path !== again.request.path) return null;
  const [one, other] = [first.answer, again.answer];
  if (one === null || other === null || one.status >= 300) return null;
  if (other.status === 401 || other.status === 429 || other.body?.code === 'idempotency-in-flight') return null;
  if (one.status === other.status && isDeepStrictEqual(one.body, other.body)) return null;
  return `the same key was answered with ${one.status}, then with ${other.status} ${JSON.stringify(other.body)?.slice(0, 200)}`;
}

const KEYED = /^\/v1\/(commitments|games|games\/[^/]+\/(actions|seats|resignation|abort|rematch))$/;
