import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { canonical, type Json } from '#rules/kernel/json.ts';
import type { RequestRow, RequestStore } from '../store/requests.ts';
import { done, type Refused, type Result, refused } from './result.ts';

/** `again`: the try began from something out of date; `lost`: another change was written first. Nothing was written. */
type NotDone = 'again' | 'lost';

interface Work<Answer> {
  idempotency: Idempotency;
  /** null: sent without an Idempotency-Key */
  request: IdempotentRequest | null;
  /** where it waits, and whose changes are made one at a time; null: they may overlap */
  turn: { queues: Queues; id: string } | null;
  /** whether the request is looked up before each try; else only after one that was lost, refused or found nothing to do */
  looksFirst?: boolean;
  /** Makes the first answer again, from what the row of the request holds. */
  again(kept: Json): Promise<Result<Answer>>;
}

const MOST_TRIES = 50;
/** The pause after a lost try is random, at most this long, and twice as long after each further one, up to `MOST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 2;
const MOST_PAUSE_MS = 100;

/**
 * Carries out a request once, one piece of work at a time for an id, in as many tries as it takes. `attempt` writes the row
 * that `rowFor` makes of its answer together with its effect.
 */
export async function carryOut<Answer>(
  { idempotency, request, turn, looksFirst = false, again }: Work<Answer>,
  attempt: (nth: number, rowFor: RowFor) => Promise<Result<Answer> | NotDone>,
): Promise<Result<Answer>> {
  if (request !== null && !idempotency.begin(request)) return inFlight();
  let mayBeDone = looksFirst;
  const work = () =>
    tried(async (nth): Promise<Result<Answer> | NotDone> => {
      const before = mayBeDone && request !== null ? await idempotency.repeated(request, again) : null;
      if (before !== null) return before;
      let isWritten = false;
      const outcome = await attempt(nth, (answer, at) => {
        isWritten = true;
        return request && rowOf(request, answer, at);
      });
      mayBeDone = looksFirst || outcome === 'lost';
      if (outcome === 'again' || outcome === 'lost' || (outcome.ok && isWritten)) return outcome;
      // another server that carried out this very request can be the reason
      return (request && (await idempotency.repeated(request, again))) ?? outcome;
    });
  try {
    return await (turn === null ? work() : turn.queues.pass(turn.id, 'callers', work));
  } finally {
    if (request !== null) idempotency.end(request);
  }
}

/** Tries until there is an answer, with a pause after each try that was lost. */
export async function tried<T>(attempt: (nth: number) => Promise<T | NotDone>): Promise<T> {
  let most = FIRST_PAUSE_MS;
  for (let nth = 0; nth < MOST_TRIES; nth++) {
    const answer = await attempt(nth);
    if (answer !== 'again' && answer !== 'lost') return answer as T;
    if (answer === 'again') continue;
    await pause(Math.random() * most);
    most = Math.min(2 * most, MOST_PAUSE_MS);
  }
  throw new Error(`other changes were written first in ${MOST_TRIES} tries`);
}

/** One piece of work at a time for an id, in this process. The service's own goes first, then the callers' in their order. */
export class Queues {
  readonly #waiting = new Map<string, { service: (() => void)[]; callers: (() => void)[] }>();

  async pass<T>(id: string, lane: 'service' | 'callers', work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) this.#waiting.set(id, { service: [], callers: [] });
    else await new Promise<void>((resolve) => waiting[lane].push(resolve));
    try {
      return await work();
    } finally {
      const queue = this.#waiting.get(id);
      const next = queue?.service.shift() ?? queue?.callers.shift();
      if (next === undefined) this.#waiting.delete(id);
      else next();
    }
  }
}

/** A request that its sender may send again without its being done again. */
export interface IdempotentRequest {
  /** who sent it; `NOBODY`: it came without a token that is known */
  playerId: string;
  /** the operation; a key counts within it alone */
  operation: string;
  /** as it is stored: of a request that is answered with a secret, a hash of what was sent */
  key: string;
  /** all that was asked for: a key cannot be used for anything else */
  body: unknown;
  /** what was sent, of a request that is answered with a secret, which is derived from it; stored nowhere */
  secretKey?: string;
}

/** Whose requests without a token are, in the table of requests. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The row to be written with an effect; `answer`: what the first answer can be made of again. Null: the request has no key. */
export type RowFor = (answer: Json, at: Date) => RequestRow | null;

/**
 * Requests with an Idempotency-Key: each is carried out once, however often and wherever it arrives. What makes it so is
 * that its row is written by the statement that writes its effect.
 */
export class Idempotency {
  readonly #requests: RequestStore;
  readonly #underWay = new Set<string>();

  constructor(requests: RequestStore) {
    this.#requests = requests;
  }

  /**
   * Carries a request out, or answers it as the first time. `attempt` writes the row with its effect, and refuses where the row
   * was there: another server was quicker, and its answer counts. `again` makes the answer from the row.
   */
  once<Answer>(
    request: IdempotentRequest | null,
    attempt: (rowFor: RowFor) => Promise<Result<Answer>>,
    again: (answer: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> {
    const work = { idempotency: this, request, turn: null, looksFirst: true, again };
    return carryOut(work, (_, rowFor) => attempt(rowFor));
  }

  /**
   * The same for what is not written in one statement, and what a server that ends meanwhile may do twice without harm. Answers are
   * kept as they are; `again` makes them otherwise.
   */
  afterwards<Answer extends object>(
    request: IdempotentRequest | null,
    attempt: () => Promise<Result<Answer>>,
    keep: (answer: Answer) => Json = (answer) => answer as unknown as Json,
    again: (kept: Json) => Promise<Result<Answer>> = async (kept) => done(kept as unknown as Answer),
  ): Promise<Result<Answer>> {
    const attempted = async (rowFor: RowFor) => {
      const outcome = await attempt();
      const row = outcome.ok ? rowFor(keep(outcome.value), new Date()) : null;
      if (row !== null) await this.#requests.keep(row);
      return outcome;
    };
    return this.once(request, attempted, again);
  }

  /** False: the very same request is being carried out at this moment. To be ended with `end`. */
  begin(request: IdempotentRequest): boolean {
    const name = nameOf(request);
    if (this.#underWay.has(name)) return false;
    this.#underWay.add(name);
    return true;
  }

  end(request: IdempotentRequest): void {
    this.#underWay.delete(nameOf(request));
  }

  /**
   * The first answer to a request, made `again`, or the refusal of a key that was used for something else; null where there
   * was no such request.
   */
  async repeated<Answer>(
    request: IdempotentRequest,
    again: (kept: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer> | null> {
    const row = await this.#requests.find(request.playerId, request.operation, request.key);
    if (row === null) return null;
    return Buffer.compare(row.bodyHash, hashOf(request)) === 0 ? again(row.answer) : mismatch();
  }
}

function rowOf(request: IdempotentRequest, answer: Json, at: Date): RequestRow {
  const { playerId, operation, key } = request;
  return { playerId, operation, key, bodyHash: hashOf(request), answer, at };
}

export function inFlight(): Refused {
  const detail = 'A request with this Idempotency-Key is being carried out.';
  return refused('idempotency-in-flight', detail);
}

function nameOf({ playerId, operation, key }: IdempotentRequest): string {
  return `${playerId} ${operation} ${key}`;
}

/** Of a body with something secret in it, such as a code that was typed, nothing can be guessed without the key that was sent. */
function hashOf({ body, secretKey = '' }: IdempotentRequest): Uint8Array {
  return createHash('sha256').update(canonical(body)).update(secretKey).digest();
}

function mismatch(): Refused {
  const detail = 'This Idempotency-Key was used for another request.';
  return refused('idempotency-mismatch', detail);
}
