import Fastify, { type FastifyInstance } from 'fastify';
import { Estimates } from '../competitions/estimates/estimates.ts';
import { CompetitionReader } from '../competitions/queries/competition-reader.ts';
import { serveApi } from './api.ts';
import { describeApi } from './documentation/openapi.ts';
import { showMetrics } from './hooks/metrics.ts';
import { contractFor } from './schemas/contract.ts';
import { addHooks } from './server/hooks.ts';
import { mcpRoutes } from './server/mcp.ts';
import { operatorRoutes } from './server/operator.ts';
import { optionsOf } from './server/options.ts';
import { pageRoutes } from './server/pages.ts';
import type { AppParts } from './services.ts';
import { Validators } from './validators.ts';

/** The same service in production and in tests. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { catalogue, gameService, limits, metrics } = parts;
  const contract = contractFor(catalogue);
  const validators = new Validators(contract.all);
  const app: FastifyInstance = Fastify(optionsOf(parts));
  app.setValidatorCompiler(validators.compiler);
  // no serializer that drops fields: it would only hide mistakes
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  for (const schema of contract.all) app.addSchema(schema);
  app.removeContentTypeParser('text/plain');
  await addHooks(app, parts);

  await describeApi(app, parts.version, parts.document);
  const competitionReader = new CompetitionReader(parts.competitions, gameService.subscriptions, catalogue);
  app.addHook('preClose', () => competitionReader.stop());
  const estimates = new Estimates(catalogue, gameService.clock, gameService.timeSlicer);
  serveApi(app, { ...parts, contract, validators, competitionReader, estimates });
  pageRoutes(app, parts);
  if (parts.operator !== null) operatorRoutes(app, parts.operator);
  mcpRoutes(app, limits.origins, parts.version);
  if (metrics !== null && limits.publicMetrics) showMetrics(app, metrics);
  await app.ready();
  return app;
}
