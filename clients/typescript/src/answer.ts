import { Unreachable } from './patient-fetch.ts';
import { NotCroupier, ProblemError } from './problem-error.ts';
import type { Problem } from './types.ts';

/** Why a call failed. `unreachable`: there was no response; `unreadable`: the response was not from the service. */
export interface Refusal {
  code: Problem['code'] | 'unreachable' | 'unreadable';
  /** HTTP status; null: there was no response */
  status: number | null;
  /** one sentence for people */
  detail: string;
  /** what to do; null: the service does not know */
  hint: string | null;
  /** a free name if the requested one is taken; null otherwise */
  suggestion: string | null;
  /** number of the ruling that was broken, such as `R14`; null: none was */
  rule: string | null;
  /** invalid fields, by JSON pointer into the request */
  errors: readonly { pointer: string; message: string }[];
}

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

interface Call<T> {
  data?: T;
  error?: Problem;
  response: Response;
}

/** Returns failures as values. It throws only for a bug or an abort. */
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

/** Like `answerOf`, for calls whose successful response is empty: the value is true. */
export async function doneOf(call: Promise<Call<unknown>>): Promise<Answer<true>> {
  return answerOf(
    call.then(({ error, response }) => ({ response, ...(error === undefined ? { data: true as const } : { error }) })),
  );
}

/** Returns the response body of a call. Throws `ProblemError` if the service refuses, `Unreachable` if there is no
 * response, and `NotCroupier` if the response is not from the service. */
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
/** The refusal for a response that is not from the service, such as an error of a proxy or a sign-in page. */
const UNREADABLE: Refusal = {
  ...UNREACHABLE,
  code: 'unreadable',
  detail: 'The answer does not come from a Croupier server.',
};

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
