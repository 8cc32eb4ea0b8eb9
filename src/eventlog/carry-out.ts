import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { canonical, type Json } from '#rules/kernel/json.ts';
import type { RequestRow, RequestStore } from '../store/requests.ts';
import { done, type Refused, type Result, refused } from './result.ts';

/** Why nothing was written. `again`: the attempt used old data. `lost`: another change was written first. */
type NotDone = 'again' | 'lost';

interface Work<Answer> {
  idempotency: Idempotency;
  request: Keyed;
  /** changes with the same `id` run one after another; null: changes may run at the same time */
  turn: { queues: Queues; id: string } | null;
  /** true: checks before each attempt whether the request was answered before; false: checks after a failed attempt */
  looksFirst?: boolean;
  again(kept: Json): Promise<Result<Answer>>;
}

const MOST_TRIES = 50;
/** The longest random pause after the first lost attempt, in milliseconds. The limit doubles with each lost attempt. */
const FIRST_PAUSE_MS = 2;
const MOST_PAUSE_MS = 100;

/** Carries out a request once. `attempt` must write the effect of the request and the row from `rowFor` together. */
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
        if (request === null) return null;
        const { playerId, operation, key } = request;
        return { playerId, operation, key, bodyHash: hashOf(request), answer, at };
      });
      mayBeDone = looksFirst || outcome === 'lost';
      if (outcome === 'again' || outcome === 'lost' || (outcome.ok && isWritten)) return outcome;
      // if nothing was written, another server may have carried out this request
      return (request && (await idempotency.repeated(request, again))) ?? outcome;
    });
  try {
    return await (turn === null ? work() : turn.queues.pass(turn.id, 'callers', work));
  } finally {
    if (request !== null) idempotency.end(request);
  }
}

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

/** Runs work with the same id one after another in this process. Waiting `service` work runs before `callers` work. */
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

export interface IdempotentRequest {
  /** `NO_ID` if the request has no valid token */
  playerId: string;
  operation: string;
  /** the key that is stored: the key that was sent, or its hash if the answer contains a secret */
  key: string;
  body: unknown;
  /** the key that was sent, never stored; present only if secrets of the answer are derived from it */
  secretKey?: string;
}

/** Null: the call has no key, so a repetition counts as a new request. */
export type Keyed = IdempotentRequest | null;

/** Returns the row to write together with the effect; null: the request has no key. `answer` is kept for repetitions. */
export type RowFor = (answer: Json, at: Date) => RequestRow | null;

/** Carries out a request with an Idempotency-Key only once, even if several servers get it. */
export class Idempotency {
  readonly #requests: RequestStore;
  readonly #underWay = new Set<string>();

  constructor(requests: RequestStore) {
    this.#requests = requests;
  }

  /** Carries out a request. If another server has carried out the same request, returns that server's answer. */
  once<Answer>(
    request: Keyed,
    attempt: (rowFor: RowFor) => Promise<Result<Answer>>,
    again: (answer: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> {
    const work = { idempotency: this, request, turn: null, looksFirst: true, again };
    return carryOut(work, (_, rowFor) => attempt(rowFor));
  }

  /** Carries out a request whose effect needs several statements. After a crash, a repeated request runs all of them
   * again, so running them twice must do no harm. */
  afterwards<Answer extends object>(
    request: Keyed,
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

  /** Marks a request as begun. False: it is being carried out already. After true, the caller must call `end`. */
  begin(request: IdempotentRequest): boolean {
    const name = nameOf(request);
    if (this.#underWay.has(name)) return false;
    this.#underWay.add(name);
    return true;
  }

  end(request: IdempotentRequest): void {
    this.#underWay.delete(nameOf(request));
  }

  /** Returns the stored answer, or a refusal if the key was used for another request; null: the request is new. */
  async repeated<Answer>(
    request: IdempotentRequest,
    again: (kept: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer> | null> {
    const row = await this.#requests.find(request.playerId, request.operation, request.key);
    if (row === null) return null;
    if (Buffer.compare(row.bodyHash, hashOf(request)) === 0) return again(row.answer);
    return refused('idempotency-mismatch', 'This Idempotency-Key was used for another request.');
  }
}

export function inFlight(): Refused {
  const detail = 'A request with this Idempotency-Key is in progress.';
  return refused('idempotency-in-flight', detail);
}

function nameOf({ playerId, operation, key }: IdempotentRequest): string {
  return `${playerId} ${operation} ${key}`;
}

/** The hash includes the secret key, so that no reader of the table can find a code in the body by trying all codes. */
function hashOf({ body, secretKey = '' }: IdempotentRequest): Uint8Array {
  return createHash('sha256').update(canonical(body)).update(secretKey).digest();
}
