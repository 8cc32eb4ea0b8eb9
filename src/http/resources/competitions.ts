import { type Static, Type } from '@sinclair/typebox';
import { abortCompetition, startCompetition } from '../../competitions/commands/commands.ts';
import { CompetitionEstimate, NewCompetitionEstimate } from '../../competitions/estimates/estimate.ts';
import type { Competition as FoldedCompetition } from '../../competitions/model/competition.ts';
import { entryOf } from '../../competitions/model/competition.ts';
import { Competition, CompetitionList, CompetitionStatus } from '../../competitions/model/competition-shapes.ts';
import { CompetitionAbort, Format, NewCompetition } from '../../competitions/model/settings.ts';
import { competitionView } from '../../competitions/queries/competition-view.ts';
import { PLAYER_ASKED } from '../../patterns.ts';
import { HEAD_CHARACTERS, JSON_TYPE, knownBy } from '../answers/bodies.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { listEtag } from '../server/list-answer.ts';
import { type Asked, waitForNews } from '../server/open-answers.ts';
import { bodyOf, get, post, resource, whenDone } from '../server/operation.ts';
import { LAST_VERSION, limitAsked, WaitAsked } from '../server/parameters.ts';
import { READING, unlessSeen } from './competition-reads.ts';

const PAGE = 20;
/** Plays some games of each kind once. Rate-limit cost in calls: see docs/configuration.md. */
const ESTIMATE_COST = 2;

const LIST_ASKED = {
  status: Type.Optional(
    Type.Unsafe<Static<typeof CompetitionStatus>>({
      ...CompetitionStatus,
      description: `Only such competitions. ${CompetitionStatus.description}`,
    }),
  ),
  ruleset: Type.Optional(Type.String({ description: 'Only competitions in which this ruleset is played.' })),
  format: Type.Optional(
    Type.Unsafe<Static<typeof Format>>({ ...Format, description: `Only such competitions. ${Format.description}` }),
  ),
  entrant: Type.Optional(
    Type.String({ pattern: PLAYER_ASKED, description: 'Competitions that this player has entered: an id, or `me`.' }),
  ),
  cursor: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the page before.' })),
  ...limitAsked(100, PAGE, 'Competitions a page, at most.'),
};

const STATE_ASKED = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LAST_VERSION,
      description:
        'With `wait`: answers as soon as the version is higher than this, or lower, since the database was put back, or the ' +
        'competition is complete.',
    }),
  ),
  wait: Type.Optional(WaitAsked),
};

const RUN = { access: 'player', key: 'plain', answers: Competition } as const;

export const competitionOperations = resource('competitions', ({ competitions, competitionReader, estimates }) => [
  post('/v1/competitions', {
    id: 'createCompetition',
    summary: 'Create a competition',
    about:
      'Creates a competition that takes entries, with you as its organiser; enter it yourself if you want to play. The house pairs, ' +
      'deals all games, keeps the clocks and counts. Entrants need nothing but `listTurns`, a stream or a webhook to know where they ' +
      'are to act. What is left out has its default. A player may create twelve within 24 hours, unless the house has set another number.',
    access: 'player',
    key: 'plain',
    body: NewCompetition,
    answers: Competition,
    status: 201,
    refuses: [
      'unknown-ruleset',
      'invalid-options',
      'invalid-seats',
      'unknown-policy',
      'invalid-schedule',
      'cap-reached',
      'log-damaged',
    ],
    handle: async ({ player, body, idempotent }, reply) =>
      whenDone(await competitions.create(player, body, idempotent), ({ competition }) => {
        reply.header('location', `/v1/competitions/${competition.header.id}`);
        reply.header('etag', viewEtag(competition, player.id));
        return competitionView(competition, player.id);
      }),
  }),

  get('/v1/competitions', {
    id: 'listCompetitions',
    summary: 'List competitions',
    about:
      'Public competitions, and with a token also your own and those that you have entered; newest first. `?status=open` are those ' +
      'that take entries, `?entrant=me` those that you have entered.',
    access: 'anyone',
    query: LIST_ASKED,
    answers: CompetitionList,
    tagged: true,
    handle: async (request, reply) => {
      const { entrant, cursor, limit = PAGE, ...asked } = request.query;
      const me = request.caller?.id ?? null;
      if (me === null && entrant === 'me') {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const by = entrant === 'me' ? (me ?? undefined) : entrant;
      const listed = await competitionReader.list({ ...asked, entrant: by, reader: me, before: cursor, limit });
      if (!listed.ok) return listed;
      const text = JSON.stringify(listed.value);
      return unlessSeen(request, reply, listEtag(text), () => reply.type(JSON_TYPE).send(text));
    },
  }),

  get('/v1/competitions/:competitionId', {
    ...READING,
    id: 'getCompetition',
    summary: 'Read a competition, or wait for news of it',
    about:
      'All that was settled, and how far it is. With `wait` the answer comes when the competition is at another version than ' +
      '`after`, or than the one of the `ETag` in `If-None-Match`: when somebody enters, a round is paired, games are dealt or counted. ' +
      'A private competition does not exist for who is no entrant and sends no `Invite-Code`.',
    query: STATE_ASKED,
    answers: Competition,
    tagged: true,
    refuses: ['too-many-waiting', 'stopping'],
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
      'For the organiser: play begins with who is there. The house then pairs the first round and deals its games by itself, which ' +
      'begins a moment after this answer: follow the competition for them. Not needed where `startsAt` is set.',
    ...RUN,
    mayOmitBody: true,
    body: bodyOf({}),
    refuses: ['not-organiser', 'competition-over', 'competition-started', 'too-few-entries'],
    handle: async ({ player, params, idempotent }) => {
      const started = await competitions.handle(startCompetition(player, params.competitionId, idempotent));
      return whenDone(started, ({ competition }) => competitionView(competition, player.id));
    },
  }),

  post('/v1/competitions/:competitionId/abort', {
    id: 'abortCompetition',
    summary: 'End a competition early',
    about:
      'For the organiser: nothing more is paired or dealt, and its status is `aborted` at once. Games under way are played to their ' +
      'end, by their clocks at the latest, and count as ever. Then the boards and the secret seed are opened, and it is `complete`.',
    ...RUN,
    mayOmitBody: true,
    body: CompetitionAbort,
    refuses: ['not-organiser', 'competition-over'],
    handle: async ({ player, params, body, idempotent }) => {
      const aborted = await competitions.handle(
        abortCompetition(player, params.competitionId, body.reason ?? null, idempotent),
      );
      return whenDone(aborted, ({ competition }) => competitionView(competition, player.id));
    },
  }),

  post('/v1/competition-estimates', {
    id: 'estimateCompetition',
    summary: 'Estimate a competition',
    about:
      'Says what a competition would be like if it were created: how many games, how long, and how small a difference between two ' +
      'entries its results can show. It takes the body of `createCompetition`, refuses what that refuses, and creates nothing. ' +
      '`assumptions` says what the figures rest on. Who asks the same again gets the same.',
    access: 'anyone',
    key: 'needless',
    config: { cost: ESTIMATE_COST },
    body: NewCompetitionEstimate,
    answers: CompetitionEstimate,
    refuses: ['unknown-ruleset', 'invalid-options', 'invalid-seats', 'unknown-policy', 'invalid-schedule'],
    handle: (request) => inTurn(request, () => estimates.of(request.body)),
  }),
]);

/** Covers version, history and the caller's own entry. */
function viewEtag(competition: FoldedCompetition, playerId: string | null): string {
  const { version, head, header } = competition;
  const own = entryOf(competition, playerId)?.entry ?? '';
  const organises = playerId !== null && header.createdBy === playerId ? 'o' : '';
  return `"${version}.${head.slice(0, HEAD_CHARACTERS)}.${own}${organises}"`;
}
