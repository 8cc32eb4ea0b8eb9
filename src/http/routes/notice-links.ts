import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import type { NoticeChannels } from '../../notices/notice-channels.ts';
import type { Players } from '../../players/players.ts';
import type { FoundLink } from '../../players/turn-tokens.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Confirmation, OpenedTurn } from '../schemas/notice-channel.ts';
import { NeedlessKeyHeaders, STRONG_KEY_PROBLEMS, StrongKeyHeaders } from '../server/idempotency-key.ts';

const Params = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'What stands in the links of each mail.' }),
});
/** As which mail programs send what a reader's one click means (RFC 8058). */
const ONE_CLICK = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** What links in mails are spent by: who has the mail needs no token. All of it is done by POST, since scanners open links. */
export function noticeLinkRoutes(
  app: FastifyInstance,
  notices: NoticeChannels,
  { players, gameService }: { players: Players; gameService: GameService },
): void {
  confirmationRoute(app, notices);
  turnRoute(app, players, gameService);
  app.register(async (scope) => {
    scope.addContentTypeParser(ONE_CLICK, { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
    unsubscriptionRoute(scope, notices);
  });
}

function confirmationRoute(app: FastifyInstance, notices: NoticeChannels): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/notices/confirmations',
    {
      config: {
        access: 'anyone',
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'notice-link-spent'],
      },
      schema: {
        operationId: 'confirmNoticeChannel',
        summary: 'Say that an address is yours',
        description: 'Spends the token of the mail that asks for it: each is good once, and for a day.',
        tags: ['notices'],
        headers: StrongKeyHeaders,
        body: Ref(Confirmation),
        response: { 204: { description: 'Notices are mailed from now on.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const confirmed = await notices.mail.confirm(request.body.token, request.idempotent);
      return confirmed.ok ? reply.code(204).send() : sendRefusal(request, reply, confirmed.refusal);
    },
  );
}

/** Opens a game for who has the mail: a token for the decision that the mail told of, as long as it is open. */
function turnRoute(app: FastifyInstance, players: Players, gameService: GameService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/notices/turns',
    {
      config: {
        access: 'anyone',
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'notice-link-spent'],
      },
      schema: {
        operationId: 'openTurn',
        summary: 'Open a game by the link of a mail',
        description:
          'Spends the token of a mail that tells you of your turn: it is good once, for a day, and while that decision is open. ' +
          'What it gives reads that one game as its player, and acts in that one decision: `submitAction` with `expectedVersion`, ' +
          'or `If-Match`. Everything else is refused.',
        tags: ['notices'],
        headers: StrongKeyHeaders,
        body: Ref(Confirmation),
        response: { 200: { description: 'The token and what it is for.', ...Ref(OpenedTurn) } },
      },
    },
    async (request, reply) => {
      const { token: link } = request.body;
      const opened = await players.turns.spend(link, request.idempotent, (found) => openSince(gameService, found));
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const { secret: token, player, expiresAt, ...turn } = opened.value;
      reply.header('cache-control', 'no-store');
      return { token, player: { id: player.id, name: player.name }, ...turn, expiresAt: expiresAt.toISOString() };
    },
  );
}

/** The version at which the decision opened that a link is for; null: it is open no more. */
async function openSince(
  gameService: GameService,
  { player, gameId, seat, version }: FoundLink,
): Promise<number | null> {
  const found = await gameService.gameReader.seatAt(player, gameId, seat);
  if (!found.ok || found.value.game.status !== 'playing') return null;
  const decision = found.value.game.decisions.find((open) => open.seat === seat && open.since <= version);
  return decision?.since ?? null;
}

function unsubscriptionRoute(app: FastifyInstance, notices: NoticeChannels): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/notices/unsubscriptions/:token',
    {
      config: {
        access: 'anyone',
        problems: [...BODY_PROBLEMS, 'notice-link-spent'],
      },
      schema: {
        operationId: 'unsubscribeNoticeChannel',
        summary: 'End all mail to an address',
        description:
          'What the header `List-Unsubscribe` of each mail names: mail programs send it when their user wants no more (RFC 8058). ' +
          'Doing it again changes nothing. The player may turn the address on again. Needs no body.',
        tags: ['notices'],
        params: Params,
        headers: NeedlessKeyHeaders,
        response: { 204: { description: 'No more is mailed.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const ended = await notices.mail.unsubscribe(request.params.token);
      return ended.ok ? reply.code(204).send() : sendRefusal(request, reply, ended.refusal);
    },
  );
}
