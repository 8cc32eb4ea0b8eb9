import { randomBytes } from 'node:crypto';
import { type FastifyServerOptions, LogController } from 'fastify';
import { securityHeadersFor } from '../hooks/browsers.ts';
import { answerBrokenConnection, answerError } from '../hooks/errors.ts';
import type { Limits } from '../limits.ts';
import type { AppParts } from '../services.ts';

const BODY_LIMIT = 64 * 1024;
const HEADERS_LIMIT = 16 * 1024;
/** Node may notice a timeout this many milliseconds late. */
const LATENESS_MS = 500;

export function optionsOf({ logger, limits }: AppParts) {
  const nextRequestId = requestIds();
  const securityHeaders = securityHeadersFor(limits.origins);
  return {
    loggerInstance: logger,
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
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id);
      answerError(error, request, reply);
    },
    routerOptions: { ignoreTrailingSlash: true },
  } satisfies FastifyServerOptions;
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
      requireHostHeader: false, // `refuseNamelessHosts` answers with a body, Node would answer without one
    },
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionTimeout: silenceMs,
  };
}

type Bucket = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['bucket']>;

/** Stores schemas in place of Fastify's bucket, which copies all schemas twice for each route at the start. Its callers
 * never change what they get. */
const schemaBucket: Bucket = (inherited) => {
  const byId = { ...(inherited as Record<string, unknown> | undefined) };
  return {
    add(schema): never {
      const { $id } = schema as { $id: string };
      if ($id in byId) throw new Error(`there are two schemas ${$id}`);
      byId[$id] = schema;
      return undefined as never; // Fastify ignores the result
    },
    getSchema: (id) => byId[id],
    getSchemas: () => byId,
  };
};

const SERVER_BYTES = 9;

/** Returns ids that are unique across servers and restarts, in the order in which calls come. The log and the answer
 * both have the id. */
export function requestIds(): () => string {
  const server = randomBytes(SERVER_BYTES).toString('base64url');
  let requests = 0;
  return () => `${server}-${(++requests).toString(36)}`;
}
