import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { Estimates } from '../competitions/estimates/estimates.ts';
import { CompetitionReader } from '../competitions/queries/competition-reader.ts';
import { serveApi } from './api.ts';
import { describeApi } from './documentation/openapi.ts';
import { trackCallLifetimes } from './hooks/call-lifetime.ts';
import { recogniseCallers } from './hooks/caller.ts';
import { compressAnswers } from './hooks/compression.ts';
import { refuseUnknownConditions } from './hooks/conditions.ts';
import { limitConnections } from './hooks/connections.ts';
import { lineUpCostlyReads } from './hooks/costly-reads.ts';
import { openToOrigins } from './hooks/cross-origin.ts';
import { refuseDeepBodies } from './hooks/deep-bodies.ts';
import { allowMissingBodies, refuseOtherCodings } from './hooks/empty-bodies.ts';
import { answerBrokenConnection, answerError, answerErrors } from './hooks/errors.ts';
import { closeGracefully } from './hooks/graceful-close.ts';
import { recogniseRepetitions } from './hooks/idempotency.ts';
import { refuseOtherTypes } from './hooks/media-types.ts';
import { measureAnswers, showMetrics } from './hooks/metrics.ts';
import { countOpenCalls } from './hooks/open-calls.ts';
import { sendInPieces } from './hooks/pieces.ts';
import { limitAddresses, limitCallers } from './hooks/rate-limit.ts';
import { leadRelatively } from './hooks/relative-locations.ts';
import { batchResponses } from './hooks/response-batching.ts';
import { securityHeadersFor, sendSecurityHeaders } from './hooks/security-headers.ts';
import type { Limits } from './limits/limits.ts';
import { LONGEST_URL } from './problems/calls.ts';
import { pathOf, sendProblem } from './problems/problem.ts';
import { requestIds } from './request-ids.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { operatorRoutes } from './routes/operator.ts';
import { pageRoutes } from './routes/pages.ts';
import { contractFor } from './schemas/contract.ts';
import { schemaBucket } from './schemas/schema-bucket.ts';
import type { AppParts } from './services.ts';
import { Validators } from './validators.ts';

const NOTHING = { type: 'object', properties: {}, additionalProperties: false };
const BODY_LIMIT = 64 * 1024;
const HEADERS_LIMIT = 16 * 1024;
/** How much later than it should a connection may be found out to take too long. */
const LATENESS_MS = 500;

/** The whole HTTP service, ready to listen: the same one in production and in tests. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { catalogue, players, gameService, limits, metrics } = parts;
  const contract = contractFor(catalogue);
  const validators = new Validators(contract.all);

  const nextRequestId = requestIds();
  const securityHeaders = securityHeadersFor(limits.origins);
  const app: FastifyInstance = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trusted(limits.trustProxy),
    ...timeouts(limits.patience),
    return503OnClosing: false,
    genReqId: nextRequestId,
    schemaController: { bucket: schemaBucket },
    clientErrorHandler: (error, socket) => {
      answerBrokenConnection(error, socket, { ...securityHeaders, 'x-request-id': nextRequestId() });
    },
    // what is answered before any route is reached passes no hook
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id);
      answerError(error, request, reply);
    },
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validators.compiler);
  // Answers are built exactly as they may be seen; a serializer that drops fields would only hide mistakes.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  for (const schema of contract.all) app.addSchema(schema);
  app.removeContentTypeParser('text/plain');

  answerErrors(app);
  nameRequests(app);
  closeGracefully(app, parts.readiness);
  compressAnswers(app); // before they are batched: those that are made smaller leave with what is ready then
  batchResponses(app);
  sendInPieces(app, gameService.timeSlicer);
  allowMissingBodies(app);
  refuseDeepBodies(app);
  app.addHook('preClose', async () => gameService.subscriptions.stop());
  if (metrics !== null) measureAnswers(app, metrics);
  sendSecurityHeaders(app, securityHeaders);
  leadRelatively(app);
  await openToOrigins(app, limits.origins);
  refuseNamelessHosts(app);
  ignoreExpectations(app);
  refuseLongUrls(app);
  limitConnections(app, limits);
  limitAddresses(app, limits.rates);
  recogniseCallers(app, players);
  refuseOtherCodings(app);
  trackCallLifetimes(app, players.tokensInUse);
  countOpenCalls(app, limits.openCalls);
  limitCallers(app, limits.rates);
  lineUpCostlyReads(app);
  refuseUnknownConditions(app);
  refuseOtherTypes(app);
  recogniseRepetitions(app);
  await describeApi(app, parts.version, parts.document);

  // operations that do not say what they ask for ask for nothing
  app.addHook('onRoute', ({ schema }) => {
    if (schema !== undefined && 'operationId' in schema) schema.querystring ??= NOTHING;
  });
  const competitionReader = new CompetitionReader(parts.competitions, gameService.subscriptions, catalogue);
  const estimates = new Estimates(catalogue, gameService.clock, gameService.timeSlicer);
  app.addHook('preClose', () => competitionReader.stop());
  serveApi(app, { ...parts, contract, validators, competitionReader, estimates });
  pageRoutes(app, parts.pages);
  metrics?.gauge('croupier_open_streams', 'Event streams that are open.', () => app.openCalls.streams);
  app.addHook('preClose', () => parts.ratings.stop()); // nobody waits seconds for a service that ends
  if (parts.operator !== null) operatorRoutes(app, parts.operator);
  mcpRoutes(app, limits.origins, parts.version);
  if (metrics !== null && limits.publicMetrics) showMetrics(app, metrics);
  await app.ready();
  return app;
}

function trusted(proxies: Limits['trustProxy']) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

function timeouts({ headersMs, requestMs, idleMs, silenceMs }: Limits['patience']) {
  return {
    http: {
      maxHeaderSize: HEADERS_LIMIT,
      headersTimeout: headersMs,
      connectionsCheckingInterval: LATENESS_MS,
      requireHostHeader: false, // Node's own refusal has no body: `refuseNamelessHosts` has one
    },
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionTimeout: silenceMs,
  };
}

function refuseNamelessHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { httpVersion, headers } = request.raw;
    if (headers.host !== undefined || httpVersion !== '1.1') return done();
    sendProblem(request, reply, 'bad-http', { detail: 'HTTP/1.1 asks for a Host header.' });
  });
}

/** `Expect` with anything but `100-continue`: Node alone would refuse it without a body. */
function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.length <= LONGEST_URL) return done();
    sendProblem(request, reply, 'uri-too-long');
  });
}

/** The levels at which each answer is logged. */
const CHATTY = new Set(['debug', 'trace']);

/** Every answer carries the id under which the log speaks of its request; paths are logged without their query. */
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
