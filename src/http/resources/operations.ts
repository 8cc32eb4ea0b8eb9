import { type Static, Type } from '@sinclair/typebox';
import { TROUBLES } from '../problems/calls.ts';
import { sendProblem } from '../problems/problem.ts';
import { FailingLoop, type Hindrance } from '../readiness.ts';
import { get, resource } from '../server/operation.ts';

const Health = Type.Object({ status: Type.Literal('ok', { description: 'All is well: there is no other value.' }) });
const Ready = Type.Object({
  ...Health.properties,
  failing: Type.Optional(
    Type.Array(FailingLoop, {
      description: 'Work in the background that fails while calls are served; left out: none.',
    }),
  ),
});
const OK: Static<typeof Health> = { status: 'ok' };

const HINDRANCES: Record<Hindrance, { code: 'not-ready' | 'unavailable'; detail: string }> = {
  starting: { code: 'not-ready', detail: 'It is starting.' },
  stopping: { code: 'not-ready', detail: 'It is stopping.' },
  clock: { code: 'not-ready', detail: 'Its clocks do not run: nobody looks after deadlines here.' },
  unreachable: { code: 'unavailable', detail: 'The database does not answer within a second.' },
  full: { code: 'unavailable', detail: TROUBLES.full.detail },
  readOnly: { code: 'unavailable', detail: TROUBLES.readOnly.detail },
};

export const healthOperations = resource('operations', ({ readiness }) => {
  let said: Hindrance | null = null;
  const uncounted = { anyQuery: true, config: { uncounted: true }, says: 'Yes.' } as const;
  return [
    get('/healthz', {
      ...uncounted,
      id: 'getHealth',
      answers: Health,
      summary: 'Is the process alive?',
      about: 'Answers as soon as the process can answer at all.',
      refuses: ['bad-http'],
      handle: () => OK,
    }),

    get('/readyz', {
      ...uncounted,
      id: 'getReadiness',
      answers: Ready,
      summary: 'Can it serve?',
      about:
        'Answers 200 while the service serves, its database answers within a second and can write, which is tried, and its clocks run; 503 ' +
        'with `Retry-After` otherwise, so also while it starts and from the moment on that it is told to stop.',
      refuses: ['bad-http', 'unavailable', 'not-ready'],
      handle: async (request, reply) => {
        const hindrance = await readiness.hindrance();
        const isNew = hindrance !== said;
        said = hindrance;
        const { failing } = readiness;
        if (hindrance === null) return failing.length === 0 ? OK : { ...OK, failing };
        const { code, detail } = HINDRANCES[hindrance];
        if (isNew) request.log.warn({ reason: detail }, 'the server is not ready');
        return sendProblem(request, reply, code, { detail });
      },
    }),
  ];
});
