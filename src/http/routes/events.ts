import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { House } from '../../games/house.ts';
import { Ref } from '../../kernel/schema.ts';
import type { Examples } from '../examples.ts';
import { sendRefusal } from '../problems.ts';
import type { Contract } from '../schemas/contract.ts';
import { each, GameParams, SeatAsked, viewerAsked } from './parameters.ts';

const FIRST_PAGE = { after: 0, limit: 100 };

/** What happened, version by version. */
export function eventRoutes(
  app: FastifyInstance,
  house: House,
  contract: Contract,
  examples: ReadonlyMap<string, Examples>,
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/events',
    {
      config: {
        access: 'anyone',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'not-your-seat', 'game-not-found', 'no-such-seat'],
          responseExamples: each(examples, (example) => example.eventPage),
        },
      },
      schema: {
        operationId: 'listEvents',
        summary: 'List what happened',
        description:
          'What happened after version `after`, as you may see it, oldest first. A page holds whole versions; ask on with ' +
          '`next` as `after` until it is null.',
        tags: ['games'],
        security: [{}, { token: [] }],
        params: GameParams,
        querystring: Type.Object(
          {
            seat: Type.Optional(SeatAsked),
            after: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 2 ** 31 - 1,
                default: FIRST_PAGE.after,
                description: 'The version that you have seen.',
              }),
            ),
            limit: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: 1000,
                default: FIRST_PAGE.limit,
                description: 'A page ends with the version that reaches this many events.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'A page of events.', ...Ref(contract.eventPage) } },
      },
    },
    async (request, reply) => {
      const { seat, after = FIRST_PAGE.after, limit = FIRST_PAGE.limit } = request.query;
      const caller = request.caller?.id ?? null;
      const listed = await house.events(caller, request.params.gameId, { seat: viewerAsked(seat), after, limit });
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
      return listed.ok ? listed.value : sendRefusal(request, reply, listed.refusal);
    },
  );
}
