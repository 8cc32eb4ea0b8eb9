import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

/** A request that is being answered when the service stops has this long to finish. */
const LONGEST_DRAIN_MS = 10_000;
/** A connection that has sent nothing yet has this long to begin: a proxy opens one to send a request that it has. */
const FIRST_BYTE_MS = 500;
/** A turn of the event loop as short as this has, as a rule, accepted no connection and answered nobody. */
const IDLE_MS = 0.2;
const LONGEST_WAIT_FOR_IDLE_MS = 1_000;

/**
 * From the moment the service is told to stop, every answer closes its connection. A proxy would otherwise keep the
 * connection and could send a POST on it just as it closes, without learning whether the service took it. While the service
 * closes, connections that never sent a byte are closed soon: Node counts them as busy and would wait for them.
 */
export function closeGracefully(app: FastifyInstance, readiness: Readiness): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    readiness.enter('stopping'); // no change after a signal; tests close the service without one
    setTimeout(() => closeSilent(connections), FIRST_BYTE_MS).unref();
    await untilIdle();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Waits until the process is idle. Closing a listener resets the connections that it has not accepted yet, and loses their
 * requests; an idle process has accepted all.
 */
async function untilIdle(): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_FOR_IDLE_MS;
  for (let from = performance.now(); from < deadline; from = performance.now()) {
    await turn();
    if (performance.now() - from < IDLE_MS) return;
  }
}

function closeSilent(connections: ReadonlySet<Socket>): void {
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}
