import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Player, Players } from '../../players/players.ts';
import { sendProblem } from '../problems.ts';

/** Whether a route needs to know who calls. */
export type Access = 'player' | 'anyone';

declare module 'fastify' {
  interface FastifyRequest {
    /** who calls; null when no token was sent */
    caller: Player | null;
    /** what is wrong with the token that was sent */
    tokenFault: string | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

const BEARER = /^Bearer +([^\s]+)$/i;

/** Finds out who calls before anything else is read, and turns away who may not. */
export function recogniseCallers(app: FastifyInstance, players: Players): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('tokenFault', null);

  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization;
    if (header === undefined || request.routeOptions.config.access === undefined) return;
    const token = BEARER.exec(header)?.[1];
    if (token === undefined) request.tokenFault = 'The Authorization header is not of the form `Bearer <token>`.';
    else request.caller = await players.byToken(token);
    if (token !== undefined && request.caller === null) request.tokenFault = 'This token is not known here.';
  });

  // After the rate limit, which counts by caller, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const missing = request.routeOptions.config.access === 'player' && request.caller === null;
    if (!missing && request.tokenFault === null) return;
    const detail = request.tokenFault ?? 'This call needs a token.';
    reply.header('www-authenticate', 'Bearer realm="croupier"');
    return sendProblem(request, reply, 'unauthorized', { detail });
  });
}

/** The player who calls a route that only players reach. */
export function callerOf(request: FastifyRequest): Player {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} was reached without a caller`);
  return request.caller;
}
