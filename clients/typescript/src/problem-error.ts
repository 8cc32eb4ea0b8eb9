import { Unreachable } from './patient-fetch.ts';
import type { Problem } from './types.ts';

/** The service has refused the call, which changed nothing. The error has the problem document. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    const { code, detail, hint, errors = [] } = problem;
    const misfits = errors.map(({ pointer, message }) => `${pointer} ${message}.`);
    super([`${code}: ${detail}`, ...misfits, ...(hint === undefined ? [] : [hint])].join(' '));
    this.problem = problem;
  }

  /** A stable code, for programs. */
  get code(): Problem['code'] {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** What was wrong, in one sentence. */
  get detail(): string {
    return this.problem.detail;
  }

  /** What to do; null: the service does not know. */
  get hint(): string | null {
    return this.problem.hint ?? null;
  }

  /** Number of the ruling that was broken, such as `R14`; null: none was. */
  get rule(): string | null {
    return this.problem.rule ?? null;
  }

  /** A free name, if the code is `name-taken`; otherwise null. */
  get suggestion(): string | null {
    return this.problem.suggestion ?? null;
  }

  /** Invalid fields, by JSON pointer into the request. */
  get errors(): readonly { pointer: string; message: string }[] {
    return this.problem.errors ?? [];
  }
}

/** The response is not from the service, but from another server, a proxy or a sign-in page. */
export class NotCroupier extends Unreachable {
  override name = 'NotCroupier';
  readonly status: number;

  constructor(response: Response) {
    const { status, url, headers } = response;
    const to = leadsAway(response) ? `: it leads to ${headers.get('location') ?? 'somewhere else'}` : '';
    super(`What answered at ${url} (with ${status}) is not the service${to}.`);
    this.status = status;
  }
}

/** Redirects are not followed, because the token would go to another server. Browsers hide where a redirect leads. */
function leadsAway({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** Throws `NotCroupier` unless the body is a JSON object. `text` is null if it was too long. */
export function objectIn(response: Response, text: string | null): object {
  try {
    const said: unknown = JSON.parse(text ?? '');
    if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said;
  } catch {
    // the text is no JSON, or is nested deeper than can be read
  }
  throw new NotCroupier(response);
}

/** Returns the problem in the body. Throws `NotCroupier` if the body does not come from the service. */
export function problemIn(response: Response, text: string | null): Problem {
  const said = objectIn(response, leadsAway(response) ? null : text);
  if ('code' in said && typeof said.code === 'string' && 'detail' in said) return said as Problem;
  throw new NotCroupier(response);
}
