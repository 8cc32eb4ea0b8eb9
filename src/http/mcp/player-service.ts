/** A call of the API, such as `{ method: 'GET', path: '/v1/games', query: { status: 'open' } }`. */
export interface ServiceCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  /** with it, a change whose answer was lost can be repeated safely */
  idempotencyKey?: string;
  inviteCode?: string | undefined;
}

export interface ServiceAnswer {
  status: number;
  retryAfter?: string | null;
  body: any;
}

export interface PlayerService {
  call(call: ServiceCall): Promise<ServiceAnswer>;
  /** registers a player and keeps the token secret; null: the service cannot keep a token for the model */
  register: ((name: string) => Promise<{ id: string; name: string }>) | null;
  /** a sentence for the user about where to find a token */
  tokenHint: string;
}

export class Refused extends Error {
  override name = 'Refused';
  readonly problem: { code: string; [field: string]: unknown };

  constructor(problem: { code: string; detail: string; [field: string]: unknown }) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Calls the API and returns the body of the answer. Throws `Refused` with the problem document. */
export async function asked(service: PlayerService, call: ServiceCall): Promise<any> {
  const { status, retryAfter = null, body } = await service.call(call);
  if (status < 400) return body;
  if (typeof body?.code === 'string' && typeof body.detail === 'string') throw new Refused({ ...body, retryAfter });
  throw new Refused({
    code: 'unreadable',
    status,
    detail: 'The answer does not come from a Croupier server: check the address.',
  });
}

export function addressOf({ path, query = {} }: ServiceCall): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

export function headersOf({ body, idempotencyKey, inviteCode }: ServiceCall): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(inviteCode === undefined ? {} : { 'invite-code': inviteCode }),
  };
}
