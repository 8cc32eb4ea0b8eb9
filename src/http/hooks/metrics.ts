import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { pathOf, sendProblem } from '../problems/problem.ts';
import { operationOf } from './negotiation.ts';

/** Operations that share one count. Separate counts would show operators when a player plans, blocks or reports. */
export const PRIVATE: ReadonlySet<string> = new Set([
  ...['putPlan', 'getPlan', 'withdrawPlan', 'getUndo', 'setLooked', 'reportMessage'],
  ...['listMutes', 'mutePlayer', 'unmutePlayer', 'listBlocks', 'blockPlayer', 'unblockPlayer'],
  ...['getCalendar', 'putCalendar', 'listVacations', 'takeVacation', 'endVacation'],
  ...[
    'createNotificationChannel',
    'listNotificationChannels',
    'updateNotificationChannel',
    'deleteNotificationChannel',
    'testNotificationChannel',
  ],
  ...[
    'confirmNotificationChannel',
    'unsubscribeNotificationChannel',
    'openTurn',
    'createDeviceCode',
    'addDevice',
    'exportMe',
  ],
]);

export function measureAnswers(app: FastifyInstance, metrics: Metrics): void {
  metrics.gauge('croupier_open_streams', 'Event streams that are open.', () => app.openCalls.streams);
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'none' } = request.routeOptions;
    const operation = operationOf(request)?.id ?? url;
    const name = PRIVATE.has(operation) ? 'private' : operation;
    metrics.answered(name, request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
}

const METRICS_COST = 10;

export function showMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { config: { cost: METRICS_COST }, schema: { hide: true } }, async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}

export async function listenForMetrics(
  metrics: Metrics,
  logger: FastifyBaseLogger,
  at: { host: string; port: number },
): Promise<FastifyInstance> {
  const logController = new LogController({ disableRequestLogging: true });
  const app: FastifyInstance = Fastify({ loggerInstance: logger, logController });
  app.setNotFoundHandler((request, reply) => {
    return sendProblem(request, reply, 'route-not-found', { detail: `There is nothing at ${pathOf(request.url)}.` });
  });
  showMetrics(app, metrics);
  await app.listen(at);
  return app;
}
