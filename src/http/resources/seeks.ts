import { Type } from '@sinclair/typebox';
import { done } from '../../eventlog/result.ts';
import { seekView } from '../../seeks/queries/seek-view.ts';
import { NewSeek, Seek, SeekList, SoughtList } from '../../seeks/seek-shapes.ts';
import { sendList } from '../server/open-answers.ts';
import { get, post, remove, resource, whenDone } from '../server/operation.ts';
import { versionAsked, WaitQuery } from '../server/parameters.ts';

/** Operations on requests for opponents (seeks). A caller sees only the caller's own. */
export const seekOperations = resource('seeks', ({ seeks, gameService: { subscriptions } }) => [
  post('/v1/me/seeks', {
    id: 'createSeek',
    summary: 'Create a seek',
    about:
      'The server matches players who seek the same ruleset, options, seats and clock, and starts rated games ' +
      'with all seats taken. It prefers similar ratings and players whom you have not met lately. If no player ' +
      'is found, bots of fixed strength join, unless you exclude them. Your games appear in `listTurns`; ' +
      '`getSeek` says why you wait. A seek is paused if its player does not act in three games in a row, and ' +
      'expires if it is not read for a day. You may have 16 open seeks, unless the operator sets another number.',
    body: NewSeek,
    answers: Seek,
    status: 201,
    refuses: ['unknown-ruleset', 'invalid-options', 'invalid-seats', 'cap-reached'],
    at: ({ id }) => `/v1/me/seeks/${id}`,
    handle: async ({ player, body, idempotent }) => whenDone(await seeks.create(player, body, idempotent), seekView),
  }),

  get('/v1/me/seeks', {
    id: 'listMySeeks',
    summary: 'List your seeks',
    about: 'Returns your open seeks and those that ended within seven days.',
    answers: SeekList,
    handle: async ({ player }) => ({ seeks: (await seeks.of(player)).map(seekView) }),
  }),

  get('/v1/me/seeks/:seekId', {
    id: 'getSeek',
    summary: 'Read a seek, or wait for a change',
    about:
      'Returns the progress of your seek, its running games, and why it waits. With `wait`, the response is sent ' +
      'when the version differs from `after`, or from the `ETag` in `If-None-Match`.',
    query: {
      after: versionAsked(
        0,
        'With `wait`: the response is sent once the version differs from this, or the seek is no longer open.',
      ),
      wait: WaitQuery,
    },
    tagged: true,
    answers: Seek,
    handle: (request, reply) => {
      const { player, params } = request;
      const { after, wait = 0 } = request.query;
      const read = async () =>
        whenDone(await seeks.get(player, params.seekId), (seek) => {
          const { version, status } = seek;
          const hasNews = version !== after || status !== 'open';
          return done({ list: seekView(seek), known: { version, head: null }, hasNews });
        });
      return sendList(request, reply, { wait, watch: () => subscriptions.watch(params.seekId), read });
    },
  }),

  remove('/v1/me/seeks/:seekId', {
    id: 'cancelSeek',
    summary: 'Cancel a seek',
    about:
      'The seek starts no more games. Running games continue; leaving one loses it. A seek that has ended stays ' +
      'unchanged.',
    answers: Seek,
    handle: async ({ player, params }) => whenDone(await seeks.cancel(player, params.seekId), seekView),
  }),

  get('/v1/seeks', {
    id: 'listSeeks',
    summary: 'List open seeks by kind',
    about:
      'Returns what players seek now, and how many: create the same seek to be paired with them. Names are ' +
      'hidden, so players cannot choose their opponents.',
    access: 'anyone',
    query: { ruleset: Type.String({ description: 'Only seeks of this ruleset.' }) },
    answers: SoughtList,
    handle: async ({ query }) => whenDone(await seeks.sought(query.ruleset ?? null), (sought) => ({ sought })),
  }),
]);
