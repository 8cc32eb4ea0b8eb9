import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { AversionKind } from '../../store/contract/talk.ts';
import type { Avoidance } from '../../talk/avoidance.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendRefusal } from '../problems/problem.ts';
import { AvoidedList } from '../schemas/talk.ts';

const Params = Type.Object({ playerId: Type.String({ format: 'uuid', description: 'The id of the other player.' }) });
const OWN = { tags: ['talk'] };

/** What the routes of a kind are called, and what it means. */
interface Words {
  path: string;
  list: string;
  put: string;
  remove: string;
  summaries: { list: string; put: string; remove: string };
  means: string;
}

const WORDS: Record<AversionKind, Words> = {
  mute: {
    path: '/v1/me/mutes',
    list: 'listMutes',
    put: 'mutePlayer',
    remove: 'unmutePlayer',
    summaries: { list: 'List whom you have muted', put: 'Mute a player', remove: 'Unmute a player' },
    means:
      'You are not shown what they write, nor told of it. Nobody else is told, they neither. At most 500; again changes nothing.',
  },
  block: {
    path: '/v1/me/blocks',
    list: 'listBlocks',
    put: 'blockPlayer',
    remove: 'unblockPlayer',
    summaries: { list: 'List whom you have blocked', put: 'Block a player', remove: 'Unblock a player' },
    means:
      'You are not shown what they write, and the two of you do not meet any more: neither can invite the other, sit down where the other ' +
      'sits or whose game it is, play again with the other or write to a table of both, and seeks do not pair you. Both get `not-open-to-you`, which does not ' +
      'say why. Games under way go on, and competitions seat whom they pair. At most 500; again changes nothing.',
  },
};

/** Whom one does not want to hear of, or to meet. */
export function avoidanceRoutes(app: FastifyInstance, avoidance: Avoidance): void {
  kindRoutes(app, avoidance, 'mute');
  kindRoutes(app, avoidance, 'block');
}

function kindRoutes(app: FastifyInstance, avoidance: Avoidance, kind: AversionKind): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const words = WORDS[kind];
  routes.get(
    words.path,
    {
      config: { access: 'player', problems: ['unauthorized'] },
      schema: {
        ...OWN,
        operationId: words.list,
        summary: words.summaries.list,
        description: 'The newest first. Nobody but you can read this.',
        response: { 200: { description: 'These players.', ...Ref(AvoidedList) } },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const players = await avoidance.of(request.player, kind);
      return { players: players.map(({ at, ...player }) => ({ ...player, at: at.toISOString() })) } as Static<
        typeof AvoidedList
      >;
    },
  );
  routes.put(
    `${words.path}/:playerId`,
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...BODY_PROBLEMS, 'player-not-found', 'cap-reached'],
      },
      schema: {
        ...OWN,
        operationId: words.put,
        summary: words.summaries.put,
        description: words.means,
        params: Params,
        body: Type.Object({}, { additionalProperties: false }),
        response: { 204: { description: 'It is so.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const put = await avoidance.put(request.player, kind, request.params.playerId);
      return put.ok ? reply.code(204).send() : sendRefusal(request, reply, put.refusal);
    },
  );
  routes.delete(
    `${words.path}/:playerId`,
    {
      config: { access: 'player', problems: BODY_PROBLEMS },
      schema: {
        ...OWN,
        operationId: words.remove,
        summary: words.summaries.remove,
        description: 'Takes it back; where there is nothing to take back it is answered the same.',
        params: Params,
        response: { 204: { description: 'It is no longer so.', type: 'null' } },
      },
    },
    async (request, reply) => {
      await avoidance.remove(request.player, kind, request.params.playerId);
      return reply.code(204).send();
    },
  );
}
