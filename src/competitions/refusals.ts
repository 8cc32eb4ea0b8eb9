import type { RefusalKind } from '../eventlog/result.ts';

export const COMPETITION_REFUSALS = {
  'not-organiser': {
    status: 403,
    title: 'You are not the organizer of this competition',
    remedy: '`createdBy` in the competition is the player who may do this.',
  },
  'kind-not-admitted': {
    status: 403,
    title: 'The competition does not admit players of your kind',
    remedy: '`kinds` in the competition lists who may enter: `human`, `agent`, or both.',
  },
  'board-sealed': {
    status: 403,
    title: 'The board is still secret',
    remedy: 'Its seed and games become public when all its games are over. The event `boardClosed` says so.',
  },
  'competition-not-found': {
    status: 404,
    title: 'There is no such competition',
    remedy: 'Check the id. Only its organizer, its entrants and callers with its `inviteCode` see a private one.',
  },
  'entry-not-found': {
    status: 404,
    title: 'The competition has no such entry',
    remedy: '`listEntries` lists all of them.',
  },
  'round-not-found': {
    status: 404,
    title: 'The competition has no such round yet',
    remedy: '`listRounds` lists those that are paired.',
  },
  'board-not-found': {
    status: 404,
    title: 'The competition has no such board yet',
    remedy: '`boards` of each table in `getRound` lists those that exist.',
  },
  'entries-closed': {
    status: 409,
    title: 'Entries are closed',
    remedy: '`status` and `entryUntil` in the competition say how long it accepts entries.',
  },
  'competition-full': {
    status: 409,
    title: 'The competition is full',
    remedy: '`maxEntries` in the competition is the limit.',
  },
  'not-a-bot': {
    status: 409,
    title: 'The entry is not a bot of the house',
    remedy: 'Only its player can withdraw it. The organizer can remove it with `disqualifyEntry`.',
  },
  'not-entered': {
    status: 409,
    title: 'You have not entered this competition',
    remedy: 'Enter with `enterCompetition` while it accepts entries.',
  },
  'entry-over': {
    status: 409,
    title: 'The entry is over',
    remedy:
      'A withdrawn player can enter again only before the start; a disqualified one cannot. To come back later, pause an entry instead.',
  },
  'competition-started': {
    status: 409,
    title: 'The competition has started',
    remedy: 'This is possible only while `status` of the competition is `open`.',
  },
  'competition-not-started': {
    status: 409,
    title: 'The competition has not started',
    remedy: 'Its organizer starts it, or it starts by itself at `startsAt`.',
  },
  'competition-over': {
    status: 409,
    title: 'The competition is over',
    remedy: 'Its standings, games and transcript stay readable.',
  },
  'competition-unfinished': {
    status: 409,
    title: 'The competition has no transcript yet',
    remedy: 'The transcript exists when `complete` in the competition is true.',
  },
  'too-few-entries': {
    status: 409,
    title: 'There are too few entries to start',
    remedy: 'Let more players enter, or enter bots of the house: `{"bot": "random"}`.',
  },
  'competition-game': {
    status: 409,
    title: 'The game belongs to a competition',
    remedy: 'Play it to its end, or resign. The competition decides what follows.',
  },
  'invalid-schedule': {
    status: 422,
    title: 'The settings of the competition conflict',
    remedy: 'Each entry of `errors` names a field that conflicts with others, and says what is valid.',
  },
} as const satisfies Record<string, RefusalKind>;

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof COMPETITION_REFUSALS> {}
}
