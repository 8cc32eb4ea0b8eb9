import { Unreachable } from './patient-fetch.ts';
import type { Problem } from './types.ts';

/** What the service refused, and why: the problem document of the answer. Nothing was changed by the call. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    const { code, detail, hint, errors = [] } = problem;
    const misfits = errors.map(({ pointer, message }) => `${pointer} ${message}.`);
    super([`${code}: ${detail}`, ...misfits, ...(hint === undefined ? [] : [hint])].join(' '));
    this.problem = problem;
  }

  /** Stable, and meant for programs. */
  get code(): Problem['code'] {
    return this.problem.code;
  }

  /** of HTTP */
  get status(): number {
    return this.problem.status;
  }

  /** What is wrong with this very call, in a sentence. */
  get detail(): string {
    return this.problem.detail;
  }

  /** What to do about it, when the service knows. */
  get hint(): string | null {
    return this.problem.hint ?? null;
  }

  /** The number of the broken ruling, as the rules have it. */
  get rule(): string | null {
    return this.problem.rule ?? null;
  }

  /** Of `name-taken`: a name that was free just now. */
  get suggestion(): string | null {
    return this.problem.suggestion ?? null;
  }

  /** Each thing that did not fit, at a JSON pointer into what was sent. */
  get errors(): readonly { pointer: string; message: string }[] {
    return this.problem.errors ?? [];
  }
}

/** Something answered that is not the service: another server, a proxy whose server is away, a page to sign in on. */
export class NotCroupier extends Unreachable {
  override name = 'NotCroupier';
  /** of HTTP */
  readonly status: number;

  constructor(response: Response) {
    const { status, url, headers } = response;
    const to = leadsAway(response) ? `: it leads to ${headers.get('location') ?? 'somewhere else'}` : '';
    super(`What answered at ${url} (with ${status}) is not the service${to}.`);
    this.status = status;
  }
}

/** A redirect is not followed, or what only the service may know would be sent to another. Browsers do not say where it leads. */
function leadsAway({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** What an answer holds: a JSON object, always. Throws `NotCroupier` for anything else; `text` is null when it is too long. */
export function objectIn(response: Response, text: string | null): object {
  try {
    const said: unknown = JSON.parse(text ?? '');
    if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said;
  } catch {
    // no JSON, or nested deeper than can be read
  }
  throw new NotCroupier(response);
}

/** Why a call was refused. Throws `NotCroupier` when it was not the service that did so. */
export function problemIn(response: Response, text: string | null): Problem {
  const said = objectIn(response, leadsAway(response) ? null : text);
  if ('code' in said && typeof said.code === 'string' && 'detail' in said) return said as Problem;
  throw new NotCroupier(response);
}
