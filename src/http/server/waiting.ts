import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Woken } from '../../eventlog/subscriptions.ts';
import { sendStopping } from '../answers/state-answer.ts';
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
