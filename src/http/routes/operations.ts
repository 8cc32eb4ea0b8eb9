import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { TROUBLES } from '../problems/calls.ts';
import { PROBLEM_CODES } from '../problems/catalogue.ts';
import { sendProblem } from '../problems/problem.ts';
import type { Hindrance, Readiness } from '../readiness.ts';

const Health = Type.Object({ status: Type.Literal('ok', { description: 'All is well: there is no other value.' }) });

const HINDRANCES: Record<Hindrance, { code: 'not-ready' | 'unavailable'; detail: string }> = {
  starting: { code: 'not-ready', detail: 'It is starting.' },
  stopping: { code: 'not-ready', detail: 'It is stopping.' },
  clock: { code: 'not-ready', detail: 'Its clocks do not run: nobody looks after deadlines here.' },
  unreachable: { code: 'unavailable', detail: 'The database does not answer within a second.' },
  full: { code: 'unavailable', detail: TROUBLES.full.detail },
  readOnly: { code: 'unavailable', detail: TROUBLES.readOnly.detail },
};

/** Whether the process lives, whether it can serve, and what the codes of problems mean. */
export function operationRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get(
    '/healthz',
    {
      config: { uncounted: true, problems: ['bad-http'] },
      schema: {
        operationId: 'getHealth',
        summary: 'Is the process alive?',
        description: 'Answers as soon as the process can answer at all.',
        tags: ['operations'],
        response: { 200: { description: 'Yes.', ...Health } },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  let said: Hindrance | null = null;
  app.get(
    '/readyz',
    {
      config: {
        uncounted: true,
        problems: ['bad-http', 'unavailable', 'not-ready'],
      },
      schema: {
        operationId: 'getReadiness',
        summary: 'Can it serve?',
        description:
          'Answers 200 while the service serves, its database answers within a second and can write, which is tried, and its clocks run; 503 ' +
          'with `Retry-After` otherwise, so also while it starts and from the moment on that it is told to stop.',
        tags: ['operations'],
        response: { 200: { description: 'Yes.', ...Health } },
      },
    },
    async (request, reply) => {
      const hindrance = await readiness.hindrance();
      if (hindrance === null) {
        said = null;
        return { status: 'ok' as const };
      }
      const { code, detail } = HINDRANCES[hindrance];
      if (hindrance !== said) request.log.warn({ reason: detail }, 'the server is not ready');
      said = hindrance;
      return sendProblem(request, reply, code, { detail });
    },
  );

  app.get<{ Params: { code: string } }>('/problems/:code', { schema: { hide: true } }, async (request, reply) => {
    const code = PROBLEM_CODES.find((known) => known === request.params.code);
    if (code === undefined)
      return sendProblem(request, reply, 'route-not-found', { detail: 'There is no such problem.' });
    return reply.redirect(`/docs/errors#${code}`);
  });
}
