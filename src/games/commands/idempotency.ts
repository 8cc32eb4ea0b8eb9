import { createHash } from 'node:crypto';
import { canonical, type Json } from '../../kernel/json.ts';
import type { RequestRow, RequestStore } from '../../store/contract/requests.ts';
import { type Result, refused } from '../model/result.ts';

/** A request that its sender may send again without its being done again. */
export interface IdempotentRequest {
  playerId: string;
  /** the operation; a key counts within it alone */
  operation: string;
  key: string;
  /** all that was asked for: a key cannot be used for anything else */
  body: unknown;
}

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

  /** What an earlier request of this key led to, or the refusal of a key that was used for something else; else null. */
  async earlier(request: IdempotentRequest): Promise<Result<Json> | null> {
    const row = await this.#requests.find(request.playerId, request.operation, request.key);
    if (row === null) return null;
    return Buffer.compare(row.bodyHash, hashOf(request)) === 0 ? { ok: true, value: row.answer } : mismatch();
  }

  /** The row to be written with the effect; `answer`: what the first answer can be made of again. */
  rowFor(request: IdempotentRequest, answer: Json, at: Date): RequestRow {
    const { playerId, operation, key } = request;
    return { playerId, operation, key, bodyHash: hashOf(request), answer, at };
  }
}

export function inFlight() {
  return refused('idempotency-in-flight', 'A request with this Idempotency-Key is being carried out.');
}

function nameOf({ playerId, operation, key }: IdempotentRequest): string {
  return `${playerId} ${operation} ${key}`;
}

function hashOf({ body }: IdempotentRequest): Uint8Array {
  return createHash('sha256').update(canonical(body)).digest();
}

function mismatch() {
  return refused('idempotency-mismatch', 'This Idempotency-Key was used for another request.');
}
