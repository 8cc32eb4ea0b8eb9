import Fastify, { type FastifyInstance } from 'fastify';
import { namedSchemas } from '#rules/kernel/schema.ts';
import { Trials } from '../competitions/estimates/trial-games.ts';
import { CompetitionReader } from '../competitions/queries/competition-reader.ts';
import { describeApi } from './documentation/openapi.ts';
import { showMetrics } from './hooks/metrics.ts';
import { actionOperations } from './resources/actions.ts';
import { analysisOperations } from './resources/analyses.ts';
import { calendarOperations } from './resources/calendar.ts';
import { chatOperations } from './resources/chat.ts';
import { entryOperations } from './resources/competition-entries.ts';
import { competitionEventOperations } from './resources/competition-events.ts';
import { scheduleOperations } from './resources/competition-schedule.ts';
import { competitionOperations } from './resources/competitions.ts';
import { eventOperations } from './resources/events.ts';
import { fairnessOperations } from './resources/fairness.ts';
import { gameOperations } from './resources/games.ts';
import { notificationOperations, oneClickOperations, takeOneClicks } from './resources/notifications.ts';
import { healthOperations } from './resources/operations.ts';
import { planOperations } from './resources/plans.ts';
import { playerOperations } from './resources/players.ts';
import { positionOperations } from './resources/positions.ts';
import { ratingOperations } from './resources/ratings.ts';
import { rulesetOperations } from './resources/rulesets.ts';
import { seatOperations } from './resources/seats.ts';
import { seekOperations } from './resources/seeks.ts';
import { takebackOperations } from './resources/takebacks.ts';
import { tokenOperations } from './resources/tokens.ts';
import { turnOperations } from './resources/turns.ts';
import { contractFor } from './schemas/contract.ts';
import { addHooks } from './server/hooks.ts';
import { mcpRoutes } from './server/mcp.ts';
import { operatorRoutes } from './server/operator.ts';
import { optionsOf } from './server/options.ts';
import { pageRoutes } from './server/pages.ts';
import type { AppParts, Services } from './services.ts';
import { Validators } from './validators.ts';

/** All operations. The API document keeps this order, but puts those that a player needs first. */
const API = [
  rulesetOperations,
  gameOperations,
  actionOperations,
  eventOperations,
  turnOperations,
  seatOperations,
  planOperations,
  takebackOperations,
  positionOperations,
  fairnessOperations,
  analysisOperations,
  seekOperations,
  playerOperations,
  tokenOperations,
  calendarOperations,
  chatOperations,
  notificationOperations,
  ratingOperations,
  competitionOperations,
  entryOperations,
  scheduleOperations,
  competitionEventOperations,
  healthOperations,
];

/** Builds the service. Tests use the same service as production. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { catalogue, gameService, limits, metrics } = parts;
  const contract = contractFor(catalogue);
  const validators = new Validators();
  const app: FastifyInstance = Fastify(optionsOf(parts));
  app.setValidatorCompiler(validators.compiler);
  // keeps fields that the schema lacks, because dropping them would only hide mistakes
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.removeContentTypeParser('text/plain');
  await addHooks(app, parts);

  await describeApi(app, parts.version, parts.document);
  const competitionReader = new CompetitionReader({
    competitions: parts.competitions,
    subscriptions: gameService.subscriptions,
    catalogue,
  });
  app.addHook('preClose', () => competitionReader.stop());
  const trials = new Trials(gameService.timeSlicer);
  const services: Services = { ...parts, contract, validators, competitionReader, trials };
  const routes = API.flatMap((resource) => resource(services));
  for (const schema of namedSchemas([...contract.named.values(), ...routes.map((route) => route.schema)]).values()) {
    validators.add(schema);
    app.addSchema(schema);
  }
  for (const route of routes) app.route(route);
  app.register(async (scope) => {
    takeOneClicks(scope);
    for (const route of oneClickOperations(services)) scope.route(route);
  });
  pageRoutes(app, parts);
  if (parts.operator !== null) operatorRoutes(app, parts.operator);
  mcpRoutes(app, limits.origins, parts.version);
  if (metrics !== null && limits.publicMetrics) showMetrics(app, metrics);
  await app.ready();
  return app;
}
