import type { TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import { EVENT_STREAM } from '../answers/event-stream.ts';
import { CallLifetime } from '../hooks/call-lifetime.ts';

/** Whoever loses the right to a stream has so long to take the end of it. */
const PARTING_MS = 1_000;

/** Begins the answer with a stream, and says when there is nobody left to tell. */
export function openStream(request: FastifyRequest, reply: FastifyReply): { gone: AbortSignal; giveUp(): void } {
  reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').header('cache-control', 'no-store');
  // Its end is the end of the connection: a server that stops would wait for one that is kept for later.
  reply.header('connection', 'close');
  const giveUp = () => void reply.raw.destroy();
  const { gone } = new CallLifetime(request, reply);
  // what lies ready for a reader who takes nothing does not keep the stream open any longer
  gone.addEventListener('abort', () => setTimeout(giveUp, PARTING_MS).unref(), { once: true });
  return { gone, giveUp };
}

/** Server-sent events for the document: the `data` of each is a value of this schema. */
export function eventsOf(data: TSchema) {
  const description = `The \`data\` of each event is a \`${data.$id}\`.`;
  return { content: { [EVENT_STREAM]: { schema: { type: 'string', description, contentSchema: Ref(data) } } } };
}
