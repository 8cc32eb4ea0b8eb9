import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

/** Whoever is in the middle of a call when the service stops has so long to take the answer. */
const LONGEST_PARTING_MS = 10_000;
/** Whoever has just opened a connection is about to say something: a proxy does so to send a call that it has. */
const FIRST_WORD_MS = 500;
/** A turn of the event loop so short has had nothing to accept and nobody to answer. */
const CALM_MS = 0.2;
const LONGEST_WAIT_FOR_CALM_MS = 1_000;

/**
 * From the moment that the service is told to stop, each connection ends with the answer that it waits for instead of
 * being kept open: a proxy that keeps one would else send a change on it in the very moment in which it closes, and could
 * not tell whether the change was taken. Once the service is closing, a connection on which nothing is said is closed
 * soon: Node takes it for busy, and would wait for it.
 */
export function closeGracefully(app: FastifyInstance, readiness: Readiness): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    readiness.enter('stopping'); // as it is already, unless it is closed without being told to stop before
    setTimeout(() => closeSilent(connections), FIRST_WORD_MS).unref();
    await untilCalm();
    setTimeout(() => app.server.closeAllConnections(), LONGEST_PARTING_MS).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Until the process has nothing else to do. Connections that wait to be accepted when a listener closes are reset, with
 * the calls in them: where all that came was accepted a moment ago, there are none.
 */
async function untilCalm(): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_FOR_CALM_MS;
  for (let from = performance.now(); from < deadline; from = performance.now()) {
    await turn();
    if (performance.now() - from < CALM_MS) return;
  }
}

function closeSilent(connections: ReadonlySet<Socket>): void {
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}
