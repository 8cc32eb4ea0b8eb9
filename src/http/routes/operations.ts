import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../../store/store.ts';
import { kindOf, PROBLEM_CODES, sendProblem } from '../problems.ts';

const Health = Type.Object({ status: Type.Literal('ok') });

/** Whether the process lives, whether it can serve, and what the codes of problems mean. */
export function operationRoutes(app: FastifyInstance, store: Store): void {
  app.get(
    '/healthz',
    {
      config: { docs: { problems: ['bad-http'], responseExamples: { ok: { status: 'ok' } } } },
      schema: {
        operationId: 'getHealth',
        summary: 'Is the process alive?',
        description: 'Answers as soon as the process can answer at all.',
        tags: ['operations'],
        security: [],
        response: { 200: { description: 'Yes.', ...Health } },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config: { docs: { problems: ['bad-http', 'unavailable'], responseExamples: { ok: { status: 'ok' } } } },
      schema: {
        operationId: 'getReadiness',
        summary: 'Can it serve?',
        description: 'Answers 200 only while the database answers; 503 with `Retry-After` otherwise.',
        tags: ['operations'],
        security: [],
        response: { 200: { description: 'Yes.', ...Health } },
      },
    },
    async () => {
      await store.ping();
      return { status: 'ok' as const };
    },
  );

  app.get<{ Params: { code: string } }>('/problems/:code', { schema: { hide: true } }, async (request, reply) => {
    const code = PROBLEM_CODES.find((known) => known === request.params.code);
    if (code === undefined)
      return sendProblem(request, reply, 'route-not-found', { detail: 'There is no such problem.' });
    const { status, title, remedy } = kindOf(code);
    return reply
      .type('text/markdown; charset=utf-8')
      .send(`# ${title}\n\nCode \`${code}\`, status ${status}.\n\n${remedy}\n`);
  });
}
