import type { TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Result } from '../../eventlog/result.ts';
import type { Known, Watch, Woken } from '../../eventlog/subscriptions.ts';
import { JSON_TYPE, listEtag, matches, orNotModified, sendStopping } from '../answers/bodies.ts';
import { EVENT_STREAM } from '../answers/event-stream.ts';
import { lifetimeOf, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendRefusal } from '../problems/problem.ts';

const MS = 1000;

export interface Asked {
  ms: number;
  caller: AbortSignal;
}

/** Waits for a change. True: the call was answered meanwhile. */
export async function waitForNews(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  wait: (asked: Asked) => Promise<Woken>,
): Promise<boolean> {
  if (!staysOpen('wait', request, reply)) return true;
  const { gone, token } = lifetimeOf(request, reply);
  const woken = await wait({ ms: seconds * MS, caller: gone });
  if (woken === 'closing') sendStopping(request, reply);
  else if (token.ended) sendTokenEnded(request, reply);
  else return false;
  return true;
}

export interface ReadList {
  list: object;
  /** a text that differs whenever the list differs; by default the text of the list */
  mark?: string;
  /** what the caller already knows; a wait ends with the first change after it */
  known: Known;
  /** true: a caller that sends no `If-None-Match` gets this list at once */
  hasNews: boolean;
}

/** Answers with a list, or 304 if the caller already has it. */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { wait, watch, read }: { wait: number; watch(): Watch; read(): Promise<Result<ReadList>> },
): Promise<FastifyReply> {
  const tag = request.headers['if-none-match'];
  const until = performance.now() + wait * MS;
  if (wait > 0 && !staysOpen('wait', request, reply)) return reply;
  const { gone, token } = lifetimeOf(request, reply);
  for (;;) {
    const watching = watch();
    try {
      const found = await read();
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      const { list, mark, known, hasNews } = found.value;
      const text = JSON.stringify(list);
      const etag = listEtag(text, mark);
      const isNews = tag === undefined ? hasNews : !matches(tag, etag);
      const left = until - performance.now();
      if (isNews || left <= 0) {
        reply.header('cache-control', 'private, no-cache');
        return orNotModified(request, reply, etag, () => reply.type(JSON_TYPE).send(text));
      }
      if ((await watching.until(left, known, gone)) === 'closing') return sendStopping(request, reply);
      if (token.ended) return sendTokenEnded(request, reply);
      if (gone.aborted) return reply.send();
    } finally {
      watching.stop();
    }
  }
}

const PARTING_MS = 1_000;

export function openStream(request: FastifyRequest, reply: FastifyReply): { gone: AbortSignal; giveUp(): void } {
  reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').header('cache-control', 'no-store');
  // closes the connection at the end, because a stopping server would wait for an open one
  reply.header('connection', 'close');
  const giveUp = () => void reply.raw.destroy();
  const { gone } = lifetimeOf(request, reply);
  // destroys the connection soon after the end, because a reader that takes no data would keep the stream open
  gone.addEventListener('abort', () => setTimeout(giveUp, PARTING_MS).unref(), { once: true });
  return { gone, giveUp };
}

export function eventsOf(data: TSchema) {
  const description = `The \`data\` of each event is a \`${data.$id}\`.`;
  return { content: { [EVENT_STREAM]: { schema: { type: 'string', description, contentSchema: Ref(data) } } } };
}
