import type { TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Woken } from '../../eventlog/subscriptions.ts';
import { sendStopping } from '../answers/bodies.ts';
import { EVENT_STREAM } from '../answers/event-stream.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { staysOpen } from '../hooks/open-calls.ts';

const MS = 1000;

export interface Asked {
  ms: number;
  caller: AbortSignal;
}

/** True: the call was answered meanwhile. */
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

const PARTING_MS = 1_000;

export function openStream(request: FastifyRequest, reply: FastifyReply): { gone: AbortSignal; giveUp(): void } {
  reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').header('cache-control', 'no-store');
  // a stopping server would wait for a kept-alive connection
  reply.header('connection', 'close');
  const giveUp = () => void reply.raw.destroy();
  const { gone } = new CallLifetime(request, reply);
  // data that a stuck reader does not take must not keep the stream open
  gone.addEventListener('abort', () => setTimeout(giveUp, PARTING_MS).unref(), { once: true });
  return { gone, giveUp };
}

export function eventsOf(data: TSchema) {
  const description = `The \`data\` of each event is a \`${data.$id}\`.`;
  return { content: { [EVENT_STREAM]: { schema: { type: 'string', description, contentSchema: Ref(data) } } } };
}
