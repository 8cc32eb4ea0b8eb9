import type { FastifyInstance } from 'fastify';

/**
 * Answers that are ready in the same turn of the event loop leave together, at its end. Each write to a socket costs as
 * much as half of what a read takes, most of it for waking who waits at the other end: a reader that is busy with the
 * answer before need not be woken for the next.
 */
export function batchResponses(app: FastifyInstance): void {
  let ready: (() => void)[] = [];
  const release = () => {
    const burst = ready;
    ready = [];
    for (const send of burst) send();
  };
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (ready.length === 0) setImmediate(release);
    ready.push(() => done(null, payload));
  });
}
