import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import { Ref } from '../../kernel/schema.ts';
import type { Catalogue } from '../../rulesets/catalogue.ts';
import { EXAMPLE_PLAYER } from '../documentation/examples.ts';
import { sendRefusal } from '../problems/problem.ts';
import { LATEST_RULES_VERSION } from '../schemas/game-fields.ts';
import { DailyResults } from '../schemas/lobby.ts';
import { DATE } from '../schemas/patterns.ts';
import { OptionsAsked, optionsIn, sendNoOptions } from './options-asked.ts';

const EXAMPLE = {
  date: '2026-01-01',
  endsAt: '2026-01-02T00:00:00.000Z',
  closed: false,
  seedHash: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  seed: null,
  conceded: 0,
  results: [
    {
      rank: 1,
      gameId: '01930000-0000-7000-8000-000000000002',
      player: { id: EXAMPLE_PLAYER.id, name: EXAMPLE_PLAYER.name, kind: EXAMPLE_PLAYER.kind },
      registeredBefore: true,
      won: true,
      score: 71,
      reason: 'The board is complete, with a score of 71.',
    },
  ],
};

/** A day of the first ruleset that is played alone; there is no example where none is. */
function examplesIn(catalogue: Catalogue): Record<string, object> {
  const solo = [...catalogue.values()].find(({ ruleset }) => ruleset.solo);
  const options = solo?.inputs.options({});
  if (solo === undefined || options?.ok !== true) return {};
  const { id, rulesVersion, scoring } = solo.ruleset;
  return {
    today: { ruleset: id, rulesVersion, options: options.value, scoring: scoring(options.value), ...EXAMPLE },
  };
}

/** The competitions of the day. */
export function dailyRoutes(app: FastifyInstance, gameService: GameService, catalogue: Catalogue): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/rulesets/:ruleset/daily',
    {
      config: {
        access: 'anyone',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'ruleset-not-found', 'daily-not-found', 'invalid-options'],
          responseExamples: examplesIn(catalogue),
        },
      },
      schema: {
        operationId: 'getDaily',
        summary: 'The competition of the day',
        description:
          'Every ruleset for one player has a game of the day: the chance is the same for everyone. Play it with `daily: true` ' +
          'in `createGame`; your first game of the day counts, later ones are practice. `seedHash` binds the house to ' +
          'its seed from the beginning of the day. The seed and its games stay closed until the day (UTC) and every game of it ' +
          'are over, which they are a day later at the latest. Who resigns or aborts, or does not finish by then, has conceded.',
        tags: ['rulesets'],
        security: [{}, { token: [] }],
        params: Type.Object({ ruleset: Type.String({ description: 'The id of the ruleset, as in the catalogue.' }) }),
        querystring: Type.Object(
          {
            date: Type.Optional(Type.String({ pattern: DATE, description: 'A day in UTC; without it today.' })),
            rulesVersion: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: LATEST_RULES_VERSION,
                description:
                  'The version of the rules; without it the newest, or for a day that is over the newest that somebody played.',
              }),
            ),
            options: Type.Optional(OptionsAsked),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The competition and its best games.', ...Ref(DailyResults) } },
      },
    },
    async (request, reply) => {
      const { date, rulesVersion, options: text } = request.query;
      const options = optionsIn(text);
      if (options === null) return sendNoOptions(request, reply);
      const viewed = await gameService.dailies.view(request.params.ruleset, { date, options, rulesVersion });
      return viewed.ok ? viewed.value : sendRefusal(request, reply, viewed.refusal);
    },
  );
}
