import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Competition } from '../../competitions/model/competition.ts';
import type { CompetitionReader } from '../../competitions/queries/competition-reader.ts';
import { HEAD_CHARACTERS, matches } from '../answers/state-bodies.ts';
import { isRefused, type Refused } from '../server/operation.ts';

const PAGE = 20;
const MOST_A_PAGE = 100;

const INVITE_HEADER = {
  'invite-code': Type.Optional(Type.String({ maxLength: 64, description: 'Opens a private competition.' })),
};

/** What operations that read something of one competition have in common. */
export const READING = { access: 'anyone', headers: INVITE_HEADER } as const;

/** Which page is wanted of a list whose places have numbers. */
export const PAGE_ASKED = {
  cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_A_PAGE,
      default: PAGE,
      description: 'Entries of the list a page, at most.',
    }),
  ),
};

/** The page as it was asked for, complete. */
export function pageAsked({ cursor, limit = PAGE }: { cursor?: number; limit?: number }) {
  return { cursor, limit };
}

/** Says what the answer is named; true: the caller has it already, and is told so. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization, invite-code');
  if (!matches(request.headers['if-none-match'], etag)) return false;
  reply.code(304).send();
  return true;
}

/** Shows something of a competition as it is now; who has the answer of this version is told that they have it. */
export async function shown<T>(
  reader: CompetitionReader,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (competition: Competition) => T | Promise<T>,
): Promise<T | Refused | FastifyReply> {
  const { competitionId } = request.params as { competitionId: string };
  const opened = await reader.open(request.reader, competitionId);
  if (!opened.ok) return opened;
  const view = await show(opened.value);
  if (isRefused(view)) return view;
  const { version, head } = opened.value;
  return isKnown(request, reply, `"${version}.${head.slice(0, HEAD_CHARACTERS)}"`) ? reply : view;
}
