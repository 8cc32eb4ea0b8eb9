import { Type } from '@sinclair/typebox';
import { seekView } from '../../seeks/queries/seek-view.ts';
import { NewSeek, Seek, SeekList, SoughtList } from '../../seeks/seek-shapes.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { get, post, remove, resource, whenDone } from '../server/operation.ts';
import { LAST_VERSION, WaitAsked } from '../server/parameters.ts';

/** A caller sees only their own seeks. */
export const seekOperations = resource('seeks', ({ seeks, gameService: { subscriptions } }) => [
  post('/v1/me/seeks', {
    id: 'createSeek',
    summary: 'Seek rated games',
    about:
      'The house finds opponents among all who seek the same ruleset, options, seats and clock, and begins rated games with all ' +
      'seats taken: about your rating, and not whom you met lately while there is somebody else. Where nobody comes, bots of the ' +
      'house of fixed strength do, unless you ask for players alone. Your games come in `listTurns` as all others do; `getSeek` ' +
      'says why you wait. A seek whose player never acts in three games in a row is paused, and one that nobody looks at for a ' +
      'day expires. You may have 16 open ones, unless the house has set another number.',
    access: 'player',
    key: 'plain',
    body: NewSeek,
    answers: Seek,
    status: 201,
    refuses: ['unknown-ruleset', 'invalid-options', 'invalid-seats', 'cap-reached'],
    handle: async ({ player, body, idempotent }, reply) =>
      whenDone(await seeks.create(player, body, idempotent), (seek) => {
        reply.header('location', `/v1/me/seeks/${seek.id}`);
        return seekView(seek);
      }),
  }),

  get('/v1/me/seeks', {
    id: 'listMySeeks',
    summary: 'List your seeks',
    about: 'Your open seeks, and those that have ended within seven days.',
    access: 'player',
    answers: SeekList,
    handle: async ({ player }) => ({ seeks: (await seeks.of(player)).map(seekView) }),
  }),

  get('/v1/me/seeks/:seekId', {
    id: 'getSeek',
    summary: 'Read a seek, or wait for news of it',
    about:
      'How far a seek of yours is, which games are under way, and why it waits. With `wait` the answer comes when it is at another ' +
      'version than `after`, or than that of the `ETag` in `If-None-Match`.',
    access: 'player',
    query: {
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: LAST_VERSION,
          description:
            'With `wait`: answers as soon as the version is another than this, or the seek is no longer open.',
        }),
      ),
      wait: Type.Optional(WaitAsked),
    },
    tagged: true,
    answers: Seek,
    refuses: ['too-many-waiting', 'stopping'],
    handle: (request, reply) => {
      const { player, params } = request;
      const { after, wait = 0 } = request.query;
      const read = async () =>
        whenDone(await seeks.get(player, params.seekId), (seek) => {
          const { version } = seek;
          const text = JSON.stringify(seekView(seek));
          const hasNews = version !== after || seek.status !== 'open';
          return { ok: true as const, value: { text, etag: listEtag(text), known: { version, head: null }, hasNews } };
        });
      return sendList(request, reply, { wait, watch: () => subscriptions.watch(params.seekId), read });
    },
  }),

  remove('/v1/me/seeks/:seekId', {
    id: 'cancelSeek',
    summary: 'Cancel a seek',
    about:
      'No further game begins by it. Games under way go on: leaving one is losing it. One that has ended stays as it is.',
    access: 'player',
    answers: Seek,
    handle: async ({ player, params }) => whenDone(await seeks.cancel(player, params.seekId), seekView),
  }),

  get('/v1/seeks', {
    id: 'listSeeks',
    summary: 'List what is sought',
    about:
      'What is sought now, and by how many: seek the same and you are paired with them. Who they are is not said, so that nobody ' +
      'chooses whom they meet.',
    access: 'anyone',
    query: { ruleset: Type.Optional(Type.String({ description: 'Only what is sought of this ruleset.' })) },
    answers: SoughtList,
    handle: async ({ query }) => whenDone(await seeks.sought(query.ruleset ?? null), (sought) => ({ sought })),
  }),
]);
