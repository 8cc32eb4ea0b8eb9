import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, codingFor, varyByCoding } from '../hooks/outgoing.ts';
import { orNotModified } from './bodies.ts';

/** An answer that is the same for all readers. Each content coding, such as gzip, is computed only once. */
export interface SharedFile {
  type: string;
  etag: string;
  plain: Buffer;
  codings: Partial<Record<Coding, Promise<Buffer>>>;
}

/** Higher levels would take seconds more for 1 % fewer bytes. */
const BROTLI_QUALITY = 9;

const compressed: Record<Coding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (plain) => promisify(gzip)(plain),
};

export function sharedFile(plain: Buffer, type: string): SharedFile {
  return { type, etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, codings: {} };
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, codings }: SharedFile,
  cacheControl: string,
): FastifyReply | Promise<FastifyReply> {
  reply.header('cache-control', cacheControl);
  varyByCoding(reply);
  return orNotModified(request, reply, etag, async () => {
    reply.type(type);
    const coding = codingFor(request.headers['accept-encoding']);
    if (coding === null) return reply.send(plain);
    codings[coding] ??= compressed[coding](plain);
    return reply.header('content-encoding', coding).send(await codings[coding]);
  });
}
