import { Unreachable } from './patient-fetch.ts';
import { NotCroupier, ProblemError } from './problem-error.ts';
import type { Problem } from './types.ts';

/** Why a call has no answer: what the service said, or that it said nothing. */
export interface Refusal {
  code: Problem['code'] | 'unreachable' | 'unreadable';
  /** of HTTP; null when nothing came */
  status: number | null;
  /** one sentence for people */
  detail: string;
  /** what to do about it, when the service knows */
  hint: string | null;
  /** a free name beside the one that is taken */
  suggestion: string | null;
  /** the number of the broken ruling, as the rules have it */
  rule: string | null;
  /** each thing that did not fit, at a JSON pointer into what was sent */
  errors: readonly { pointer: string; message: string }[];
}

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

interface Call<T> {
  data?: T;
  error?: Problem;
  response: Response;
}

/** The answer of a call as a value, whatever became of it; only a bug or an abort throws. */
export async function answerOf<T>(call: Promise<Call<T>>): Promise<Answer<NonNullable<T>>> {
  try {
    return { ok: true, value: await answered(call) };
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, refusal: refusalIn(error.problem) };
    if (error instanceof NotCroupier) return { ok: false, refusal: { ...UNREADABLE, status: error.status } };
    if (error instanceof Unreachable) return { ok: false, refusal: UNREACHABLE };
    throw error;
  }
}

/** The answer of a call that is answered with nothing when all is well. */
export async function doneOf(call: Promise<Call<unknown>>): Promise<Answer<true>> {
  return answerOf(
    call.then(({ error, response }) => ({ response, ...(error === undefined ? { data: true as const } : { error }) })),
  );
}

/**
 * What a call is answered with. Throws a `ProblemError` when it is refused, `Unreachable` when nothing answers, and
 * `NotCroupier` when something else does.
 */
export async function answered<T>(call: Promise<Call<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (error !== undefined) throw new ProblemError(error);
  if (data === undefined || data === null) throw new NotCroupier(response);
  return data;
}

const UNREACHABLE: Refusal = {
  code: 'unreachable',
  status: null,
  detail: 'The server does not answer.',
  hint: null,
  suggestion: null,
  rule: null,
  errors: [],
};
/** Something in between answered, such as a proxy whose server is away or a page to sign in on. */
const UNREADABLE: Refusal = { ...UNREACHABLE, code: 'unreadable', detail: 'What answered is not the service.' };

function refusalIn({ code, status, detail, hint, suggestion, rule, errors }: Problem): Refusal {
  return {
    code,
    status,
    detail,
    hint: hint ?? null,
    suggestion: suggestion ?? null,
    rule: rule ?? null,
    errors: errors ?? [],
  };
}
