import type { CompetitionSummary } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

const number = new Intl.NumberFormat('en');

export const WORDS_OF_COMPETITIONS = {
  title: 'Competitions',
  text: 'Many games that show who is best. The server pairs, deals, keeps time and counts.',
  make: 'New competition',
  tab: 'Competitions · Croupier',
  game: 'Game',
  format: 'Format',
  any: 'all',
  mine: 'only those that I have entered',
  sections: {
    open: 'Open to entry',
    playing: 'Being played',
    finished: 'Finished',
    aborted: 'Ended early',
  } satisfies Record<CompetitionSummary['status'], string>,
  nothing: {
    open: 'None takes entries just now.',
    playing: 'None is being played just now.',
    finished: 'None has been finished yet.',
    aborted: 'None was ended early.',
  } satisfies Record<CompetitionSummary['status'], string>,
  entries: (n: number, most: number) => `${number.format(n)} of ${counted(most, 'entry', 'entries')}`,
  entered: (n: number) => counted(n, 'entry', 'entries'),
  counted: (n: number) => counted(n, 'game counts', 'games count'),
  entryUntil: 'entry until',
  startsAt: 'starts',
  endsAt: 'ends',
  ended: 'ended',
  you: 'You take part.',
  yours: 'You organize it.',
  private: 'private',
  unlisted: 'unlisted',
  enter: 'Enter',
  enterOf: (name: string) => `Enter ${name}`,
  withdraw: 'Withdraw',
  withdrawOf: (name: string) => `Withdraw from ${name}`,
  withdrawMeans: 'You get no more games in it.',
  sitDown: 'Sit down to enter',
  more: 'Show more',
  moreOf: (section: string) => `Show more: ${section}`,
};
