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
    summary: 'List entries',
    about: 'Returns all entries of players and bots, including those that have left.',
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
      'Enters you. If you have an entry, it is returned unchanged (200), even if the body differs; `PATCH` ' +
      '(`changeEntry`) changes it, except its `clientSeed`. The organizer enters bots with `bot`. A player who ' +
      'withdrew while the competition is `open` gets the earlier entry and `clientSeed` back.',
    mayOmitBody: true,
    body: NewEntry,
    answers: EnteredCompetition,
    says: 'The entry existed already.',
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
    summary: 'Pause, resume or change your entry',
    about:
      'Changes your own entry. A paused entry gets no new games; running games and their clocks continue. ' +
      '`paused: false` also resumes an entry that was paused for not showing up. An entry can be changed 10 ' +
      'times a minute and 500 times in all.',
    body: EntryChange,
    answers: EnteredCompetition,
    refuses: [...OWN, 'cap-reached'],
    handle: async ({ player, params, body }) =>
      whenDone(await competitions.handle(changeEntry(player, params.competitionId, body)), seenBy(player)),
  }),

  remove('/v1/competitions/:competitionId/entries/me', {
    id: 'withdrawEntry',
    summary: 'Leave a competition',
    about:
      'Your entry gets no new games; before the start you may enter again. Results stay. Running games ' +
      'continue: finish or resign them.',
    answers: EnteredCompetition,
    refuses: OWN,
    handle: async ({ player, params }) =>
      whenDone(await competitions.handle(withdrawEntry(player, params.competitionId)), seenBy(player)),
  }),

  remove('/v1/competitions/:competitionId/entries/:entry', {
    id: 'withdrawBot',
    summary: 'Withdraw a bot',
    about:
      'For the organizer: withdraws a bot that you entered. It gets no new games. Before the start you may enter ' +
      'it again.',
    path: { entry: EntryNumber },
    answers: EnteredCompetition,
    refuses: ['not-organiser', 'entry-not-found', 'not-a-bot', 'entry-over', 'competition-over'],
    handle: async ({ player, params }) =>
      whenDone(await competitions.handle(withdrawBot(player, params.competitionId, params.entry)), seenBy(player)),
  }),

  post('/v1/competitions/:competitionId/entries/:entry/disqualification', {
    id: 'disqualifyEntry',
    summary: 'Disqualify an entry',
    about:
      'For the organizer: the entry gets no new games, permanently. Its results stay, and it ranks last. Your ' +
      'reason is public in the events.',
    path: { entry: EntryNumber },
    body: Disqualification,
    answers: EnteredCompetition,
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
