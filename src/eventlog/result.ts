export interface RefusalKind {
  status: number;
  title: string;
  remedy: string;
  /** in seconds */
  retryAfter?: number | undefined;
}

type Told = readonly [title: string, remedy: string, retryAfter?: number];

/** Returns kinds of refusals by code, all with the same HTTP status. */
export function kinds<Code extends string>(status: number, byCode: Record<Code, Told>) {
  const entries = Object.entries<Told>(byCode);
  const all = entries.map(([code, [title, remedy, retryAfter]]) => [code, { status, title, remedy, retryAfter }]);
  return Object.fromEntries(all) as Readonly<Record<Code, RefusalKind>>;
}

export const REQUEST_REFUSALS = kinds(409, {
  'idempotency-in-flight': ['The same request is in progress', 'Send it again in a moment to get its answer.'],
});

/** All refusals by code. Codes are stable and public. Each feature adds its own codes in its `refusals.ts`. */
export interface Refusals extends Readonly<typeof REQUEST_REFUSALS> {}

/** An error in one field. `pointer` is a JSON pointer into the request. */
export interface FieldError {
  pointer: string;
  message: string;
}

export interface Refusal {
  code: keyof Refusals;
  detail: string;
  hint?: string;
  /** the number of the broken ruling in the game's `rules.md` */
  rule?: string;
  /** only for `cap-reached`: the name of the limit */
  cap?: string;
  /** only for `name-taken`: a name that is free */
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
