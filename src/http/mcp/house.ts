/** One call of the HTTP API: `{ method: 'GET', path: '/v1/games', query: { status: 'open' } }`. */
export interface HouseCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  /** what sends a change again when its answer was lost, so that it is made once */
  idempotencyKey?: string;
  inviteCode?: string | undefined;
}

/** What the service answered: the body as it is in the OpenAPI document. */
export interface HouseAnswer {
  status: number;
  /** in how many seconds to ask again, where that was said */
  retryAfter?: string | null;
  body: any;
}

/** The service as one player sees it, beside it or far away. What nobody may see through the API nobody sees here. */
export interface PlayerService {
  call(call: HouseCall): Promise<HouseAnswer>;
  /** Makes a player of this name, whose token is kept and never told; null: where somebody else keeps tokens. */
  register: ((name: string) => Promise<{ id: string; name: string }>) | null;
  /** where who speaks to a model finds a token for it */
  tokenHint: string;
}

/** A call that the service refused, or that never reached it. */
export class Refused extends Error {
  override name = 'Refused';
  readonly problem: { code: string; [field: string]: unknown };

  constructor(problem: { code: string; detail: string; [field: string]: unknown }) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** The body of an answer that is none of refusal; throws `Refused` with the problem document. */
export async function asked(house: PlayerService, call: HouseCall): Promise<any> {
  const { status, retryAfter = null, body } = await house.call(call);
  if (status < 400) return body;
  if (typeof body?.code === 'string' && typeof body.detail === 'string') throw new Refused({ ...body, retryAfter });
  throw new Refused({ code: 'unreadable', status, detail: 'What answered is not the service.' });
}

/** The address of a call, with its query. */
export function addressOf({ path, query = {} }: HouseCall): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The headers of a call but those that say who calls. */
export function headersOf({ body, idempotencyKey, inviteCode }: HouseCall): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(inviteCode === undefined ? {} : { 'invite-code': inviteCode }),
  };
}
