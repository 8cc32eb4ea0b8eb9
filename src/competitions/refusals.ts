import { kinds } from '../eventlog/result.ts';

export const COMPETITION_REFUSALS = {
  ...kinds(403, {
    'not-organiser': [
      'You are not the organizer of this competition',
      '`createdBy` in the competition is the player who may do this.',
    ],
    'kind-not-admitted': [
      'The competition does not admit players of your kind',
      '`kinds` in the competition lists who may enter: `human`, `agent`, or both.',
    ],
    'board-sealed': [
      'The board is still secret',
      'Several games have the cards and dice of this board. They become public when all these games are over: the event `boardClosed` tells when.',
    ],
  }),
  ...kinds(404, {
    'competition-not-found': [
      'There is no such competition',
      'Check the id. A private competition needs the token of its organizer or of an entry, or its invite code: in the header `Invite-Code`, or as `inviteCode` of `enterCompetition`.',
    ],
    'entry-not-found': ['The competition has no such entry', '`listEntries` lists all of them.'],
    'round-not-found': ['The competition has no such round yet', '`listRounds` lists the rounds so far.'],
    'board-not-found': [
      'The competition has no such board yet',
      'A board is the cards and dice that several games share. `getRound` lists the `boards` of each table.',
    ],
  }),
  ...kinds(409, {
    'entries-closed': [
      'Entries are closed',
      '`status` and `entryUntil` in the competition say how long it accepts entries.',
    ],
    'competition-full': ['The competition is full', 'Choose another competition, or wait until an entry is withdrawn.'],
    'not-a-bot': [
      'The entry is not a bot',
      'Only its player can withdraw it. The organizer can remove it with `disqualifyEntry`.',
    ],
    'not-entered': ['You have not entered this competition', 'Enter with `enterCompetition` while it accepts entries.'],
    'entry-over': [
      'The entry is over',
      'It gets no more games. A player who withdrew can enter again before the start. To stop only for a while, pause the entry instead.',
    ],
    'competition-started': [
      'The competition has started',
      'You can make this call only before the start, while `status` of the competition is `open`.',
    ],
    'competition-not-started': [
      'The competition has not started',
      'Its organizer starts it, or it starts by itself at `startsAt`.',
    ],
    'competition-over': ['The competition is over', 'You can still read its standings, games and transcript.'],
    'competition-unfinished': [
      'The competition has no transcript yet',
      'The transcript (the record of all games) exists when `complete` in the competition is true.',
    ],
    'too-few-entries': [
      'There are too few entries to start',
      'Wait until more players enter, or enter bots: `enterCompetition` with `{"bot": "random"}`.',
    ],
    'competition-game': [
      'The game belongs to a competition',
      'Play it to its end, or resign. The competition decides what follows.',
    ],
  }),
  ...kinds(422, {
    'invalid-schedule': [
      'The settings of the competition conflict',
      'Each entry of `errors` names a field and says which values fit the other fields.',
    ],
  }),
};

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof COMPETITION_REFUSALS> {}
}
