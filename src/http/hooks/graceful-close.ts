import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

/** Running requests may take this long after the stop signal. */
const LONGEST_DRAIN_MS = 10_000;
/** After a stop signal, a connection must send its first byte within this time. Proxies send a request immediately. */
const FIRST_BYTE_MS = 500;
/** A shorter turn of the event loop usually means that no connection was accepted and no request answered in it. */
const IDLE_MS = 0.2;
const LONGEST_WAIT_FOR_IDLE_MS = 1_000;

/** After a stop signal, each answer closes its connection. Otherwise a proxy might send a POST just as the connection
 * closes, and could not know whether the service received it. Connections without a byte are closed too, because Node
 * would wait for them. */
export function closeGracefully(app: FastifyInstance, readiness: Readiness): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    readiness.enter('stopping'); // has no effect after a signal, but tests close without one
    setTimeout(() => closeSilent(connections), FIRST_BYTE_MS).unref();
    await untilIdle();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Waits until the process is idle and so has accepted all connections. Closing a listener resets connections that are
 * not accepted yet. */
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
