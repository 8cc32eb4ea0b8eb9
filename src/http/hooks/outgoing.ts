import { Readable } from 'node:stream';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TimeSlicer } from '../../eventlog/queue.ts';

type Compressed = (error: Error | null, bytes: Buffer) => void;

/** Answers that are shorter fit into one packet as they are. In characters, which in JSON are nearly always bytes. */
const SHORTEST = 1_400;
const JSON_TYPE = /^application\/(?:problem\+)?json/;
/** By how much an answer shrinks can tell of a secret that stands beside what somebody else chose: these go as they are. */
const SECRET = /"(?:inviteCode|recoveryCode|secret|token)":"/;

/** At levels at which a table takes a millisecond of one of zlib's threads, and none of the thread that plays. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 2;

const CODINGS = {
  br: (text: string, done: Compressed) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    };
    brotliCompress(text, { params }, done);
  },
  gzip: (text: string, done: Compressed) => gzip(text, { level: GZIP_LEVEL }, done),
};

export type Coding = keyof typeof CODINGS;

const NAMES = Object.keys(CODINGS) as Coding[];

/** The coding that an `Accept-Encoding` header likes best of those there are; null: none. */
export function codingFor(header: string | undefined): Coding | null {
  return header === undefined ? null : negotiate(header, NAMES);
}

/** Makes JSON answers smaller for who can read them so; streams, short answers and secrets go as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const coding = codingFor(request.headers['accept-encoding']);
    if (coding !== null) weakenTag(reply);
    if (typeof payload !== 'string' || payload.length < SHORTEST || !isJson(reply)) return done(null, payload);
    varyByCoding(reply);
    if (coding === null || reply.hasHeader('content-encoding') || SECRET.test(payload)) return done(null, payload);
    CODINGS[coding](payload, (error, bytes) => {
      if (error !== null) return done(error);
      reply.header('content-encoding', coding).header('content-length', bytes.length);
      done(null, bytes);
    });
  });
}

/** Caches must know that others get the same answer in another coding. */
export function varyByCoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
}

/** A strong tag promises the very bytes; who takes codings gets a weak one throughout, also with a 304 and short answers. */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
}

function isJson(reply: FastifyReply): boolean {
  return JSON_TYPE.test(String(reply.getHeader('content-type')));
}

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
