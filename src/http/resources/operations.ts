import { type Static, Type } from '@sinclair/typebox';
import { TROUBLES } from '../problems/calls.ts';
import { sendProblem } from '../problems/problem.ts';
import { FailingLoop, type NotReadyReason } from '../readiness.ts';
import { get, resource } from '../server/operation.ts';

const Health = Type.Object({ status: Type.Literal('ok', { description: 'Always `ok`.' }) });
const Ready = Type.Object({
  ...Health.properties,
  failing: Type.Optional(
    Type.Array(FailingLoop, { description: 'Background work that fails while requests are served; omitted if none.' }),
  ),
});
const OK: Static<typeof Health> = { status: 'ok' };

const HINDRANCES: Record<NotReadyReason, { code: 'not-ready' | 'unavailable'; detail: string }> = {
  starting: { code: 'not-ready', detail: 'The server is starting.' },
  stopping: { code: 'not-ready', detail: 'The server is stopping.' },
  clock: { code: 'not-ready', detail: 'The clocks of the server do not run, so it would miss deadlines of games.' },
  unreachable: { code: 'unavailable', detail: 'The database cannot be reached, or did not answer within a second.' },
  full: { code: 'unavailable', detail: TROUBLES.full.detail },
  readOnly: { code: 'unavailable', detail: TROUBLES.readOnly.detail },
};

export const healthOperations = resource('operations', ({ readiness }) => {
  let said: NotReadyReason | null = null;
  const uncounted = {
    access: 'none',
    anyQuery: true,
    config: { uncounted: true },
    says: 'The check succeeded.',
  } as const;
  return [
    get('/healthz', {
      ...uncounted,
      id: 'getHealth',
      answers: Health,
      summary: 'Check that the process is alive',
      about: 'Returns 200 once the process can respond.',
      refuses: ['bad-http'],
      handle: () => OK,
    }),

    get('/readyz', {
      ...uncounted,
      id: 'getReadiness',
      answers: Ready,
      summary: 'Check that the server is ready',
      about:
        'Returns 200 while the server accepts requests, its database responds within a second and accepts a test ' +
        'write, and its clocks run. Returns 503 with `Retry-After` otherwise, and during start and shutdown.',
      refuses: ['bad-http', 'unavailable', 'not-ready'],
      handle: async (request, reply) => {
        const notReadyReason = await readiness.notReadyReason();
        const isNew = notReadyReason !== said;
        said = notReadyReason;
        const { failing } = readiness;
        if (notReadyReason === null) return failing.length === 0 ? OK : { ...OK, failing };
        const { code, detail } = HINDRANCES[notReadyReason];
        const isPlanned = notReadyReason === 'starting' || notReadyReason === 'stopping';
        if (isNew && !isPlanned) request.log.warn({ reason: detail }, 'the server is not ready');
        return sendProblem(request, reply, code, { detail });
      },
    }),
  ];
});
