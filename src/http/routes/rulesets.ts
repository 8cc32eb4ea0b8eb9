import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '../../kernel/schema.ts';
import { botNames } from '../../kernel/search/policy.ts';
import type { Catalogue, CatalogueEntry } from '../../rulesets/catalogue.ts';
import { sendProblem } from '../problems.ts';
import { type Contract, standalone } from '../schemas/contract.ts';
import { RulesetDetail, RulesetList, type RulesetSummary } from '../schemas/ruleset.ts';
import type { RulesetContract } from '../schemas/table.ts';

/** The catalogue: fixed while the process lives, so each answer is made once. */
export function rulesetRoutes(app: FastifyInstance, catalogue: Catalogue, contract: Contract): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const details = new Map([...catalogue].map(([id, entry]) => [id, detailOf(entry, contract)]));
  const list = { rulesets: [...catalogue.values()].map((entry) => summaryOf(entry, contract)) };
  const first = [...details.values()].slice(0, 1).map(abridged);

  routes.get(
    '/v1/rulesets',
    {
      config: {
        access: 'anyone',
        docs: { problems: ['unauthorized'], responseExamples: { catalogue: { rulesets: list.rulesets.slice(0, 1) } } },
      },
      schema: {
        operationId: 'listRulesets',
        summary: 'List the kinds of games',
        description: 'The catalogue: every ruleset with its seats and the schema of its options, defaults included.',
        tags: ['rulesets'],
        security: [{}, { token: [] }],
        response: { 200: { description: 'The catalogue.', ...Ref(RulesetList) } },
      },
    },
    async () => list,
  );

  routes.get(
    '/v1/rulesets/:ruleset',
    {
      config: {
        access: 'anyone',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'ruleset-not-found'],
          responseExamples: Object.fromEntries(first.map((detail) => [detail.id, detail])),
        },
      },
      schema: {
        operationId: 'getRuleset',
        summary: 'Read one kind of game',
        description:
          'A ruleset with its rules for players as Markdown, and the JSON Schemas of its options, actions, view and events.',
        tags: ['rulesets'],
        security: [{}, { token: [] }],
        params: Type.Object({ ruleset: Type.String({ description: 'The id of the ruleset, as in the catalogue.' }) }),
        response: { 200: { description: 'The ruleset.', ...Ref(RulesetDetail) } },
      },
    },
    async (request, reply) => {
      const detail = details.get(request.params.ruleset);
      if (detail !== undefined) return detail;
      const known = `There is no ruleset ${JSON.stringify(request.params.ruleset)}; there are ${[...details.keys()].join(', ')}.`;
      return sendProblem(request, reply, 'ruleset-not-found', { detail: known });
    },
  );
}

/** An example need not repeat the rules and what stands among the schemas of the document anyway. */
function abridged(detail: Static<typeof RulesetDetail>): Static<typeof RulesetDetail> {
  const { options, action, view, event } = detail.schemas;
  const [rules = ''] = detail.rules.split('\n\n', 1);
  return { ...detail, rules, schemas: { options, action: head(action), view: head(view), event: head(event) } };
}

function head(schema: object): object {
  const { $schema, type, description } = schema as Record<string, unknown>;
  return { $schema, type, description };
}

function summaryOf({ ruleset, inputs }: CatalogueEntry, contract: Contract): Static<typeof RulesetSummary> {
  const defaults = inputs.options({});
  if (!defaults.ok) throw new Error(`the default options of ${ruleset.id} do not fit their own schema`);
  return {
    id: ruleset.id,
    name: ruleset.name,
    summary: ruleset.summary,
    rulesVersion: ruleset.rulesVersion,
    seats: ruleset.seats,
    solo: ruleset.solo,
    hiddenInformation: ruleset.hiddenInformation,
    scoring: ruleset.scoring(defaults.value),
    policies: botNames(ruleset),
    options: standalone(contractOf(ruleset.id, contract).chosenOptions, contract.all),
    defaultOptions: defaults.value,
  };
}

function detailOf(entry: CatalogueEntry, contract: Contract): Static<typeof RulesetDetail> {
  const own = contractOf(entry.ruleset.id, contract);
  return {
    ...summaryOf(entry, contract),
    rules: entry.rules,
    schemas: {
      options: standalone(own.chosenOptions, contract.all),
      action: standalone(own.action, contract.all),
      view: standalone(own.view, contract.all),
      event: standalone(own.event, contract.all),
    },
  };
}

function contractOf(id: string, contract: Contract): RulesetContract {
  const own = contract.rulesets.get(id);
  if (own === undefined) throw new Error(`${id} has no contract`);
  return own;
}
