import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** whether everything in the body may be left out, and so the body too */
    optionalBody?: boolean;
  }
}

/** A call that need not say anything need not send a body, whatever media type it announces for none. */
export function allowMissingBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // one that is sent in chunks is known to be empty only when its end has come
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !isBodyNeeded(request)) done(null, undefined);
    else parseJson(request, body as string, done);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isBodyNeeded(request) && hasNoBytes(request)) delete request.raw.headers['content-type'];
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.config.optionalBody === true && request.body === undefined) request.body = {};
    done();
  });
}

function isBodyNeeded({ routeOptions: { schema, config } }: FastifyRequest): boolean {
  return schema?.body !== undefined && config.optionalBody !== true;
}

function hasNoBytes({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
