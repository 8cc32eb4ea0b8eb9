import type { Json } from '#rules/kernel/json.ts';

/** What a request with an Idempotency-Key led to. */
export interface RequestRow {
  playerId: string;
  operation: string;
  key: string;
  bodyHash: Uint8Array;
  /** what the first answer is made of anew */
  answer: Json;
  at: Date;
}

/** Requests that were made under an Idempotency-Key. */
export interface RequestStore {
  find(playerId: string, operation: string, key: string): Promise<RequestRow | null>;
  /** Keeps one whose effect is there already. One of the same key stays as it was. */
  keep(request: RequestRow): Promise<void>;
  /** Forgets those that are older; says how many. */
  forget(before: Date): Promise<number>;
}
