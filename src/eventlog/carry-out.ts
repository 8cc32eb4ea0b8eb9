import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { canonical, type Json } from '#rules/kernel/json.ts';
import type { RequestRow, RequestStore } from '../store/requests.ts';
import { done, type Refused, type Result, refused } from './result.ts';

/** Why nothing was written. `again`: the attempt started from old data. `lost`: another change was written first. */
type NotDone = 'again' | 'lost';

interface Work<Answer> {
  idempotency: Idempotency;
  request: IdempotentRequest | null;
  /** Changes of `id` run one after another; null: they may overlap */
  turn: { queues: Queues; id: string } | null;
  /** true: looks for an earlier answer before each attempt. Otherwise it does so after an attempt that lost, was
   * rejected or had nothing to do */
  looksFirst?: boolean;
  again(kept: Json): Promise<Result<Answer>>;
}

const MOST_TRIES = 50;
/** The longest random pause after the first lost attempt, in milliseconds. It doubles each time. */
const FIRST_PAUSE_MS = 2;
const MOST_PAUSE_MS = 100;

/** Carries out a request once. `attempt` must write the row from `rowFor` together with its effect. */
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
      // another server may have carried out this request
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

/** Runs work for the same id one after another in this process: work of the service first, then callers in the order in
 * which they came. */
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
  /** `NO_ID`: the request has no valid token */
  playerId: string;
  operation: string;
  /** the key as it is stored: a hash of the sent key if the answer contains a secret */
  key: string;
  body: unknown;
  /** the key as it was sent, if the answer contains secrets that are derived from it. It is never stored */
  secretKey?: string;
}

/** Returns the row to write together with an effect. The first answer can be made again from `answer`. Null: the
 * request has no key. */
export type RowFor = (answer: Json, at: Date) => RequestRow | null;

/** Carries out a request with an Idempotency-Key once on all servers: one statement writes the row of the request and
 * its effect. */
export class Idempotency {
  readonly #requests: RequestStore;
  readonly #underWay = new Set<string>();

  constructor(requests: RequestStore) {
    this.#requests = requests;
  }

  /** `attempt` writes the row with its effect. If another server wrote the row first, the answer of that server
   * counts. */
  once<Answer>(
    request: IdempotentRequest | null,
    attempt: (rowFor: RowFor) => Promise<Result<Answer>>,
    again: (answer: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> {
    const work = { idempotency: this, request, turn: null, looksFirst: true, again };
    return carryOut(work, (_, rowFor) => attempt(rowFor));
  }

  /** For effects of several statements. If the server crashes, a retry carries them out again, which must do no
   * harm. */
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

  /** False: the same request is being carried out. After true, the caller must call `end`. */
  begin(request: IdempotentRequest): boolean {
    const name = nameOf(request);
    if (this.#underWay.has(name)) return false;
    this.#underWay.add(name);
    return true;
  }

  end(request: IdempotentRequest): void {
    this.#underWay.delete(nameOf(request));
  }

  /** Returns the first answer, or a rejection if the key belongs to another request; null: the request is new. */
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

/** Hashes the secret key too. Otherwise a reader of the table could guess a code in the body and compare hashes. */
function hashOf({ body, secretKey = '' }: IdempotentRequest): Uint8Array {
  return createHash('sha256').update(canonical(body)).update(secretKey).digest();
}
