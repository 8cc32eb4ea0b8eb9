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

/** What every request passes on its way to its operation, and every answer on its way back, in this order. */
const HOOKS: readonly ((app: FastifyInstance, parts: AppParts) => void | Promise<void>)[] = [
  // Every error leaves as a problem.
  answerErrors,
  // Every answer carries the id under which the log speaks of its request.
  nameRequests,
  // A server that stops lets the calls under way end.
  (app, { readiness }) => closeGracefully(app, readiness),
  // Long answers are compressed: before they are batched, so that those too leave with what is ready then.
  compressAnswers,
  // Answers that are ready at the same time leave together.
  batchResponses,
  // A long answer leaves in pieces, with other work between them.
  (app, { gameService }) => sendInPieces(app, gameService.timeSlicer),
  // Operations whose body may be left out get an empty one.
  allowMissingBodies,
  // Deeply nested JSON is refused before a recursive program looks into it.
  refuseDeepBodies,
  // Calls that wait are answered when the server stops.
  wakeWaiters,
  // Every answer is counted and timed.
  (app, { metrics }) => {
    if (metrics !== null) measureAnswers(app, metrics);
  },
  // Browsers are told what they may do with an answer.
  (app, { limits }) => sendSecurityHeaders(app, securityHeadersFor(limits.origins)),
  // Locations are relative: the service may be mounted under a path of a proxy.
  leadRelatively,
  // Pages of the origins that the operator names may call.
  (app, { limits }) => openToOrigins(app, limits.origins),
  // HTTP/1.1 without a Host header is refused.
  refuseNamelessHosts,
  // An expectation other than `100-continue` is ignored.
  ignoreExpectations,
  // URLs that are too long are refused.
  refuseLongUrls,
  // Each address has a share of the connections.
  (app, { limits }) => limitConnections(app, limits),
  // Each address has a share of the calls, which count before a token costs a look-up.
  (app, { limits }) => limitAddresses(app, limits.rates),
  // The token tells who calls, and what they may do.
  (app, { players }) => recogniseCallers(app, players),
  // Bodies in other codings than plain UTF-8 are refused.
  refuseOtherCodings,
  // A call that waits ends with its token.
  (app, { players }) => trackCallLifetimes(app, players.tokensInUse),
  // Calls that stay open are counted, by player and address.
  (app, { limits }) => countOpenCalls(app, limits.openCalls),
  // Each player has a share of the calls.
  (app, { limits }) => limitCallers(app, limits.rates),
  // Costly reads of one address take place one after the other.
  lineUpCostlyReads,
  // A change under a condition that its operation does not know is refused.
  refuseUnknownConditions,
  // A call that takes none of the types of the answer is refused.
  refuseOtherTypes,
  // A change that is sent again with its key is carried out once.
  recogniseRepetitions,
];

export async function addHooks(app: FastifyInstance, parts: AppParts): Promise<void> {
  for (const add of HOOKS) await add(app, parts);
}

/** The levels at which each answer is logged. */
const CHATTY = new Set(['debug', 'trace']);

/** Paths are logged without their query. */
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
    void gameService.subscriptions.stop(); // its calls end at once; what it asks the database may take longer
    await ratings.stop();
  });
}

function refuseNamelessHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (headers.host !== undefined || httpVersion !== '1.1') return done();
    sendProblem(request, reply, 'bad-http', { detail: 'HTTP/1.1 asks for a Host header.' });
  });
}

/** Node alone would refuse them without a body. */
function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.length <= LONGEST_URL) return done();
    sendProblem(request, reply, 'uri-too-long');
  });
}
