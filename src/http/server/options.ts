import { randomBytes } from 'node:crypto';
import { type FastifyServerOptions, LogController } from 'fastify';
import { securityHeadersFor } from '../hooks/browsers.ts';
import { answerBrokenConnection, answerError } from '../hooks/errors.ts';
import type { Limits } from '../limits.ts';
import type { AppParts } from '../services.ts';

const BODY_LIMIT = 64 * 1024;
const HEADERS_LIMIT = 16 * 1024;
/** Node checks for timeouts at this interval in milliseconds, so it may notice one this late. */
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
      requireHostHeader: false, // Node's refusal of a missing `Host` has no body; that of `refuseNamelessHosts` has one
    },
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionTimeout: silenceMs,
  };
}

type Bucket = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['bucket']>;

/** Replaces Fastify's store of schemas, which copies all schemas twice for each route at the start. No code changes the
 * schemas, so they need no copies. */
const schemaBucket: Bucket = (inherited) => {
  const byId = { ...(inherited as Record<string, unknown> | undefined) };
  return {
    add(schema): never {
      const { $id } = schema as { $id: string };
      if ($id in byId) throw new Error(`there are two schemas ${$id}`);
      byId[$id] = schema;
      return undefined as never; // Fastify ignores this result
    },
    getSchema: (id) => byId[id],
    getSchemas: () => byId,
  };
};

const SERVER_BYTES = 9;

/** Returns ids for requests, unique across servers and restarts, in the order of calls. Logs and answers have them. */
export function requestIds(): () => string {
  const server = randomBytes(SERVER_BYTES).toString('base64url');
  let requests = 0;
  return () => `${server}-${(++requests).toString(36)}`;
}
