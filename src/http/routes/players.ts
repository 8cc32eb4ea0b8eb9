import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import { nameFrom } from '../../players/name.ts';
import type { Player as PlayerOfHouse, Players } from '../../players/players.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { NewPlayer, Player, PlayerWithToken, Recovery } from '../schemas/player.ts';
import { STRONG_KEY_PROBLEMS, StrongKeyHeaders } from '../server/idempotency-key.ts';

/** Registering, and who is who. */
export function playerRoutes(app: FastifyInstance, players: Players): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/v1/players',
    {
      config: {
        access: 'anyone',
        registers: true,
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'name-taken'],
      },
      schema: {
        operationId: 'createPlayer',
        summary: 'Register',
        description:
          'Makes a player, a token that speaks for them and a code that brings them back when it is lost. Both are shown in this ' +
          'answer and never again: keep them secret, and apart. ' +
          'A name that looks like somebody’s gets 409 `name-taken`, with a free one as `suggestion`. The name of an account that ' +
          'was registered a month ago, has been at no table and has had no new token since is free again: whoever takes it, ' +
          'the older account gets a number after its own.',
        tags: ['players'],
        security: [{}],
        headers: StrongKeyHeaders,
        body: Ref(NewPlayer),
        response: { 201: { description: 'The player and their token.', ...Ref(PlayerWithToken) } },
      },
    },
    async (request, reply) => {
      const { kind } = request.body;
      const named = nameFrom(request.body.name);
      if ('fault' in named) {
        const errors = [{ pointer: '/name', message: named.fault }];
        return sendProblem(request, reply, 'invalid-request', { detail: `The name ${named.fault}.`, errors });
      }
      const created = await players.create(named.name, kind, request.idempotent);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      const { player, ...secrets } = created.value;
      reply.code(201).header('location', `/v1/players/${player.id}`).header('cache-control', 'no-store');
      return { player: profileOf(player), ...secrets };
    },
  );

  routes.post(
    '/v1/players/recovery',
    {
      config: {
        access: 'anyone',
        registers: true,
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'recovery-refused'],
      },
      schema: {
        operationId: 'recoverPlayer',
        summary: 'Come back without a token',
        description:
          'For who has lost their token, or somebody else has it: ends every token of the player, those that only read ' +
          'included, and gives a new one to play with and a new code; the old code ends when the new token is first used. What was opened with ' +
          'an ended token ends within two seconds. Counts as a registration in the limits.',
        tags: ['players'],
        security: [{}],
        headers: StrongKeyHeaders,
        body: Ref(Recovery),
        response: { 200: { description: 'The player, their new token and their new code.', ...Ref(PlayerWithToken) } },
      },
    },
    async (request, reply) => {
      const { player: who, recoveryCode: code } = request.body;
      const recovered = await players.recover(who.toWellFormed(), code, request.idempotent);
      if (!recovered.ok) return sendRefusal(request, reply, recovered.refusal);
      const { player, ...secrets } = recovered.value;
      reply.header('cache-control', 'no-store');
      return { player: profileOf(player), ...secrets };
    },
  );

  routes.get(
    '/v1/me',
    {
      config: {
        access: 'player',
        readable: true,
        problems: ['unauthorized'],
      },
      schema: {
        operationId: 'getMe',
        summary: 'Who am I?',
        description: 'The player whom the token speaks for.',
        tags: ['players'],
        response: { 200: { description: 'You.', ...Ref(Player) } },
      },
    },
    async (request) => profileOf(request.player),
  );

  routes.get(
    '/v1/players/:playerId',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized', 'player-not-found'],
      },
      schema: {
        operationId: 'getPlayer',
        summary: 'Who is this?',
        description: 'A player as everyone may see them.',
        tags: ['players'],
        params: Type.Object({ playerId: Type.String({ format: 'uuid', description: 'The id of the player.' }) }),
        response: { 200: { description: 'The player.', ...Ref(Player) } },
      },
    },
    async (request, reply) => {
      const player = await players.get(request.params.playerId);
      if (player !== null) return profileOf(player);
      return sendProblem(request, reply, 'player-not-found', {
        detail: `There is no player ${request.params.playerId}.`,
      });
    },
  );
}

/** A player as everyone may see them. */
export function profileOf({ id, name, kind, createdAt }: PlayerOfHouse): Static<typeof Player> {
  return { id, name, kind, createdAt: createdAt.toISOString() };
}
