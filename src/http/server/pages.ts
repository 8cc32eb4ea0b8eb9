import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GameReader } from '../../games/queries/game-reader.ts';
import { UUID } from '../../patterns.ts';
import { matches } from '../answers/bodies.ts';
import { PAGES_POLICY } from '../hooks/browsers.ts';
import { asksFor } from '../hooks/negotiation.ts';
import { type Coding, codingFor, varyByCoding } from '../hooks/outgoing.ts';
import { sendProblem } from '../problems/problem.ts';
import { previewOf, withPreview } from './link-preview.ts';

interface BuiltFile {
  type: string;
  etag: string;
  plain: Buffer;
  codings: Partial<Record<Coding, Promise<Buffer>>>;
}

/** By path, such as `index.html` or `assets/table-D9x0aB1c.js`. */
export type BuiltPages = ReadonlyMap<string, BuiltFile>;

const FOLDER = 'pages/';
const INDEX = 'index.html';
/** Other files of the build are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
};
/** Names contain a hash of the content. */
const ASSETS = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';

const compressed: Record<Coding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain) => promisify(gzip)(plain),
};

export function readBuiltPages(folder: URL): BuiltPages | null {
  const pages = new URL(FOLDER, folder);
  if (!existsSync(new URL(INDEX, pages))) return null;
  const names = readdirSync(pages, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    names.flatMap((name): [string, BuiltFile][] => {
      const type = TYPES[extname(name)];
      return type === undefined ? [] : [[name, builtFile(readFileSync(new URL(name, pages)), type)]];
    }),
  );
}

function builtFile(plain: Buffer, type: string): BuiltFile {
  return { type, etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, codings: {} };
}

interface PageParts {
  pages: BuiltPages | null;
  publicUrl?: string | undefined;
  gameService: { gameReader: GameReader };
}

/** Serves HTML to browsers at `/` and redirects others to the documentation. */
export function pageRoutes(app: FastifyInstance, { pages, publicUrl, gameService }: PageParts): void {
  const index = pages?.get(INDEX);
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'accept');
    if (index === undefined || !asksFor(request, 'text/html')) return reply.redirect('/docs/');
    return sendFile(request, reply, index, 'no-cache');
  });
  if (pages === null || index === undefined) return;
  const html = index.plain.toString();
  // programs that show a preview of a link see neither its fragment nor what scripts do
  app.get<{ Params: { gameId: string } }>('/g/:gameId', { schema: { hide: true } }, async (request, reply) => {
    const { gameId } = request.params;
    const game = UUID.test(gameId) ? await gameService.gameReader.open({ playerId: null }, gameId) : null;
    const base = `${publicUrl ?? `${request.protocol}://${request.host}`}/`;
    reply.header('content-security-policy', PAGES_POLICY).header('cache-control', 'no-cache');
    reply.type(TYPES['.html'] as string);
    return reply.send(withPreview(html, game?.ok ? previewOf(game.value) : null, base));
  });
  for (const [name, file] of pages) {
    if (name.startsWith(ASSETS) || name === INDEX) continue;
    app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      return sendFile(request, reply, file, 'no-cache');
    });
  }
  app.get<{ Params: { name: string } }>(`/${ASSETS}:name`, { schema: { hide: true } }, async (request, reply) => {
    const file = pages.get(`${ASSETS}${request.params.name}`);
    if (file !== undefined) return sendFile(request, reply, file, FOREVER);
    return sendProblem(request, reply, 'route-not-found', { detail: 'No page of this version is made of this.' });
  });
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, codings }: BuiltFile,
  cacheControl: string,
): Promise<FastifyReply> {
  reply.header('content-security-policy', PAGES_POLICY).header('cache-control', cacheControl).header('etag', etag);
  varyByCoding(reply);
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(type);
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding === null) return reply.send(plain);
  codings[coding] ??= compressed[coding](plain);
  return reply.header('content-encoding', coding).send(await codings[coding]);
}
