import type { FastifyInstance } from 'fastify';
import { allowMissingBodies, refuseDeepBodies, refuseOtherCodings } from '../hooks/bodies.ts';
import { openToOrigins, securityHeadersFor, sendSecurityHeaders } from '../hooks/browsers.ts';
import { recogniseCallers } from '../hooks/caller.ts';
import { limitConnections } from '../hooks/connections.ts';
import { answerErrors } from '../hooks/errors.ts';
import { closeGracefully } from '../hooks/graceful-close.ts';
import { recogniseRepetitions } from '../hooks/idempotency.ts';
import { measureAnswers } from '../hooks/metrics.ts';
import { refuseOtherTypes, refuseUnknownConditions } from '../hooks/negotiation.ts';
import { CostlyReads } from '../hooks/open-calls.ts';
import { batchResponses, compressAnswers, leadRelatively, sendInPieces } from '../hooks/outgoing.ts';
import { limitAddresses, limitCallers } from '../hooks/rate-limit.ts';
import { OpenCounts } from '../limits.ts';
import { LONGEST_URL } from '../problems/calls.ts';
import { pathOf, sendProblem } from '../problems/problem.ts';
import type { AppParts } from '../services.ts';

/** The hooks, in the order in which a request passes them. */
const HOOKS: readonly ((app: FastifyInstance, parts: AppParts) => void | Promise<void>)[] = [
  answerErrors,
  nameRequests,
  (app, { readiness }) => closeGracefully(app, readiness),
  // comes before batching, so that compressed answers join the same batch
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
  // comes before callers are recognized, because even a bad token costs a look-up
  (app, { limits }) => limitAddresses(app, limits.rates),
  (app, { players }) => recogniseCallers(app, players),
  refuseOtherCodings,
  trackOpenCalls,
  (app, { limits }) => limitCallers(app, limits.rates),
  refuseUnknownConditions,
  refuseOtherTypes,
  recogniseRepetitions,
];

export async function addHooks(app: FastifyInstance, parts: AppParts): Promise<void> {
  for (const add of HOOKS) await add(app, parts);
}

function trackOpenCalls(app: FastifyInstance, { players, limits }: AppParts): void {
  app.decorate('tokensInUse', players.tokensInUse);
  app.decorate('openCalls', { most: limits.openCalls, counts: new OpenCounts(), streams: 0 });
  app.decorate('costlyReads', new CostlyReads());
}

const CHATTY = new Set(['debug', 'trace']);

function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  if (!CHATTY.has(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const path = pathOf(request.url).replace(/(?<=unsubscriptions\/).+/, '…'); // the rest is a secret from a mail
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.debug({ method, path, status: reply.statusCode, ms }, 'answered');
    done();
  });
}

function wakeWaiters(app: FastifyInstance, { gameService, ratings }: AppParts): void {
  app.addHook('preClose', async () => {
    void gameService.subscriptions.stop(); // ends waiting calls at once; running queries may take longer
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

/** Accepts an `Expect` header. Without this, Node rejects it with an answer that has no body. */
function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.length <= LONGEST_URL) return done();
    sendProblem(request, reply, 'uri-too-long');
  });
}
