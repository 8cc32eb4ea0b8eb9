import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lifetimeOf } from '../hooks/call-lifetime.ts';
import type { Limits } from '../limits.ts';
import {
  addressOf,
  headersOf,
  type PlayerService,
  type ServiceAnswer,
  type ServiceCall,
} from '../mcp/player-service.ts';
import { sendProblem } from '../problems/problem.ts';

const TOKEN_HINT =
  'Your user configures a token, sent as `Authorization: Bearer …` with each call to /mcp; `createPlayer` makes a player and its token.';
/** Web pages on this machine, such as MCP inspectors, may call /mcp. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The protocol demands that `Accept` names both types. The server sets both for a caller that accepts anything. */
const BOTH_TYPES = 'application/json, text/event-stream';
const ANYTHING = '*/*';

/** Serves MCP over HTTP without sessions, so that any server can answer any call. Tools call the API with the caller's
 * token and through all hooks. */
export function mcpRoutes(app: FastifyInstance, origins: Limits['origins'], version: string): void {
  const hosts = allowedHosts(origins);
  const houses = new WeakMap<Request, PlayerService>();
  const houseOf = (request: Request | undefined): PlayerService => {
    const house = request === undefined ? undefined : houses.get(request);
    if (house === undefined) throw new Error('a call to /mcp came without its request');
    return house;
  };
  // loaded at the first call, because loading takes longer than the rest of the start
  let loading: ReturnType<typeof load> | null = null;
  const load = async () => {
    const [{ createMcpHandler, originValidationResponse }, { mcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/server.ts'),
    ]);
    const handler = createMcpHandler(({ requestInfo }) => mcpServer(houseOf(requestInfo), version), {
      maxSubscriptions: 0, // tools never change while a server runs, so there is nothing to subscribe to
      onerror: (error) => app.log.debug({ reason: error.message }, 'a call to /mcp was refused'),
    });
    // rejects calls from web pages of other hosts
    return { handler, refusalOf: (request: Request) => originValidationResponse(request, hosts) };
  };
  app.addHook('preClose', async () => (await loading)?.handler.close());

  app.route({
    method: 'POST', // without sessions, the protocol needs only POST
    url: '/mcp',
    config: { access: 'anyone' },
    schema: { hide: true },
    handler: async (request, reply) => {
      // the protocol dropped batches in 2025, and they would evade the rate limit
      if (Array.isArray(request.body)) {
        return sendProblem(request, reply, 'invalid-request', {
          detail: 'The body is a list of calls, which is not supported: send one call at a time.',
        });
      }
      const { gone } = lifetimeOf(request, reply);
      const asked = webRequestOf(request, gone);
      houses.set(asked, innerHouse(app, request, gone));
      loading ??= load();
      const { handler, refusalOf } = await loading;
      return send(reply, refusalOf(asked) ?? (await handler.fetch(asked, { parsedBody: request.body })));
    },
  });
}

/** Returns the hosts whose web pages may call. `*` adds none: hostile pages could attack a server on a user's PC. */
function allowedHosts(origins: Limits['origins']): string[] {
  const named = typeof origins === 'string' ? [] : origins.map((origin) => new URL(origin).hostname);
  return [...LOOPBACK, ...named];
}

/** Returns a service that calls the API with the token, address and lifetime of one call to /mcp. */
function innerHouse(app: FastifyInstance, { ip, headers: { authorization } }: FastifyRequest, gone: AbortSignal) {
  const call = async (call: ServiceCall): Promise<ServiceAnswer> => {
    const { statusCode, headers, body } = await app.inject({
      method: call.method,
      url: addressOf(call),
      headers: { ...headersOf(call), ...(authorization !== undefined && { authorization }) },
      remoteAddress: ip,
      signal: gone,
      ...(call.body !== undefined && { payload: JSON.stringify(call.body) }),
    });
    const retryAfter = headers['retry-after'] === undefined ? null : String(headers['retry-after']);
    return { status: statusCode, retryAfter, body: body === '' ? null : JSON.parse(body) };
  };
  return { register: null, tokenHint: TOKEN_HINT, call };
}

function webRequestOf(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  }
  if ((headers.get('accept') ?? ANYTHING).includes(ANYTHING)) headers.set('accept', BOTH_TYPES);
  // the host is not used, but the URL must be complete
  return new Request('http://house/mcp', { method: 'POST', headers, signal, body: JSON.stringify(request.body) });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.code(response.status).send(await response.text());
}
