import type { FastifyReply } from 'fastify';
import type { TimeSlicer } from '../../eventlog/queue.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** So many events become text in less than a millisecond. */
const SHORT = 50;

/**
 * Sends an answer whose list, which comes last then, may be long: it becomes text item by item and
 * gives way to everything else. Up to `short` items become text at once.
 */
export async function sendLong<K extends string>(
  reply: FastifyReply,
  answer: Record<K, readonly unknown[]>,
  list: K,
  timeSlicer: TimeSlicer,
  short = SHORT,
): Promise<FastifyReply> {
  const { [list]: items, ...frame } = answer;
  if (items.length <= short) return reply.send(answer);
  const texts: string[] = [];
  for (const item of items) {
    await timeSlicer.pause();
    texts.push(JSON.stringify(item));
  }
  return reply.type(JSON_TYPE).send(`${JSON.stringify(frame).slice(0, -1)},"${list}":[${texts.join(',')}]}`);
}
