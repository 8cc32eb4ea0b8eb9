import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Competition } from '../../competitions/model/competition.ts';
import type { CompetitionReader } from '../../competitions/queries/competition-reader.ts';
import type { Refused, Result } from '../../eventlog/result.ts';
import { HEAD_CHARACTERS, orNotModified } from '../answers/bodies.ts';
import { INVITE_HEADER, limitAsked } from '../server/parameters.ts';

const PAGE = 20;
const MOST_A_PAGE = 100;

export const READING = { access: 'anyone', headers: INVITE_HEADER } as const;

export const PAGE_ASKED = {
  cursor: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '`next` of the previous page.' }),
  ...limitAsked(MOST_A_PAGE, PAGE, 'Entries of the list a page, at most.'),
};

export function pageAsked({ cursor, limit = PAGE }: { cursor?: number; limit?: number }) {
  return { cursor, limit };
}

/** Like `orNotModified`, but with a `vary` header, because the answer depends on the token and the invite code. */
export function unlessSeen<T>(request: FastifyRequest, reply: FastifyReply, etag: string, make: () => T) {
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, invite-code');
  return orNotModified(request, reply, etag, make);
}

export async function shown<T>(
  reader: CompetitionReader,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (competition: Competition) => T | Promise<T>,
): Promise<T | Refused | FastifyReply> {
  const opened = await opens(reader, request);
  if (!opened.ok) return opened;
  return unlessSeen(request, reply, etagOf(opened.value), () => show(opened.value));
}

/** Answers with a part of a competition. If the part does not exist, refuses the call before it compares the `ETag`. */
export async function found<T>(
  reader: CompetitionReader,
  request: FastifyRequest,
  reply: FastifyReply,
  find: (competition: Competition) => Result<T> | Promise<Result<T>>,
  send: (part: T) => T | Promise<FastifyReply> = (part) => part,
): Promise<T | Refused | FastifyReply> {
  const opened = await opens(reader, request);
  if (!opened.ok) return opened;
  const part = await find(opened.value);
  if (!part.ok) return part;
  return unlessSeen(request, reply, etagOf(opened.value), () => send(part.value));
}

function opens(reader: CompetitionReader, request: FastifyRequest): Promise<Result<Competition>> {
  return reader.open(request.reader, (request.params as { competitionId: string }).competitionId);
}

function etagOf({ version, head }: Competition): string {
  return `"${version}.${head.slice(0, HEAD_CHARACTERS)}"`;
}
