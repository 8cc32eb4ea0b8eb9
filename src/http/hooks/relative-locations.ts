import type { FastifyInstance } from 'fastify';

/** Answers lead on by paths that begin at the caller's own: the service may be mounted under any path of a proxy. */
export function leadRelatively(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/')) {
      reply.header('location', relativeTo(request.url, location));
    }
    done(null, payload);
  });
}

function relativeTo(url: string, location: string): string {
  const [path = ''] = url.split('?', 1);
  const folders = path.split('/').length - 2;
  return `${folders > 0 ? '../'.repeat(folders) : './'}${location.slice(1)}`;
}
