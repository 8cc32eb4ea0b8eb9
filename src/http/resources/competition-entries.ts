import { Ref } from '#rules/kernel/schema.ts';
import {
  changeEntry,
  disqualifyEntry,
  enterCompetition,
  withdrawBot,
  withdrawEntry,
} from '../../competitions/commands/commands.ts';
import type { Changed } from '../../competitions/competitions.ts';
import { entryIn } from '../../competitions/model/competition.ts';
import { EnteredCompetition, EntryList, EntryNumber, pageOf } from '../../competitions/model/competition-shapes.ts';
import { Disqualification, EntryChange, NewEntry } from '../../competitions/model/settings.ts';
import { competitionView, entryView } from '../../competitions/queries/competition-view.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';
import { PAGE_ASKED, pageAsked, READING, shown } from './competition-reads.ts';

const ENTERED = {
  access: 'player',
  answers: EnteredCompetition,
} as const;
const OWN = ['not-entered', 'entry-over', 'competition-over'] as const;

const seenBy =
  ({ id }: { id: string }) =>
  ({ entry, competition }: Changed) => ({
    entry: entryView(entryIn(competition, entry as number)),
    competition: competitionView(competition, id),
  });

export const entryOperations = resource('competitions', ({ competitions, competitionReader }) => [
  get('/v1/competitions/:competitionId/entries', {
    ...READING,
    id: 'listEntries',
    summary: 'List who takes part',
    about: 'Everybody who has entered, players and bots of the house, also those who have left since.',
    query: PAGE_ASKED,
    answers: EntryList,
    tagged: true,
    handle: (request, reply) =>
      shown(competitionReader, request, reply, ({ version, entries }) => {
        const page = pageOf(version, 'entries', entries, pageAsked(request.query));
        return { ...page, entries: page.entries.map(entryView) };
      }),
  }),

  post('/v1/competitions/:competitionId/entries', {
    id: 'enterCompetition',
    summary: 'Enter a competition',
    about:
      'You take part. Who has entered already gets their entry as it is (200), whatever was sent, so that it can be sent again ' +
      'without harm; `changeEntry` changes it, and the `clientSeed` stays. The organiser enters bots of the house with `bot`. Who ' +
      'withdrew while it is `open` is back with the entry and the `clientSeed` that they had.',
    key: 'plain',
    mayOmitBody: true,
    body: NewEntry,
    ...ENTERED,
    says: 'The entry was there already.',
    also: { 201: { description: 'The new entry and its competition.', ...Ref(EnteredCompetition) } },
    refuses: [
      'kind-not-admitted',
      'not-organiser',
      'entries-closed',
      'competition-full',
      'competition-over',
      'entry-over',
      'unknown-policy',
      'invalid-options',
      'rules-unavailable',
    ],
    handle: async ({ player, params, body, reader, idempotent }, reply) => {
      const { inviteCode = reader.inviteCode } = body;
      const asked = { ...body, ...(inviteCode !== undefined && { inviteCode }) };
      const entered = await competitions.handle(enterCompetition(player, params.competitionId, asked, idempotent));
      if (entered.ok && entered.value.made) reply.code(201);
      return whenDone(entered, seenBy(player));
    },
  }),

  patch('/v1/competitions/:competitionId/entries/me', {
    id: 'changeEntry',
    summary: 'Pause, play on, or play more at a time',
    about:
      'Changes your own entry. While it is paused it gets no new games; those under way go on, and their clocks with them. Also who ' +
      'was paused for not coming plays on with `paused: false`. An entry is changed at most 10 times a minute, and 500 times in all.',
    body: EntryChange,
    ...ENTERED,
    refuses: [...OWN, 'cap-reached'],
    handle: async ({ player, params, body }) =>
      whenDone(await competitions.handle(changeEntry(player, params.competitionId, body)), seenBy(player)),
  }),

  remove('/v1/competitions/:competitionId/entries/me', {
    id: 'withdrawEntry',
    summary: 'Leave a competition',
    about:
      'Your entry gets no new games, for good (before the start you may enter again). What it has played stands, and games under way go on: resign them, or play them to ' +
      'their end.',
    ...ENTERED,
    refuses: OWN,
    handle: async ({ player, params }) =>
      whenDone(await competitions.handle(withdrawEntry(player, params.competitionId)), seenBy(player)),
  }),

  remove('/v1/competitions/:competitionId/entries/:entry', {
    id: 'withdrawBot',
    summary: 'Take a bot of the house out',
    about:
      'For the organiser: a bot that you entered gets no new games, as if it had left. Before the start you may enter it again.',
    path: { entry: EntryNumber },
    ...ENTERED,
    refuses: ['not-organiser', 'entry-not-found', 'not-a-bot', 'entry-over', 'competition-over'],
    handle: async ({ player, params }) =>
      whenDone(await competitions.handle(withdrawBot(player, params.competitionId, params.entry)), seenBy(player)),
  }),

  post('/v1/competitions/:competitionId/entries/:entry/disqualification', {
    id: 'disqualifyEntry',
    summary: 'Send an entry away',
    about:
      'For the organiser: the entry gets no new games, for good. Its results stand for those who met it, and it ranks after all ' +
      'others. Your reason is in the events for everyone to read.',
    key: 'plain',
    path: { entry: EntryNumber },
    body: Disqualification,
    ...ENTERED,
    refuses: ['not-organiser', 'entry-not-found', 'competition-over'],
    handle: async ({ player, params, body, idempotent }) => {
      const asked = { entry: params.entry, reason: body.reason };
      return whenDone(
        await competitions.handle(disqualifyEntry(player, params.competitionId, asked, idempotent)),
        seenBy(player),
      );
    },
  }),
]);
