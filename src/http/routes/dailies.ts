import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { sendRefusal } from '../problems/problem.ts';
import { LATEST_RULES_VERSION } from '../schemas/game-fields.ts';
import { DailyDays, DailyResults } from '../schemas/lobby.ts';
import { DATE, PLAYER_ASKED } from '../schemas/patterns.ts';
import { OptionsAsked, optionsIn, sendNoOptions } from '../server/options-asked.ts';

const RulesetParams = Type.Object({
  ruleset: Type.String({ description: 'The id of the ruleset, as in the catalogue.' }),
});
/** In calls that it counts for; see docs/configuration.md. It looks at a year. */
const DAYS_COST = 5;

/** The competitions of the day. */
export function dailyRoutes(app: FastifyInstance, gameService: GameService): void {
  resultsRoute(app, gameService);
  daysRoute(app, gameService);
}

function resultsRoute(app: FastifyInstance, gameService: GameService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/rulesets/:ruleset/daily',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized', 'ruleset-not-found', 'daily-not-found', 'invalid-options'],
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
        params: RulesetParams,
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

function daysRoute(app: FastifyInstance, gameService: GameService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/rulesets/:ruleset/daily/days',
    {
      config: {
        access: 'anyone',
        cost: DAYS_COST,
        problems: [
          'invalid-request',
          'unauthorized',
          'ruleset-not-found',
          'daily-not-found',
          'player-not-found',
          'invalid-options',
        ],
      },
      schema: {
        operationId: 'listDailyDays',
        summary: 'List the days of a player',
        description:
          'On which of the last 366 days a player entered the competition of the day, how it ended, and how many of these days were in a row.',
        tags: ['rulesets'],
        params: RulesetParams,
        querystring: Type.Object(
          {
            player: Type.Optional(
              Type.String({ pattern: PLAYER_ASKED, description: 'Whose days: the id of a player; without it `me`.' }),
            ),
            options: Type.Optional(OptionsAsked),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The days and streaks.', ...Ref(DailyDays) } },
      },
    },
    async (request, reply) => {
      const { player = 'me', options: text } = request.query;
      const readerId = request.caller?.id ?? null;
      const playerId = player === 'me' ? readerId : player.toLowerCase();
      if (playerId === null) return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      const asked = optionsIn(text);
      if (asked === null) return sendNoOptions(request, reply);
      const listed = await gameService.dailyDays.of(request.params.ruleset, { playerId, readerId, options: asked });
      return listed.ok ? listed.value : sendRefusal(request, reply, listed.refusal);
    },
  );
}
