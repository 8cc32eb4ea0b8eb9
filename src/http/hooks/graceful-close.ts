import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

/** For requests in progress at the stop. */
const LONGEST_DRAIN_MS = 10_000;
/** For new connections without a byte: a proxy opens one to send a request that it holds. */
const FIRST_BYTE_MS = 500;
/** A turn of the event loop this short usually accepted no connection and answered no request. */
const IDLE_MS = 0.2;
const LONGEST_WAIT_FOR_IDLE_MS = 1_000;

/**
 * From the stop on, every answer closes its connection: a proxy could send a POST on a kept one just as it closes,
 * without learning whether the service took it. Node would wait for connections without a byte.
 */
export function closeGracefully(app: FastifyInstance, readiness: Readiness): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    readiness.enter('stopping'); // no change after a signal; tests close without one
    setTimeout(() => closeSilent(connections), FIRST_BYTE_MS).unref();
    await untilIdle();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Closing a listener resets connections that it has not accepted; an idle process has accepted all of them. */
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
