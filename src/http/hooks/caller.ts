import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../../games/model/game.ts';
import type { Identity, Player, Players, Token } from '../../players/players.ts';
import type { Suspension } from '../../store/db.ts';
import { CHALLENGE, sendProblem } from '../problems/problem.ts';

export type Access = 'player' | 'anyone';

declare module 'fastify' {
  interface FastifyRequest {
    /** the player whose token the call has; null: the call has no valid token */
    caller: Player | null;
    /** guaranteed only on routes with `access: 'player'` */
    player: Player;
    reader: Reader;
    /** null: the call has no valid token */
    token: Token | null;
    /** the suspension of the caller; null: the caller is not suspended */
    suspension: Suspension | null;
    tokenFault: string | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** true: the operation accepts a token for one turn (turn token), but only for the token's game */
    turn?: true;
    /** true: a read-only token is accepted; by default only on reads that need no token */
    readable?: boolean;
  }
}

const BEARER = /^Bearer +([^\s]+)$/i;
const READING = new Set(['GET', 'HEAD']);
const UNKNOWN = 'This server does not know this token.';

export function recogniseCallers(app: FastifyInstance, players: Players): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('player', null as unknown as Player);
  app.decorateRequest('reader', null as unknown as Reader);
  app.decorateRequest('token', null);
  app.decorateRequest('suspension', null);
  app.decorateRequest('tokenFault', null);

  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers.authorization;
    if (header === undefined || request.routeOptions.config.access === undefined) return done();
    const secret = BEARER.exec(header)?.[1];
    if (secret === undefined) {
      request.tokenFault = 'The Authorization header is not of the form `Bearer <token>`.';
      return done();
    }
    const recognise = (identity: Identity | null) => {
      request.caller = identity?.player ?? null;
      request.token = identity?.token ?? null;
      request.suspension = identity?.suspension ?? null;
      if (identity === null) request.tokenFault = UNKNOWN;
      done();
    };
    const remembered = players.remembered(secret);
    if (remembered !== null) recognise(remembered);
    else players.byToken(secret).then(recognise, done);
  });

  // runs after the rate limit, which counts by caller, and before the body is read
  app.addHook('preParsing', (request, reply, payload, done) => {
    const missing = request.routeOptions.config.access === 'player' && request.caller === null;
    if ((missing || request.tokenFault !== null) && !mayRepeat(request)) {
      return void sendUnauthorized(request, reply, request.tokenFault ?? 'This call needs a token.');
    }
    if (request.suspension !== null) {
      return void sendProblem(request, reply, 'suspended', suspensionDetails(request.suspension));
    }
    if (request.token?.scope === 'read' && !isReadable(request.method, request.routeOptions.config)) {
      const detail = READING.has(request.method)
        ? 'A read token cannot make this call.'
        : `A read token cannot make ${request.method} calls.`;
      return void sendProblem(request, reply, 'read-only-token', { detail });
    }
    if (request.token?.scope === 'turn') {
      if (players.turns.isOver(request.token)) {
        return void sendUnauthorized(request, reply, 'This token was for one turn, which is over.');
      }
      if (!isForTurn(request)) return void sendProblem(request, reply, 'turn-token');
    }
    if (request.caller !== null) request.player = request.caller;
    request.reader = readerOf(request);
    done(null, payload);
  });
}

export function isReadable(method: string, { access, readable = access === 'anyone' }: FastifyContextConfig): boolean {
  return READING.has(method.toUpperCase()) && readable;
}

/** True if the request may be a repetition of one that ended its own token. */
function mayRepeat({ headers, routeOptions, tokenFault }: FastifyRequest): boolean {
  return (
    tokenFault === UNKNOWN && routeOptions.config.strongKey === 'after-end' && headers['idempotency-key'] !== undefined
  );
}

function isForTurn({ token, params, routeOptions }: FastifyRequest): boolean {
  const { gameId } = params as { gameId?: string };
  return routeOptions.config.turn === true && gameId?.toLowerCase() === token?.turn?.gameId;
}

function suspensionDetails({ until, because }: Suspension) {
  const end = until === null ? 'until an operator ends it' : `until ${until.toISOString()}`;
  return { detail: `You are suspended ${end}: ${because}`, ...(until === null ? {} : { until: until.toISOString() }) };
}

function readerOf({ caller, headers }: FastifyRequest): Reader {
  const inviteCode = headers['invite-code'];
  return { playerId: caller?.id ?? null, ...(typeof inviteCode === 'string' ? { inviteCode } : {}) };
}

export function sendUnauthorized(request: FastifyRequest, reply: FastifyReply, detail: string): FastifyReply {
  reply.header('www-authenticate', CHALLENGE);
  return sendProblem(request, reply, 'unauthorized', { detail });
}

export function tokenOf(request: FastifyRequest): Token {
  if (request.token === null) throw new Error(`${request.routeOptions.url} was reached without a token`);
  return request.token;
}
