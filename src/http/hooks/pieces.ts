import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { TimeSlicer } from '../../eventlog/queue.ts';

/** To copy so much into a connection takes some ten microseconds. */
const PIECE_BYTES = 64 * 1024;

/**
 * Hands long answers to their connections in pieces, with everything else between any two: megabytes at once would hold up
 * the server for as long as it takes to copy them. For a reader who is slow no more of an answer waits than some pieces.
 */
export function sendInPieces(app: FastifyInstance, timeSlicer: TimeSlicer): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length <= PIECE_BYTES) {
      return done(null, payload);
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    reply.header('content-length', bytes.length);
    done(null, Readable.from(piecesOf(bytes, timeSlicer)));
  });
}

async function* piecesOf(bytes: Buffer, timeSlicer: TimeSlicer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    await timeSlicer.pause();
    yield bytes.subarray(from, from + PIECE_BYTES);
  }
}
