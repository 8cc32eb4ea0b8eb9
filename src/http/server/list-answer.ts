import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '../../eventlog/result.ts';
import type { Known, Watch } from '../../eventlog/subscriptions.ts';
import { JSON_TYPE, matches, sendStopping, unlessKnown } from '../answers/bodies.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendRefusal } from '../problems/problem.ts';

export interface ReadList {
  text: string;
  etag: string;
  /** what a waiting caller knows */
  known: Known;
  /** whether a caller without an earlier list gets an answer at once */
  hasNews: boolean;
}

const MS = 1000;

export function listEtag(text: string, mark = ''): string {
  const told = createHash('sha256').update(mark).update(text);
  return `"${told.digest('base64url').slice(0, 22)}"`;
}

/** 304 for a list that the caller has. */
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
