import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UUID } from '../../patterns.ts';
import { type SharedFile, sendFile, sharedFile } from '../answers/files.ts';
import { PAGES_POLICY } from '../hooks/browsers.ts';
import { asksFor } from '../hooks/negotiation.ts';
import { sendProblem } from '../problems/problem.ts';
import type { AppParts, BuiltPages } from '../services.ts';
import { invitationTo, previewOf, withPreview } from './link-preview.ts';

const FOLDER = 'pages/';
const INDEX = 'index.html';
/** The media types of served files. Other files are not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
};
/** The folder of files whose names contain a hash of their content. */
const ASSETS = 'assets/';
const FOREVER = 'public, max-age=31536000, immutable';

export function readBuiltPages(folder: URL): BuiltPages | null {
  const pages = new URL(FOLDER, folder);
  if (!existsSync(new URL(INDEX, pages))) return null;
  const names = readdirSync(pages, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    names.flatMap((name): [string, SharedFile][] => {
      const type = TYPES[extname(name)];
      return type === undefined ? [] : [[name, sharedFile(readFileSync(new URL(name, pages)), type)]];
    }),
  );
}

type PageParts = Pick<AppParts, 'pages' | 'publicUrl' | 'gameService' | 'catalogue'>;

/** Serves HTML to browsers at `/`. Redirects other programs from there to the documentation. */
export function pageRoutes(app: FastifyInstance, { pages, publicUrl, gameService, catalogue }: PageParts): void {
  const index = pages?.get(INDEX);
  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'accept');
    if (index === undefined || !asksFor(request, 'text/html')) return reply.redirect('/docs/');
    return sendPage(request, reply, index, 'no-cache');
  });
  if (pages === null || index === undefined) return;
  const html = index.plain.toString();
  // programs that preview a link do not run scripts and do not see its fragment, which contains the invite code
  app.get<{ Params: { gameId: string }; Querystring: { ruleset?: string } }>(
    '/g/:gameId',
    { schema: { hide: true } },
    async (request, reply) => {
      const { gameId } = request.params;
      const game = UUID.test(gameId) ? await gameService.gameReader.open({ playerId: null }, gameId) : null;
      const base = `${publicUrl ?? `${request.protocol}://${request.host}`}/`;
      const named = catalogue.get(request.query.ruleset ?? '');
      const invitation = named === undefined ? null : invitationTo(named.ruleset);
      reply.header('content-security-policy', PAGES_POLICY).header('cache-control', 'no-cache');
      reply.type(TYPES['.html'] as string);
      return reply.send(withPreview(html, game?.ok ? previewOf(game.value) : invitation, base));
    },
  );
  for (const [name, file] of pages) {
    if (name.startsWith(ASSETS) || name === INDEX) continue;
    app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      return sendPage(request, reply, file, 'no-cache');
    });
  }
  app.get<{ Params: { name: string } }>(`/${ASSETS}:name`, { schema: { hide: true } }, async (request, reply) => {
    const file = pages.get(`${ASSETS}${request.params.name}`);
    if (file !== undefined) return sendPage(request, reply, file, FOREVER);
    return sendProblem(request, reply, 'route-not-found', { detail: 'This file is gone: reload the page.' });
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, file: SharedFile, cacheControl: string) {
  return sendFile(request, reply.header('content-security-policy', PAGES_POLICY), file, cacheControl);
}
