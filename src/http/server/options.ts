import { randomBytes } from 'node:crypto';
import { type FastifyServerOptions, LogController } from 'fastify';
import { securityHeadersFor } from '../hooks/browsers.ts';
import { answerBrokenConnection, answerError } from '../hooks/errors.ts';
import type { Limits } from '../limits.ts';
import type { AppParts } from '../services.ts';

const BODY_LIMIT = 64 * 1024;
const HEADERS_LIMIT = 16 * 1024;
/** How much later than it should a connection may be found out to take too long. */
const LATENESS_MS = 500;

/** What Fastify and Node see to before any hook is passed. */
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
      requireHostHeader: false, // Node's own refusal has no body: `refuseNamelessHosts` has one
    },
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionTimeout: silenceMs,
  };
}

type Bucket = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['bucket']>;

/**
 * Where Fastify keeps the schemas that routes refer to. Its own bucket copies the list of all of them twice for each route
 * while the service starts; nobody changes what this one hands out.
 */
const schemaBucket: Bucket = (inherited) => {
  const byId = { ...(inherited as Record<string, unknown> | undefined) };
  return {
    add(schema): never {
      const { $id } = schema as { $id: string };
      if ($id in byId) throw new Error(`there are two schemas ${$id}`);
      byId[$id] = schema;
      return undefined as never; // Fastify looks at no answer, though its types speak of one
    },
    getSchema: (id) => byId[id],
    getSchemas: () => byId,
  };
};

const SERVER_BYTES = 9;

/**
 * Gives out ids of requests: short, in the order of arrival, and never the same again, on another server or after a
 * restart. The log speaks of a request under its id, and its answer carries it.
 */
export function requestIds(): () => string {
  const server = randomBytes(SERVER_BYTES).toString('base64url');
  let requests = 0;
  return () => `${server}-${(++requests).toString(36)}`;
}
