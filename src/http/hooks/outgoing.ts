import { Readable } from 'node:stream';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TimeSlicer } from '../../eventlog/queue.ts';

type Compressed = (error: Error | null, bytes: Buffer) => void;

/** Answers with fewer characters fit into one packet without compression. */
const SHORTEST = 1_400;
const JSON_TYPE = /^application\/(?:problem\+)?json/;
/** Answers with secrets are not compressed: if a caller can choose another text of the answer, the compressed size may
 * reveal the secret. */
const SECRET = /"(?:inviteCode|recoveryCode|secret|token)":"/;

/** With these levels, compressing the state of a game takes 1 ms of a zlib thread and no time of the main thread. */
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

export function codingFor(header: string | undefined): Coding | null {
  return header === undefined ? null : negotiate(header, NAMES);
}

/** Compresses answers, except for streams, short answers and secrets. */
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

export function varyByCoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
}

/** Makes the tag of an answer weak for callers that accept compression, because a strong tag promises exact bytes. */
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
}

function isJson(reply: FastifyReply): boolean {
  return JSON_TYPE.test(String(reply.getHeader('content-type')));
}

/** Sends all answers that are ready in one turn of the event loop together. Waking the receiving process for each
 * answer would cost half as much as answering a read. */
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

/** The size of a piece. Copying it into a connection takes some 10 µs. */
const PIECE_BYTES = 64 * 1024;

/** Sends long answers in pieces. Other work runs between them, so that megabytes do not block the server. */
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

/** Makes redirects relative to the caller's path, because a proxy may add any path in front. */
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
