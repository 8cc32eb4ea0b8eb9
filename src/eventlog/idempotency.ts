import { createHash } from 'node:crypto';
import { canonical, type Json } from '#rules/kernel/json.ts';
import type { RequestRow, RequestStore } from '../store/requests.ts';
import { done, type Refused, type Result, refused } from './result.ts';

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
  async once<Answer>(
    request: IdempotentRequest | null,
    attempt: (rowFor: RowFor) => Promise<Result<Answer>>,
    again: (answer: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> {
    if (request === null) return attempt(() => null);
    if (!this.begin(request)) return inFlight();
    try {
      const before = await this.repeated(request, again);
      if (before !== null) return before;
      const outcome = await attempt((answer, at) => this.rowFor(request, answer, at));
      return outcome.ok ? outcome : ((await this.repeated(request, again)) ?? outcome);
    } finally {
      this.end(request);
    }
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
    request: IdempotentRequest | null,
    again: (kept: Json) => Promise<Result<Answer>>,
  ): Promise<Result<Answer> | null> {
    const row = request && (await this.#requests.find(request.playerId, request.operation, request.key));
    if (request === null || row === null) return null;
    return Buffer.compare(row.bodyHash, hashOf(request)) === 0 ? again(row.answer) : mismatch();
  }

  /** The row to be written with the effect; `answer`: what the first answer can be made of again. */
  rowFor(request: IdempotentRequest, answer: Json, at: Date): RequestRow {
    const { playerId, operation, key } = request;
    return { playerId, operation, key, bodyHash: hashOf(request), answer, at };
  }
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
