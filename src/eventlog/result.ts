/** What all refusals of one code have in common. */
export interface RefusalKind {
  /** of the answer over HTTP */
  status: number;
  title: string;
  /** what a caller does about it */
  remedy: string;
  /** seconds, in the header `Retry-After` */
  retryAfter?: number;
}

/** Why a request that is sent again is not carried out. */
export const REQUEST_REFUSALS = {
  'idempotency-in-flight': {
    status: 409,
    title: 'The same request is being carried out',
    remedy: 'Send it again in a moment and get its answer.',
  },
} as const satisfies Record<string, RefusalKind>;

type Kinds = typeof REQUEST_REFUSALS;
/** Each refusal by its code, which is stable and public. Features add theirs beside what they refuse, in `refusals.ts`. */
export interface Refusals extends Kinds {}

/** One thing that does not fit a schema, at a JSON pointer into what was sent. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** Why a feature does not do what it was asked; nothing has changed. */
export interface Refusal {
  code: keyof Refusals;
  detail: string;
  hint?: string;
  /** the number of the broken ruling */
  rule?: string;
  /** of `cap-reached`: which */
  cap?: string;
  /** of `name-taken`: a name that is free */
  suggestion?: string;
  errors?: FieldError[];
}

export type Refused = { ok: false; refusal: Refusal };
export type Result<T> = { ok: true; value: T } | Refused;

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refused(code: Refusal['code'], detail: string, more: Omit<Refusal, 'code' | 'detail'> = {}): Refused {
  return { ok: false, refusal: { code, detail, ...more } };
}

/** The refusal of a request of which one part does not fit, at a JSON pointer. */
export function wrong(detail: string, pointer: string, message: string): Refused {
  return refused('invalid-request', detail, { errors: [{ pointer, message }] });
}
