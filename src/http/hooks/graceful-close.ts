import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

/** How long requests in progress may take after the stop signal. */
const LONGEST_DRAIN_MS = 10_000;
/** How long a new connection may take to send its first byte: a proxy opens one to send a request that it holds. */
const FIRST_BYTE_MS = 500;
/** If a turn of the event loop is this short, it usually accepted no connection and answered no request. */
const IDLE_MS = 0.2;
const LONGEST_WAIT_FOR_IDLE_MS = 1_000;

/** After a stop signal, every answer closes its connection. A proxy might send a POST on an open one just as it closes,
 * without learning whether the service took it. New connections without a byte are closed too, because Node would wait
 * for them. */
export function closeGracefully(app: FastifyInstance, readiness: Readiness): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    readiness.enter('stopping'); // changes nothing after a signal; tests close without one
    setTimeout(() => closeSilent(connections), FIRST_BYTE_MS).unref();
    await untilIdle();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Waits until the process is idle: then it has accepted all connections. Closing a listener resets those that it has
 * not accepted. */
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
