import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '../../eventlog/result.ts';
import type { Known, Watch } from '../../eventlog/subscriptions.ts';
import { JSON_TYPE, matches, sendStopping, unlessKnown } from '../answers/bodies.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendRefusal } from '../problems/problem.ts';

/** A list as it is now, and what names it. */
export interface ReadList {
  /** as JSON */
  text: string;
  etag: string;
  /** what whoever waits knows of it */
  known: Known;
  /** whether there is something in it to come back for, where the caller knows no earlier list */
  hasNews: boolean;
}

const MS = 1000;

/** Names a list by all that it says. */
export function listEtag(text: string, mark = ''): string {
  const told = createHash('sha256').update(mark).update(text);
  return `"${told.digest('base64url').slice(0, 22)}"`;
}

/** Sends a list once it is news to the caller, or when the seconds of `wait` are over; 304 for one that they have. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { wait, watch, read }: { wait: number; watch(): Watch; read(): Promise<Result<ReadList>> },
): Promise<FastifyReply> {
  const tag = request.headers['if-none-match'];
  const until = performance.now() + wait * MS;
  if (wait > 0 && !staysOpen('wait', request, reply)) return reply;
  const lifetime = new CallLifetime(request, reply);
  for (;;) {
    const watching = watch();
    try {
      const found = await read();
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      const { text, etag, known, hasNews } = found.value;
      const isNews = tag === undefined ? hasNews : !matches(tag, etag);
      const left = until - performance.now();
      if (isNews || left <= 0) {
        reply.header('cache-control', 'private, no-cache');
        return unlessKnown(request, reply, etag, () => reply.type(JSON_TYPE).send(text));
      }
      if ((await watching.until(left, known, lifetime.gone)) === 'closing') return sendStopping(request, reply);
      if (lifetime.tokenEnded) return sendTokenEnded(request, reply);
      if (lifetime.gone.aborted) return reply.send();
    } finally {
      watching.stop();
    }
  }
}
