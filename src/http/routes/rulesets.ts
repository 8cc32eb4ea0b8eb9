import { createHash } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Catalogue, type CatalogueEntry, type RulesetVersion, versionsOf } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Ref } from '#rules/kernel/schema.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { matches } from '../answers/state-bodies.ts';
import { sendProblem } from '../problems/problem.ts';
import { type Contract, standalone } from '../schemas/contract.ts';
import { LATEST_RULES_VERSION } from '../schemas/game-fields.ts';
import { RulesetDetail, RulesetList, type RulesetSummary } from '../schemas/ruleset.ts';
import type { RulesetContract } from '../schemas/table.ts';

const RulesVersion = Type.Integer({
  minimum: 1,
  maximum: LATEST_RULES_VERSION,
  description: 'The version of the rules, as in a game that is played by them; without it the newest.',
});

const CONDITION = Type.Object({
  'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the answer that you have.' })),
});
const ETAG = { ETag: { type: 'string', description: 'Names this very answer.' } };
const UNCHANGED = { description: 'You have it.', type: 'null' };

/** What an answer that is fixed while the process lives is sent as, made when it is first asked for. */
const sent = new WeakMap<object, { etag: string; body: string }>();

function sendFixed(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  let made = sent.get(answer);
  if (made === undefined) {
    const body = JSON.stringify(answer);
    made = { etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`, body };
    sent.set(answer, made);
  }
  reply.header('etag', made.etag).header('cache-control', 'public, no-cache');
  if (matches(request.headers['if-none-match'], made.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(made.body);
}

/** The catalogue: fixed while the process lives, so each answer is made once. */
export function rulesetRoutes(app: FastifyInstance, catalogue: Catalogue, contract: Contract): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const details = new Map(
    [...catalogue].map(([id, entry]) => {
      const versions = versionsOf(entry).map((rules) => detailOf(rules, entry, contract));
      return [id, versions.reverse()];
    }),
  );
  const list = { rulesets: [...catalogue.values()].map((entry) => summaryOf(entry, entry, contract)) };

  routes.get(
    '/v1/rulesets',
    {
      config: {
        access: 'anyone',
        problems: ['unauthorized'],
      },
      schema: {
        operationId: 'listRulesets',
        summary: 'List the kinds of games',
        description: 'The catalogue: every ruleset with its seats and the schema of its options, defaults included.',
        tags: ['rulesets'],
        headers: CONDITION,
        response: {
          200: { description: 'The catalogue.', headers: ETAG, ...Ref(RulesetList) },
          304: UNCHANGED,
        },
      },
    },
    async (request, reply) => sendFixed(request, reply, list),
  );

  routes.get(
    '/v1/rulesets/:ruleset',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized', 'ruleset-not-found'],
      },
      schema: {
        operationId: 'getRuleset',
        summary: 'Read one kind of game',
        description:
          'A ruleset with its rules for players as Markdown, its own cards, a glossary, and the JSON Schemas of its options, actions, view and events, all of ' +
          'one version of the rules. Games are created by the newest; those that began earlier go on by their own. In the schemas `x-kind`, ' +
          '`x-by`, `x-indexes` and `x-among` say what values stand for.',
        tags: ['rulesets'],
        params: Type.Object({ ruleset: Type.String({ description: 'The id of the ruleset, as in the catalogue.' }) }),
        querystring: Type.Object({ rulesVersion: Type.Optional(RulesVersion) }, { additionalProperties: false }),
        headers: CONDITION,
        response: { 200: { description: 'The ruleset.', headers: ETAG, ...Ref(RulesetDetail) }, 304: UNCHANGED },
      },
    },
    async (request, reply) => {
      const { ruleset: id } = request.params;
      const versions = details.get(id);
      if (versions === undefined) {
        const detail = `There is no ruleset ${JSON.stringify(id)}; there are ${[...details.keys()].join(', ')}.`;
        return sendProblem(request, reply, 'ruleset-not-found', { detail });
      }
      const { rulesVersion = versions[0]?.rulesVersion } = request.query;
      const found = versions.find((version) => version.rulesVersion === rulesVersion);
      if (found !== undefined) return sendFixed(request, reply, found);
      const detail = `There is no version ${rulesVersion} of the rules of ${id}.`;
      const hint = `Versions of it: ${versions[0]?.rulesVersions.join(', ')}.`;
      return sendProblem(request, reply, 'ruleset-not-found', { detail, hint });
    },
  );
}

function summaryOf(
  { ruleset, inputs }: RulesetVersion,
  entry: CatalogueEntry,
  contract: Contract,
): Static<typeof RulesetSummary> {
  const defaults = inputs.options({});
  if (!defaults.ok) throw new Error(`the default options of ${ruleset.id} do not fit their own schema`);
  return {
    id: ruleset.id,
    name: ruleset.name,
    summary: ruleset.summary,
    rulesVersion: ruleset.rulesVersion,
    rulesVersions: versionsOf(entry).map((version) => version.ruleset.rulesVersion),
    seats: ruleset.seats,
    solo: ruleset.solo,
    hiddenInformation: ruleset.hiddenInformation,
    scoring: ruleset.scoring(defaults.value),
    policies: botNames(ruleset),
    options: standalone(contractOf(ruleset, contract).chosenOptions, contract.all),
    defaultOptions: defaults.value,
    presets: [...(ruleset.presets ?? [])],
  };
}

function detailOf(version: RulesetVersion, entry: CatalogueEntry, contract: Contract): Static<typeof RulesetDetail> {
  const own = contractOf(version.ruleset, contract);
  return {
    ...summaryOf(version, entry, contract),
    credits: version.ruleset.credits,
    rules: version.rules,
    cards: [...(version.ruleset.cards ?? [])],
    glossary: [...(version.ruleset.glossary ?? [])],
    schemas: {
      options: standalone(own.chosenOptions, contract.all),
      action: standalone(own.action, contract.all),
      view: standalone(own.view, contract.all),
      event: standalone(own.event, contract.all),
    },
  };
}

function contractOf(ruleset: AnyRuleset, { contracts }: Contract): RulesetContract {
  const own = contracts.get(ruleset);
  if (own === undefined) throw new Error(`${ruleset.id} has no contract`);
  return own;
}
