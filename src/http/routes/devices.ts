import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Players } from '../../players/players.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendUnauthorized, tokenOf } from '../hooks/caller.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { Device, DeviceCode, EndedTokens, NewDevice, TokenChange } from '../schemas/device.ts';
import { Token } from '../schemas/token.ts';
import { STRONG_KEY_PROBLEMS, StrongKeyHeaders } from '../server/idempotency-key.ts';
import { profileOf } from './players.ts';
import { shownTo } from './tokens.ts';

const ENDED = 'This token has just been ended by another call.';

/** The devices of a player: letting one more in, what they are called, and signing out everywhere else. */
export function deviceRoutes(app: FastifyInstance, players: Players): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/v1/me/device-codes',
    {
      config: {
        access: 'player',
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS],
      },
      schema: {
        operationId: 'createDeviceCode',
        summary: 'Get a code for another device',
        description:
          'Type it on the other device (`addDevice`), which then plays as you with a token of its own. It is good for once and for ' +
          'ten minutes; another one ends it, and so does the end of the token that you call with.',
        tags: ['players'],
        headers: StrongKeyHeaders,
        response: { 201: { description: 'The code.', ...Ref(DeviceCode) } },
      },
    },
    async (request, reply) => {
      const created = await players.devices.code(tokenOf(request), request.idempotent);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      const { code, expiresAt } = created.value;
      reply.code(201).header('cache-control', 'no-store');
      return { code, expiresAt: expiresAt.toISOString() };
    },
  );

  routes.post(
    '/v1/devices',
    {
      config: {
        access: 'anyone',
        registers: true,
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'device-code-refused', 'too-many-devices'],
      },
      schema: {
        operationId: 'addDevice',
        summary: 'Play on this device too',
        description:
          'Gives this device a token of its own for the player who got the code. It shows in `listTokens` and ends like any other; ' +
          'the recovery code stays the player’s one. Send an `Idempotency-Key`, and an answer that gets lost can be asked for again. ' +
          'Counts as a registration in the limits.',
        tags: ['players'],
        security: [{}],
        headers: StrongKeyHeaders,
        body: Ref(NewDevice),
        response: { 201: { description: 'The player, and the token of this device.', ...Ref(Device) } },
      },
    },
    async (request, reply) => {
      const { code, name } = request.body;
      const added = await players.devices.add(code, name?.toWellFormed() ?? null, request.idempotent);
      if (!added.ok) return sendRefusal(request, reply, added.refusal);
      const { player, token, secret } = added.value;
      reply.code(201).header('cache-control', 'no-store');
      return { player: profileOf(player), token: secret, device: shownTo(token, token) };
    },
  );

  routes.delete(
    '/v1/me/tokens',
    {
      config: {
        access: 'player',
        problems: BODY_PROBLEMS,
      },
      schema: {
        operationId: 'revokeOtherTokens',
        summary: 'Sign out everywhere else',
        description:
          'Ends every token of yours but the one that you call with, those that only read included, and any code for another device. ' +
          'Streams and waiting calls that were opened with them end within two seconds.',
        tags: ['players'],
        response: { 200: { description: 'How many were ended.', ...Ref(EndedTokens) } },
      },
    },
    async (request, reply) => {
      const ended = await players.revokeOthers(tokenOf(request));
      return ended === null ? sendUnauthorized(request, reply, ENDED) : { ended };
    },
  );

  routes.patch(
    '/v1/me/tokens/:tokenId',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, 'token-not-found'],
      },
      schema: {
        operationId: 'changeToken',
        summary: 'Name a token',
        description: 'What you call a device, or what a token that only reads is for. Only you see it.',
        tags: ['players'],
        params: Type.Object({ tokenId: Type.String({ format: 'uuid', description: 'The id of the token.' }) }),
        body: Ref(TokenChange),
        response: { 200: { description: 'The token.', ...Ref(Token) } },
      },
    },
    async (request, reply) => {
      const { tokenId } = request.params;
      const name = request.body.name?.toWellFormed() ?? null;
      const token = await players.renameToken(request.player, tokenId, name);
      if (token !== null) return shownTo(tokenOf(request), token);
      return sendProblem(request, reply, 'token-not-found', { detail: `You have no token ${tokenId}.` });
    },
  );
}
