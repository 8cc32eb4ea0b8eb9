export interface RefusalKind {
  status: number;
  title: string;
  remedy: string;
  /** in seconds */
  retryAfter?: number;
}

/** Returns refusals by code that have the same status. */
export function kinds<Code extends string>(
  shared: Omit<RefusalKind, 'title' | 'remedy'>,
  byCode: Record<Code, readonly [title: string, remedy: string]>,
): Readonly<Record<Code, RefusalKind>> {
  const entries = Object.entries<readonly [string, string]>(byCode);
  const all = entries.map(([code, [title, remedy]]) => [code, { ...shared, title, remedy }] as const);
  return Object.fromEntries(all) as Record<Code, RefusalKind>;
}

export const REQUEST_REFUSALS = kinds(
  { status: 409 },
  {
    'idempotency-in-flight': ['The same request is in progress', 'Send it again in a moment to get its answer.'],
  },
);

/** Codes are stable and public. Each feature adds its own in its `refusals.ts`. */
export interface Refusals extends Readonly<typeof REQUEST_REFUSALS> {}

/** `pointer` is a JSON pointer into the request. */
export interface FieldError {
  pointer: string;
  message: string;
}

export interface Refusal {
  code: keyof Refusals;
  detail: string;
  hint?: string;
  /** the number of the ruling that was broken */
  rule?: string;
  /** for `cap-reached`: which cap */
  cap?: string;
  /** for `name-taken`: a name that is free */
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

export function wrong(detail: string, pointer: string, message: string): Refused {
  return refused('invalid-request', detail, { errors: [{ pointer, message }] });
}
