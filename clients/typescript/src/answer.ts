import { Unreachable } from './patient-fetch.ts';
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
  error?: unknown;
  response: Response;
}

/** The answer of a call as a value, whatever became of it; only a bug or an abort throws. */
export async function answerOf<T>(call: Promise<Call<T>>): Promise<Answer<NonNullable<T>>> {
  try {
    const { data, error, response } = await call;
    if (response.ok && data !== undefined && data !== null) return { ok: true, value: data };
    return { ok: false, refusal: refusalIn(error, response.status) };
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, refusal: { ...UNREACHABLE, detail: error.message } };
    if (error instanceof SyntaxError) return { ok: false, refusal: UNREADABLE };
    throw error;
  }
}

/** The answer of a call that is answered with nothing when all is well. */
export async function doneOf(call: Promise<Call<unknown>>): Promise<Answer<true>> {
  return answerOf(
    call.then(({ error, response }) => ({ response, ...(response.ok ? { data: true as const } : { error }) })),
  );
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

function refusalIn(error: unknown, status: number): Refusal {
  if (!isProblem(error)) return { ...UNREADABLE, status };
  const { code, detail, hint = null, suggestion = null, rule = null, errors = [] } = error;
  return { code, status, detail, hint, suggestion, rule, errors };
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
