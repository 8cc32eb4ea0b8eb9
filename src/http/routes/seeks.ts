import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { NewSeek as Asked } from '../../seeks/commands/new-seek.ts';
import { seekView } from '../../seeks/queries/seek-view.ts';
import type { Seeks } from '../../seeks/seeks.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendRefusal } from '../problems/problem.ts';
import { NewSeek, Seek, SeekList, SoughtList } from '../schemas/seek.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { LAST_VERSION, WaitAsked } from '../server/parameters.ts';
import { ETAG, IF_NONE_MATCH, NOT_MODIFIED } from './competition-parameters.ts';

const Params = Type.Object({ seekId: Type.String({ format: 'uuid', description: 'The id of the seek.' }) });
const OWN = { tags: ['seeks'] };

const WaitQuery = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LAST_VERSION,
        description: 'With `wait`: answers as soon as the version is another than this, or the seek is no longer open.',
      }),
    ),
    wait: Type.Optional(WaitAsked),
  },
  { additionalProperties: false },
);

/** The ladder: seeking games, and seeing what others seek. Other people's seeks do not exist for a caller. */
export function seekRoutes(app: FastifyInstance, seeks: Seeks): void {
  createRoute(app, seeks);
  listOwnRoute(app, seeks);
  readRoute(app, seeks);
  cancelRoute(app, seeks);
  listRoute(app, seeks);
}

function createRoute(app: FastifyInstance, seeks: Seeks): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/me/seeks',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'unknown-ruleset',
          'invalid-options',
          'invalid-seats',
          'cap-reached',
        ],
      },
      schema: {
        ...OWN,
        operationId: 'createSeek',
        summary: 'Seek rated games',
        description:
          'The house finds opponents among all who seek the same ruleset, options, seats and clock, and begins rated games with all ' +
          'seats taken: about your rating, and not whom you met lately while there is somebody else. Where nobody comes, bots of the ' +
          'house of fixed strength do, unless you ask for players alone. Your games come in `listTurns` as all others do; `getSeek` ' +
          'says why you wait. A seek whose player never acts in three games in a row is paused, and one that nobody looks at for a ' +
          'day expires. You may have 16 open ones, unless the house has set another number.',
        headers: KeyHeaders,
        body: Ref(NewSeek),
        response: { 201: { description: 'The new seek.', ...Ref(Seek) } },
      },
    },
    async (request, reply) => {
      const { player, body, idempotent } = request;
      const { ratingWithin, ...asked } = body;
      const created = await seeks.create(
        player,
        { ...asked, ratingWithin: ratingWithin ?? undefined } as Asked,
        idempotent,
      );
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      reply.code(201).header('location', `/v1/me/seeks/${created.value.id}`);
      return seekView(created.value) as Static<typeof Seek>;
    },
  );
}

function listOwnRoute(app: FastifyInstance, seeks: Seeks): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/me/seeks',
    {
      config: {
        access: 'player',
        problems: ['unauthorized'],
      },
      schema: {
        ...OWN,
        operationId: 'listMySeeks',
        summary: 'List your seeks',
        description: 'Your open seeks, and those that have ended within seven days.',
        response: { 200: { description: 'Your seeks.', ...Ref(SeekList) } },
      },
    },
    async (request) => ({ seeks: (await seeks.of(request.player)).map(seekView) as Static<typeof Seek>[] }),
  );
}

function readRoute(app: FastifyInstance, seeks: Seeks): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/me/seeks/:seekId',
    {
      config: {
        access: 'player',
        problems: ['invalid-request', 'unauthorized', 'seek-not-found', 'too-many-waiting', 'stopping'],
      },
      schema: {
        ...OWN,
        operationId: 'getSeek',
        summary: 'Read a seek, or wait for news of it',
        description:
          'How far a seek of yours is, which games are under way, and why it waits. With `wait` the answer comes when it is at another ' +
          'version than `after`, or than that of the `ETag` in `If-None-Match`.',
        params: Params,
        querystring: WaitQuery,
        headers: Type.Object(IF_NONE_MATCH),
        response: { 200: { description: 'The seek.', ...ETAG, ...Ref(Seek) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { after, wait = 0 } = request.query;
      const { seekId } = request.params;
      const read = async () => {
        const found = await seeks.get(request.player, seekId);
        if (!found.ok) return found;
        const { value: seek } = found;
        const { version } = seek;
        const text = JSON.stringify(seekView(seek));
        const hasNews = version !== after || seek.status !== 'open';
        return { ok: true as const, value: { text, etag: listEtag(text), known: { version, head: null }, hasNews } };
      };
      return sendList(request, reply, { wait, watch: () => seeks.watch(seekId), read });
    },
  );
}

function cancelRoute(app: FastifyInstance, seeks: Seeks): void {
  app.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/v1/me/seeks/:seekId',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, 'seek-not-found'],
      },
      schema: {
        ...OWN,
        operationId: 'cancelSeek',
        summary: 'Cancel a seek',
        description:
          'No further game begins by it. Games under way go on: leaving one is losing it. One that has ended stays as it is.',
        params: Params,
        response: { 200: { description: 'The seek as it is now.', ...Ref(Seek) } },
      },
    },
    async (request, reply) => {
      const cancelled = await seeks.cancel(request.player, request.params.seekId);
      if (!cancelled.ok) return sendRefusal(request, reply, cancelled.refusal);
      return seekView(cancelled.value) as Static<typeof Seek>;
    },
  );
}

function listRoute(app: FastifyInstance, seeks: Seeks): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/seeks',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized'],
      },
      schema: {
        operationId: 'listSeeks',
        summary: 'List what is sought',
        description:
          'What is sought now, and by how many: seek the same and you are paired with them. Who they are is not said, so that nobody ' +
          'chooses whom they meet.',
        tags: ['seeks'],
        querystring: Type.Object(
          { ruleset: Type.Optional(Type.String({ description: 'Only what is sought of this ruleset.' })) },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'What is sought.', ...Ref(SoughtList) } },
      },
    },
    async (request, reply) => {
      const found = await seeks.sought(request.query.ruleset ?? null);
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      return { sought: found.value as Static<typeof SoughtList>['sought'] };
    },
  );
}
