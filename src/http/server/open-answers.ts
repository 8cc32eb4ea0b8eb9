import type { TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Woken } from '../../eventlog/subscriptions.ts';
import { sendStopping } from '../answers/bodies.ts';
import { EVENT_STREAM } from '../answers/event-stream.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { staysOpen } from '../hooks/open-calls.ts';

const MS = 1000;

/** How long to wait at most, and until who has gone. */
export interface Asked {
  ms: number;
  caller: AbortSignal;
}

/** Waits up to so many seconds for news of one thing; true: the call was answered instead. */
export async function waitForNews(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  wait: (asked: Asked) => Promise<Woken>,
): Promise<boolean> {
  if (!staysOpen('wait', request, reply)) return true;
  const lifetime = new CallLifetime(request, reply);
  const woken = await wait({ ms: seconds * MS, caller: lifetime.gone });
  if (woken === 'closing') sendStopping(request, reply);
  else if (lifetime.tokenEnded) sendTokenEnded(request, reply);
  else return false;
  return true;
}

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
