import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Whoever is in the middle of a call when the service stops has so long to take the answer. */
const LONGEST_PARTING_MS = 10_000;

/**
 * Once the service is closing, each connection ends with the answer that it waits for instead of being kept open. One
 * on which nothing was ever said is closed at once: Node takes it for busy, and would wait for it.
 */
export function closeGracefully(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_PARTING_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}
