import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import { nameFrom } from '../../players/name.ts';
import type { Players } from '../../players/players.ts';
import { sendProblem } from '../problems/problem.ts';
import { NamesOfPlayer, Player, PlayerChange } from '../schemas/player.ts';
import { profileOf } from './players.ts';

/** What players are called, and what they were. */
export function nameRoutes(app: FastifyInstance, players: Players): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.patch(
    '/v1/me',
    {
      config: {
        access: 'player',
        problems: [
          'invalid-request',
          'invalid-json',
          'unauthorized',
          'name-taken',
          'renamed-too-often',
          'body-too-large',
          'unsupported-media-type',
        ],
      },
      schema: {
        operationId: 'changeMe',
        summary: 'Take another name',
        description:
          'The same rules hold as for registering; three times in thirty days. The name that you give up is kept for you for 180 ' +
          'days, and nobody else gets it meanwhile. Profile, lists, ratings and new games show the new name at once (other ' +
          'servers of the house within a second). A seat or an entry in a competition keeps the name under which it was taken, ' +
          'to the end and in its transcript. `getNames` shows everybody what you were called.',
        tags: ['players'],
        body: Ref(PlayerChange),
        response: { 200: { description: 'You, under the new name.', ...Ref(Player) } },
      },
    },
    async (request, reply) => {
      const named = nameFrom(request.body.name);
      if ('fault' in named) {
        const errors = [{ pointer: '/name', message: named.fault }];
        return sendProblem(request, reply, 'invalid-request', { detail: `The name ${named.fault}.`, errors });
      }
      const changed = await players.names.change(request.player, named.name);
      if ('player' in changed) return profileOf(changed.player);
      if ('freeName' in changed) {
        const { freeName: suggestion } = changed;
        const detail = `Somebody has the name ${JSON.stringify(named.name)}, or one that looks like it.`;
        return sendProblem(request, reply, 'name-taken', { detail, suggestion });
      }
      const detail = `You can change it again from ${changed.nextAt.toISOString()} on.`;
      return sendProblem(request, reply, 'renamed-too-often', { detail });
    },
  );

  routes.get(
    '/v1/players/:playerId/names',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized', 'player-not-found'],
      },
      schema: {
        operationId: 'getNames',
        summary: 'What was this player called?',
        description:
          'All names that a player has had, and from when until when, so that whoever finds one in a game of then knows who it was.',
        tags: ['players'],
        params: Type.Object({ playerId: Type.String({ format: 'uuid', description: 'The id of the player.' }) }),
        response: { 200: { description: 'The names, the present one last.', ...Ref(NamesOfPlayer) } },
      },
    },
    async (request, reply) => {
      const { playerId } = request.params;
      const player = await players.get(playerId);
      if (player === null) {
        return sendProblem(request, reply, 'player-not-found', { detail: `There is no player ${playerId}.` });
      }
      const former = await players.names.former(player);
      const present = { name: player.name, since: former.at(-1)?.until ?? player.createdAt, until: null };
      const names = [...former, present].map(({ name, since, until }) => {
        return { name, since: since.toISOString(), until: until?.toISOString() ?? null };
      });
      return { names };
    },
  );
}
