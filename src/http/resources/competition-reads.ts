import { type TProperties, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Competition } from '../../competitions/model/competition.ts';
import { HEAD_CHARACTERS, matches } from '../answers/state-bodies.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { CompetitionId } from '../schemas/competition.ts';

const PAGE = 20;
const MOST_A_PAGE = 100;

export const IF_NONE_MATCH = {
  'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the answer that you have.' })),
};

export const INVITE_HEADER = {
  'invite-code': Type.Optional(Type.String({ maxLength: 64, description: 'Opens a private competition.' })),
};

/** What a read of anything in a competition can be answered with. */
export const READ_PROBLEMS: ProblemCode[] = ['invalid-request', 'unauthorized', 'competition-not-found'];

/** What operations that read something of a competition have in common. */
export const READING = {
  tags: ['competitions'],
  headers: Type.Object({ ...INVITE_HEADER, ...IF_NONE_MATCH }),
};

export const NOT_MODIFIED = { 304: { description: 'You have it.', type: 'null' } };
export const ETAG = { headers: { ETag: { type: 'string', description: 'Names this very answer.' } } };

export function competitionParams<P extends TProperties>(more: P) {
  return Type.Object({ competitionId: CompetitionId, ...more });
}

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

/** Names what is told of a competition at one version of its history, whoever asks. */
export function competitionEtag({ version, head }: Competition): string {
  return `"${version}.${head.slice(0, HEAD_CHARACTERS)}"`;
}

/** Says what the answer is named; true: the caller has it already, and is told so. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization, invite-code');
  if (!matches(request.headers['if-none-match'], etag)) return false;
  reply.code(304).send();
  return true;
}
