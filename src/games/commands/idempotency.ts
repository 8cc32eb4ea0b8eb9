import { createHash } from 'node:crypto';
import { canonical, type Json } from '../../kernel/json.ts';
import type { RequestRow, Store } from '../../store/contract/store.ts';
import { type Result, refused } from '../model/result.ts';

/** A request that its sender may send again without its being done again. */
export interface IdempotentRequest {
  playerId: string;
  /** the operation; a key counts within it alone */
  operation: string;
  key: string;
  /** all that was asked for: a key can not be used for anything else */
  body: unknown;
}

/** Requests with an Idempotency-Key: each is carried out once, however often and wherever it arrives. */
export class Idempotency {
  readonly #store: Store;
  readonly #underWay = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Carries out a request unless it was carried out before. `make` gets a function that turns the answer's essence into
   * the row to be written with the effect; it returns null when such a row was there first. `again` makes the first
   * answer anew from that essence.
   */
  async once<T>(
    asked: IdempotentRequest | null,
    make: (rowFor: (essence: Json) => RequestRow | null) => Promise<Result<T> | null>,
    again: (essence: Json) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (asked === null) return certain(await make(() => null));
    const { playerId, operation, key } = asked;
    const name = `${playerId} ${operation} ${key}`;
    if (this.#underWay.has(name)) return inFlight();
    this.#underWay.add(name);
    try {
      const bodyHash = createHash('sha256').update(canonical(asked.body)).digest();
      const repeated = async () => {
        const row = await this.#store.requests.find(playerId, operation, key);
        if (row === null) return null;
        return Buffer.compare(row.bodyHash, bodyHash) === 0 ? again(row.answer) : mismatch();
      };
      const rowFor = (answer: Json) => ({ playerId, operation, key, bodyHash, answer, at: new Date() });
      const before = await repeated();
      if (before !== null) return before;
      const made = await make(rowFor);
      if (made?.ok) return made;
      // Another server may have carried it out just now, which is also why it can be stale or out of turn here.
      return (await repeated()) ?? certain(made);
    } finally {
      this.#underWay.delete(name);
    }
  }
}

function certain<T>(result: Result<T> | null): Result<T> {
  if (result === null) throw new Error('a request was refused as a repetition and is not there');
  return result;
}

function inFlight() {
  return refused('idempotency-in-flight', 'A request with this Idempotency-Key is being carried out.');
}

function mismatch() {
  return refused('idempotency-mismatch', 'This Idempotency-Key was used for another request.');
}
