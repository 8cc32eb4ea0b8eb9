import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

/** Whoever is in the middle of a call when the service stops has so long to take the answer. */
const LONGEST_PARTING_MS = 10_000;

/**
 * From the moment that the service is told to stop, each connection ends with the answer that it waits for instead of
 * being kept open: a proxy that keeps one would else send a change on it in the very moment in which it closes, and could
 * not tell whether the change was taken. Once the service is closing, a connection on which nothing was ever said is
 * closed at once: Node takes it for busy, and would wait for it.
 */
export function closeGracefully(app: FastifyInstance, readiness: Readiness): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    readiness.enter('stopping'); // as it is already, unless it is closed without being told to stop before
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_PARTING_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}
