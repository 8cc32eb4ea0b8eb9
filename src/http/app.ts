import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { House } from '../games/house.ts';
import type { Players } from '../players/players.ts';
import type { Catalogue } from '../rulesets/catalogue.ts';
import type { Store } from '../store/store.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { examplesOf } from './examples.ts';
import { recogniseCallers } from './plugins/caller.ts';
import { answerBrokenConnection, answerError, answerErrors } from './plugins/errors.ts';
import { describeApi } from './plugins/openapi.ts';
import { limitRates } from './plugins/rate-limit.ts';
import { pathOf } from './problems.ts';
import { actionRoutes } from './routes/actions.ts';
import { eventRoutes } from './routes/events.ts';
import { gameRoutes } from './routes/games.ts';
import { operationRoutes } from './routes/operations.ts';
import { playerRoutes } from './routes/players.ts';
import { rulesetRoutes } from './routes/rulesets.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { contractFor } from './schemas/contract.ts';
import { Validators } from './validators.ts';

export interface AppParts {
  catalogue: Catalogue;
  store: Store;
  players: Players;
  webhooks: Webhooks;
  house: House;
  logger: FastifyBaseLogger;
  /** requests a minute that one caller may make */
  rateLimit: number | 'off';
  /** of this service, as in package.json */
  version: string;
}

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** The whole HTTP service, ready to listen: the same one in production and in tests. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { catalogue, store, players, webhooks, house } = parts;
  const contract = contractFor(catalogue);
  const validators = new Validators(contract.all);
  const examples = new Map([...catalogue].map(([id, entry]) => [id, examplesOf(entry)]));

  const app: FastifyInstance = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validators.compiler);
  // Answers are built exactly as they may be seen; a serializer that drops fields would only hide mistakes.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  for (const schema of contract.all) app.addSchema(schema);
  app.removeContentTypeParser('text/plain');

  answerErrors(app);
  nameRequests(app);
  partWithConnections(app);
  recogniseCallers(app, players);
  await limitRates(app, parts.rateLimit);
  await describeApi(app, parts.version);

  rulesetRoutes(app, catalogue, contract);
  playerRoutes(app, players);
  gameRoutes(app, house, contract, validators, examples);
  actionRoutes(app, house, contract, validators, examples);
  eventRoutes(app, house, contract, examples);
  webhookRoutes(app, webhooks);
  operationRoutes(app, store);
  await app.ready();
  return app;
}

/** Every answer carries the id under which the log speaks of its request; paths are logged without their query. */
function nameRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.debug({ method, path: pathOf(url), status: reply.statusCode, ms }, 'answered');
  });
}

/** Once the service is closing, each connection ends with the answer that it waits for instead of being kept open. */
function partWithConnections(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
