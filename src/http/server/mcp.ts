import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallLifetime } from '../hooks/call-lifetime.ts';
import type { Limits } from '../limits.ts';
import { addressOf, type HouseAnswer, type HouseCall, headersOf, type PlayerService } from '../mcp/house.ts';
import { sendProblem } from '../problems/problem.ts';

const TOKEN_HINT =
  'Whoever runs you sends a token as `Authorization: Bearer …` with each call to /mcp; `createPlayer` makes a player and its token.';
/** Pages on this machine itself, such as those of inspectors. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The protocol wants both types named. A caller that takes anything takes both. */
const BOTH_TYPES = 'application/json, text/event-stream';
const ANYTHING = '*/*';

/** What answers calls of the protocol. */
interface Speaker {
  handler: McpHttpHandler;
  /** the answer to a page of a browser that may not call; undefined: it may, or it is none */
  refusalOf(request: Request): Response | undefined;
}

/**
 * The Model Context Protocol over Streamable HTTP, without sessions: every call stands by itself and any server answers
 * it. A tool calls the API as whoever sent the token, through all that guards it.
 */
export function mcpRoutes(app: FastifyInstance, origins: Limits['origins'], version: string): void {
  const hosts = allowedHosts(origins);
  const houses = new WeakMap<Request, PlayerService>();
  const houseOf = (request: Request | undefined): PlayerService => {
    const house = request === undefined ? undefined : houses.get(request);
    if (house === undefined) throw new Error('a call to /mcp came without its request');
    return house;
  };
  // what speaks the protocol is loaded when somebody does: it takes longer than all else that starts
  let loading: Promise<Speaker> | null = null;
  const load = async (): Promise<Speaker> => {
    const [{ createMcpHandler, originValidationResponse }, { mcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/server.ts'),
    ]);
    const handler = createMcpHandler(({ requestInfo }) => mcpServer(houseOf(requestInfo), version), {
      maxSubscriptions: 0, // nothing that is listed changes while a server runs
      onerror: (error) => app.log.debug({ reason: error.message }, 'a call to /mcp was refused'),
    });
    return { handler, refusalOf: (request) => originValidationResponse(request, hosts) };
  };
  app.addHook('preClose', async () => (await loading)?.handler.close());

  app.route({
    method: 'POST', // there are no sessions to listen to or to end
    url: '/mcp',
    config: { access: 'anyone' },
    schema: { hide: true },
    handler: async (request, reply) => {
      // the protocol has done without them since 2025; each call in one would cost the caller nothing
      if (Array.isArray(request.body)) {
        return sendProblem(request, reply, 'invalid-request', {
          detail: 'Calls are sent one by one here, not in a list.',
        });
      }
      const { gone } = new CallLifetime(request, reply);
      const asked = webRequestOf(request, gone);
      houses.set(asked, new InnerHouse(app, request, gone));
      loading ??= load();
      const { handler, refusalOf } = await loading;
      return send(reply, refusalOf(asked) ?? (await handler.fetch(asked, { parsedBody: request.body })));
    },
  });
}

/**
 * Whose pages may call from a browser. `*` opens the API to every page, but not this: a model's program that listens on
 * the machine of its user is what strange pages try to reach.
 */
function allowedHosts(origins: Limits['origins']): string[] {
  const named = typeof origins === 'string' ? [] : origins.map((origin) => new URL(origin).hostname);
  return [...LOOPBACK, ...named];
}

/** The API as one call to /mcp may use it: with its token, from its address, and for as long as somebody waits. */
class InnerHouse implements PlayerService {
  readonly register = null;
  readonly tokenHint = TOKEN_HINT;
  readonly #app: FastifyInstance;
  readonly #request: FastifyRequest;
  readonly #gone: AbortSignal;

  constructor(app: FastifyInstance, request: FastifyRequest, gone: AbortSignal) {
    this.#app = app;
    this.#request = request;
    this.#gone = gone;
  }

  async call(call: HouseCall): Promise<HouseAnswer> {
    const { ip, headers } = this.#request;
    const {
      statusCode,
      headers: told,
      body,
    } = await this.#app.inject({
      method: call.method,
      url: addressOf(call),
      headers: {
        ...headersOf(call),
        ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
      },
      remoteAddress: ip,
      signal: this.#gone,
      ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
    });
    const retryAfter = told['retry-after'] === undefined ? null : String(told['retry-after']);
    return { status: statusCode, retryAfter, body: body === '' ? null : JSON.parse(body) };
  }
}

function webRequestOf(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  }
  if ((headers.get('accept') ?? ANYTHING).includes(ANYTHING)) headers.set('accept', BOTH_TYPES);
  // the address is not looked at, but has to be whole
  return new Request('http://house/mcp', { method: 'POST', headers, signal, body: JSON.stringify(request.body) });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.code(response.status).send(await response.text());
}
