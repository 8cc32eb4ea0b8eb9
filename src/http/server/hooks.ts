import type { FastifyInstance } from 'fastify';
import { allowMissingBodies, refuseDeepBodies, refuseOtherCodings } from '../hooks/bodies.ts';
import { openToOrigins, securityHeadersFor, sendSecurityHeaders } from '../hooks/browsers.ts';
import { trackCallLifetimes } from '../hooks/call-lifetime.ts';
import { recogniseCallers } from '../hooks/caller.ts';
import { limitConnections } from '../hooks/connections.ts';
import { answerErrors } from '../hooks/errors.ts';
import { closeGracefully } from '../hooks/graceful-close.ts';
import { recogniseRepetitions } from '../hooks/idempotency.ts';
import { measureAnswers } from '../hooks/metrics.ts';
import { refuseOtherTypes, refuseUnknownConditions } from '../hooks/negotiation.ts';
import { countOpenCalls, lineUpCostlyReads } from '../hooks/open-calls.ts';
import { batchResponses, compressAnswers, leadRelatively, sendInPieces } from '../hooks/outgoing.ts';
import { limitAddresses, limitCallers } from '../hooks/rate-limit.ts';
import { LONGEST_URL } from '../problems/calls.ts';
import { pathOf, sendProblem } from '../problems/problem.ts';
import type { AppParts } from '../services.ts';

/** The hooks in the order in which requests pass them. */
const HOOKS: readonly ((app: FastifyInstance, parts: AppParts) => void | Promise<void>)[] = [
  answerErrors,
  nameRequests,
  (app, { readiness }) => closeGracefully(app, readiness),
  // before batching, so that compressed answers are sent in the same batch
  compressAnswers,
  batchResponses,
  (app, { gameService }) => sendInPieces(app, gameService.timeSlicer),
  allowMissingBodies,
  refuseDeepBodies,
  wakeWaiters,
  (app, { metrics }) => {
    if (metrics !== null) measureAnswers(app, metrics);
  },
  (app, { limits }) => sendSecurityHeaders(app, securityHeadersFor(limits.origins)),
  leadRelatively,
  (app, { limits }) => openToOrigins(app, limits.origins),
  refuseNamelessHosts,
  ignoreExpectations,
  refuseLongUrls,
  (app, { limits }) => limitConnections(app, limits),
  // before callers are recognized, because a bad token costs a look-up
  (app, { limits }) => limitAddresses(app, limits.rates),
  (app, { players }) => recogniseCallers(app, players),
  refuseOtherCodings,
  (app, { players }) => trackCallLifetimes(app, players.tokensInUse),
  (app, { limits }) => countOpenCalls(app, limits.openCalls),
  (app, { limits }) => limitCallers(app, limits.rates),
  lineUpCostlyReads,
  refuseUnknownConditions,
  refuseOtherTypes,
  recogniseRepetitions,
];

export async function addHooks(app: FastifyInstance, parts: AppParts): Promise<void> {
  for (const add of HOOKS) await add(app, parts);
}

const CHATTY = new Set(['debug', 'trace']);

function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  if (!CHATTY.has(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.debug({ method, path: pathOf(url), status: reply.statusCode, ms }, 'answered');
    done();
  });
}

function wakeWaiters(app: FastifyInstance, { gameService, ratings }: AppParts): void {
  app.addHook('preClose', async () => {
    void gameService.subscriptions.stop(); // ends calls that wait at once; queries that run may take longer
    await ratings.stop();
  });
}

function refuseNamelessHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (headers.host !== undefined || httpVersion !== '1.1') return done();
    sendProblem(request, reply, 'bad-http', { detail: 'HTTP/1.1 requires a Host header.' });
  });
}

/** Accepts an `Expect` header. Node alone would reject it without a body. */
function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.length <= LONGEST_URL) return done();
    sendProblem(request, reply, 'uri-too-long');
  });
}
