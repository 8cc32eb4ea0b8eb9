import { type Static, Type } from '@sinclair/typebox';
import { abortCompetition, startCompetition } from '../../competitions/commands/commands.ts';
import type { Changed } from '../../competitions/competitions.ts';
import { CompetitionEstimate, NewCompetitionEstimate } from '../../competitions/estimates/estimate.ts';
import { estimateOf } from '../../competitions/estimates/estimates.ts';
import type { Competition as FoldedCompetition } from '../../competitions/model/competition.ts';
import { entryOf } from '../../competitions/model/competition.ts';
import { Competition, CompetitionList, CompetitionStatus } from '../../competitions/model/competition-shapes.ts';
import { CompetitionAbort, Format, NewCompetition } from '../../competitions/model/settings.ts';
import { competitionView } from '../../competitions/queries/competition-view.ts';
import { PLAYER_ASKED } from '../../patterns.ts';
import { HEAD_CHARACTERS, knownBy } from '../answers/bodies.ts';
import { type Asked, waitForNews } from '../server/open-answers.ts';
import { bodyOf, get, post, resource, whenDone } from '../server/operation.ts';
import { limitAsked, UNKNOWN_ME, versionAsked, WaitQuery } from '../server/parameters.ts';
import { READING, unlessSeen } from './competition-reads.ts';

const PAGE = 20;
/** The cost in the rate limit, counted in calls (docs/configuration.md). For each new kind of game, an estimate plays
 * sample games, but only once. */
const ESTIMATE_COST = 2;

const SETTINGS = ['unknown-ruleset', 'invalid-options', 'invalid-seats', 'unknown-policy', 'invalid-schedule'] as const;

const LIST_ASKED = {
  status: Type.Unsafe<Static<typeof CompetitionStatus>>({
    ...CompetitionStatus,
    description: `Only competitions with this status. ${CompetitionStatus.description}`,
  }),
  ruleset: Type.String({ description: 'Only competitions of this ruleset.' }),
  format: Type.Unsafe<Static<typeof Format>>({
    ...Format,
    description: `Only competitions of this format. ${Format.description}`,
  }),
  entrant: Type.String({
    pattern: PLAYER_ASKED,
    description: 'Only competitions that this player has entered: an id, or `me`.',
  }),
  cursor: Type.String({ format: 'uuid', description: '`next` of the previous page.' }),
  ...limitAsked(100, PAGE, 'Competitions a page, at most.'),
};

const STATE_ASKED = {
  after: versionAsked(
    0,
    'With `wait`: the response is sent once the version is higher than this, or lower because the database ' +
      'was restored, or the competition is complete.',
  ),
  wait: WaitQuery,
};

const shownTo =
  ({ id }: { id: string }) =>
  ({ competition }: Changed) =>
    competitionView(competition, id);

export const competitionOperations = resource('competitions', (services) => {
  const { catalogue, competitions, competitionReader, gameService, trials } = services;
  return [
    post('/v1/competitions', {
      id: 'createCompetition',
      summary: 'Create a competition',
      about:
        'Creates a competition open for entries, with you as organizer; enter it yourself if you want to play. The ' +
        'server pairs, deals, keeps the clocks and counts. Entrants learn of their turns by `listTurns`, a stream ' +
        'or a webhook. Omitted fields have defaults. A player may create 12 competitions in 24 hours, unless the ' +
        'operator sets another number.',
      body: NewCompetition,
      answers: Competition,
      status: 201,
      refuses: [...SETTINGS, 'cap-reached', 'log-damaged'],
      at: ({ id }) => `/v1/competitions/${id}`,
      handle: async ({ player, body, idempotent }, reply) =>
        whenDone(await competitions.create(player, body, idempotent), ({ competition }) => {
          reply.header('etag', viewEtag(competition, player.id));
          return competitionView(competition, player.id);
        }),
    }),

    get('/v1/competitions', {
      id: 'listCompetitions',
      summary: 'List competitions',
      about:
        'Returns public competitions and, with a token, those that you organize or have entered; newest first. ' +
        '`?status=open` returns those that accept entries, `?entrant=me` those that you have entered.',
      access: 'anyone',
      query: LIST_ASKED,
      answers: CompetitionList,
      tagged: 'byText',
      handle: ({ caller, query: { entrant, cursor, limit = PAGE, ...asked } }, reply) => {
        const me = caller?.id ?? null;
        if (me === null && entrant === 'me') return UNKNOWN_ME;
        const by = entrant === 'me' ? (me ?? undefined) : entrant;
        reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, invite-code');
        return competitionReader.list({ ...asked, entrant: by, reader: me, before: cursor, limit });
      },
    }),

    get('/v1/competitions/:competitionId', {
      ...READING,
      id: 'getCompetition',
      summary: 'Read a competition, or wait for a change',
      about:
        'Returns the settings and progress. With `wait`, the response is sent when the version differs from ' +
        '`after`, or from the `ETag` in `If-None-Match`: on an entry, a paired round, a dealt or counted game. A ' +
        'private competition is returned as not found to non-entrants without its `Invite-Code`.',
      query: STATE_ASKED,
      answers: Competition,
      tagged: true,
      handle: async (request, reply) => {
        const { after, wait = 0 } = request.query;
        const { competitionId } = request.params;
        const known = knownBy(after, request.headers['if-none-match']);
        const news = (asked: Asked) => competitionReader.wait(request.reader, competitionId, { known, ...asked });
        if (wait > 0 && (await waitForNews(request, reply, wait, news))) return reply;
        const opened = await competitionReader.open(request.reader, competitionId);
        if (!opened.ok) return opened;
        const playerId = request.caller?.id ?? null;
        const etag = viewEtag(opened.value, playerId);
        return unlessSeen(request, reply, etag, () => competitionView(opened.value, playerId));
      },
    }),

    post('/v1/competitions/:competitionId/start', {
      id: 'startCompetition',
      summary: 'Start a competition',
      about:
        'For the organizer: starts with the present entries. The server pairs the first round and deals its games ' +
        'shortly after this response. Not needed if `startsAt` is set.',
      answers: Competition,
      mayOmitBody: true,
      body: bodyOf({}),
      refuses: ['not-organiser', 'competition-over', 'competition-started', 'too-few-entries'],
      handle: async ({ player, params, idempotent }) =>
        whenDone(
          await competitions.handle(startCompetition(player, params.competitionId, idempotent)),
          shownTo(player),
        ),
    }),

    post('/v1/competitions/:competitionId/abort', {
      id: 'abortCompetition',
      summary: 'End a competition early',
      about:
        'For the organizer: stops pairing and dealing; the status is `aborted` at once. Running games are finished ' +
        'and count. Then the boards and the secret seed are published, and the competition is `complete`.',
      answers: Competition,
      mayOmitBody: true,
      body: CompetitionAbort,
      refuses: ['not-organiser', 'competition-over'],
      handle: async ({ player, params, body, idempotent }) => {
        const abort = abortCompetition(player, params.competitionId, body.reason ?? null, idempotent);
        return whenDone(await competitions.handle(abort), shownTo(player));
      },
    }),

    post('/v1/competition-estimates', {
      id: 'estimateCompetition',
      summary: 'Estimate the size of a competition',
      about:
        'Estimates a competition without creating it: number of games, duration, and the smallest difference ' +
        'between two entries that its results can show. Accepts and rejects the same body as `createCompetition`. ' +
        '`assumptions` explains the figures. The same request gets the same answer.',
      access: 'anyone',
      key: 'needless',
      config: { cost: ESTIMATE_COST },
      body: NewCompetitionEstimate,
      answers: CompetitionEstimate,
      refuses: SETTINGS,
      costly: true,
      handle: ({ body }) => estimateOf(body, catalogue, trials, gameService.clock.now()),
    }),
  ];
});

/** Returns the `ETag` of a competition's view, which depends on its last hash and on the caller's entry and role. */
function viewEtag(competition: FoldedCompetition, playerId: string | null): string {
  const { version, head, header } = competition;
  const own = entryOf(competition, playerId)?.entry ?? '';
  const organises = playerId !== null && header.createdBy === playerId ? 'o' : '';
  return `"${version}.${head.slice(0, HEAD_CHARACTERS)}.${own}${organises}"`;
}
