import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Players, Token as TokenOfPlayer } from '../../players/players.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { tokenOf } from '../hooks/caller.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { NewReadToken, type Token, TokenList, TokenWithSecret } from '../schemas/token.ts';
import { STRONG_KEY_PROBLEMS, StrongKeyHeaders } from '../server/idempotency-key.ts';

/** The tokens of a player: changing the one that they call with, others that only read, and what there are. */
export function tokenRoutes(app: FastifyInstance, players: Players): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/v1/me/token',
    {
      config: {
        access: 'player',
        strongKey: 'after-end',
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS],
      },
      schema: {
        operationId: 'rotateToken',
        summary: 'Change your token',
        description:
          'Makes a new secret for the token that you call with. From this answer on the old one is unknown here, and ' +
          'within a second on every other server of this house; streams and waiting calls that were opened with it end ' +
          'within two. Send an `Idempotency-Key`: an answer that gets lost can then be asked for again with the old token, and with it ' +
          'alone. Your other tokens stay as they are.',
        tags: ['players'],
        headers: StrongKeyHeaders,
        response: { 200: { description: 'The token and its new secret.', ...Ref(TokenWithSecret) } },
      },
    },
    async (request, reply) => {
      const rotated = await players.rotate(request.token, request.idempotent);
      if (!rotated.ok) return sendRefusal(request, reply, rotated.refusal);
      const { token, secret } = rotated.value;
      reply.header('cache-control', 'no-store');
      return { ...shownTo(token, token), token: secret };
    },
  );

  routes.post(
    '/v1/me/read-tokens',
    {
      config: {
        access: 'player',
        optionalBody: true,
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'too-many-tokens'],
      },
      schema: {
        operationId: 'createReadToken',
        summary: 'Make a token that only reads',
        description:
          'Makes a token for boards and displays. It changes nothing and reads games, lists and records, as you see them; your ' +
          'messages, plans, calendar, blocks, channels, tokens and export stay closed to it. It is shown in this answer and never ' +
          'again. `revokeToken` ends it.',
        tags: ['players'],
        headers: StrongKeyHeaders,
        body: Ref(NewReadToken),
        response: { 201: { description: 'The token and its secret.', ...Ref(TokenWithSecret) } },
      },
    },
    async (request, reply) => {
      const name = request.body.name?.toWellFormed() ?? null;
      const created = await players.createReadToken(tokenOf(request), name, request.idempotent);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      const { token, secret } = created.value;
      reply.code(201).header('cache-control', 'no-store');
      return { ...shownTo(tokenOf(request), token), token: secret };
    },
  );

  routes.get(
    '/v1/me/tokens',
    {
      config: {
        access: 'player',
        problems: ['unauthorized'],
      },
      schema: {
        operationId: 'listTokens',
        summary: 'List your tokens',
        description: 'Every token that speaks for you, without its secret.',
        tags: ['players'],
        response: { 200: { description: 'Your tokens.', ...Ref(TokenList) } },
      },
    },
    async (request) => ({
      tokens: (await players.tokens(request.player)).map((token) => shownTo(tokenOf(request), token)),
    }),
  );

  routes.delete(
    '/v1/me/tokens/:tokenId',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, 'token-not-found', 'token-needed'],
      },
      schema: {
        operationId: 'revokeToken',
        summary: 'End another token',
        description:
          'From this answer on the token is unknown here, and within a second on every other server of this house; streams ' +
          'and waiting calls that were opened with it end within two. The token that you call with cannot be ended, only changed with `rotateToken`, ' +
          'or ended from another device.',
        tags: ['players'],
        params: Type.Object({ tokenId: Type.String({ format: 'uuid', description: 'The id of the token.' }) }),
        response: { 204: { description: 'It is revoked.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const { tokenId } = request.params;
      switch (await players.revoke(tokenOf(request), tokenId)) {
        case 'revoked':
          return reply.code(204).send();
        case 'own':
          return sendProblem(request, reply, 'token-needed');
        case 'unknown':
          return sendProblem(request, reply, 'token-not-found', { detail: `You have no token ${tokenId}.` });
      }
    },
  );
}

/** A token as its player sees it who calls with one of theirs. */
export function shownTo(
  caller: TokenOfPlayer,
  { id, scope, name, createdAt, lastUsedOn }: TokenOfPlayer,
): Static<typeof Token> {
  return { id, scope, name, createdAt: createdAt.toISOString(), lastUsedOn, current: id === caller.id };
}
