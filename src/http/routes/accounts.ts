import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendProblem } from '../problems/problem.ts';

/** What players do with all that is theirs: taking it along, and leaving for good. */
export function accountRoutes(app: FastifyInstance, accounts: Accounts): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/me/export',
    {
      config: { access: 'player', problems: ['unauthorized'] },
      schema: {
        operationId: 'exportMe',
        summary: 'Take along all that is yours',
        description:
          'A ZIP archive of JSON files, made while it is sent: your profile and names, tokens, webhooks and notice channels without their secrets, ' +
          'calendar and vacations, what you said and reported, whom you avoid, seeks, record and ratings, competitions, and of every game of yours what you see of it, with plans, transcript and analysis ' +
          'where there are. Of others it holds what you may see of them anyway. It waits for its turn among costly reads of your address.',
        tags: ['players'],
        response: {
          200: {
            description: 'The archive.',
            content: {
              'application/zip': {
                schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary', description: 'ZIP.' }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const pieces = accounts.exportOf(request.player);
      const first = await inTurn(request, () => pieces.next());
      const rest = async function* () {
        for (let next = first; next.done !== true; next = await inTurn(request, () => pieces.next())) yield next.value;
      };
      reply.type('application/zip').header('cache-control', 'no-store');
      reply.header('content-disposition', `attachment; filename="croupier-${request.player.id}.zip"`);
      return reply.send(Readable.from(rest(), { objectMode: false }));
    },
  );

  routes.delete(
    '/v1/me',
    {
      config: {
        access: 'player',
        registers: true,
        problems: [
          'invalid-request',
          'invalid-json',
          'unauthorized',
          'recovery-refused',
          'body-too-large',
          'unsupported-media-type',
        ],
      },
      schema: {
        operationId: 'deleteMe',
        summary: 'Delete your account, for good',
        description:
          'Takes your recovery code beside your token, so that nobody does it with a stolen one. With the answer your tokens, devices, ' +
          'webhooks and former names are gone, and your name shows as `deleted`. Within a minute or so (longer after thousands of ' +
          'games) your running games are resigned, open ones closed, seeks and competition entries withdrawn, and your name is ' +
          'taken out of every log. Games stay under your id, with their heads, so that others can still verify them. Nothing ' +
          'brings you back; the name is free for anybody. Counts as a registration in the limits.',
        tags: ['players'],
        headers: Type.Object({
          'recovery-code': Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'Your newest recovery code, without which nothing is deleted.',
            }),
          ),
        }),
        response: { 204: { description: 'The account is deleted.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const { 'recovery-code': code } = request.headers;
      if (code === undefined) {
        const errors = [{ pointer: '/headers/recovery-code', message: 'is missing' }];
        const detail = 'The header Recovery-Code is missing: it confirms that the account is yours.';
        return sendProblem(request, reply, 'invalid-request', { detail, errors });
      }
      switch (await accounts.delete(request.player, code)) {
        case 'closed':
          return reply.code(204).send();
        case 'refused':
          return sendProblem(request, reply, 'recovery-refused');
        case 'gone':
          return sendUnauthorized(request, reply, 'This account has just been deleted by another call.');
      }
    },
  );
}
