import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '#rules/kernel/json.ts';
import { type Idempotency, type IdempotentRequest, inFlight, type RowFor } from './idempotency.ts';
import type { Result } from './result.ts';

/** `again`: the try began from something out of date; `lost`: another change was written first. Nothing was written. */
type NotDone = 'again' | 'lost';

interface Work<Answer> {
  idempotency: Idempotency;
  queues: Queues;
  /** null: sent without an Idempotency-Key */
  request: IdempotentRequest | null;
  /** whose changes are made one at a time; null: they may overlap */
  id: string | null;
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
  { idempotency, queues, request, id, looksFirst = false, again }: Work<Answer>,
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
        return request && idempotency.rowFor(request, answer, at);
      });
      mayBeDone = looksFirst || outcome === 'lost';
      if (outcome === 'again' || outcome === 'lost' || (outcome.ok && isWritten)) return outcome;
      // another server that carried out this very request can be the reason
      return (request && (await idempotency.repeated(request, again))) ?? outcome;
    });
  try {
    return await (id === null ? work() : queues.pass(id, 'callers', work));
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
