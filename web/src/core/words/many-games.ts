import { counted } from './counted.ts';

const number = new Intl.NumberFormat('en');
const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const games = (n: number) => counted(n, 'game');

const waiting = (n: number) => `${counted(n, 'game waits', 'games wait')} for you`;

export const WORDS_OF_MANY = {
  /** screen readers read this text aloud when it changes */
  waiting: (turns: number, asks: number) => {
    if (asks > 0)
      return `${turns === 0 ? 'No game waits for you' : waiting(turns)}, and you are asked something in ${games(asks)}.`;
    return turns === 0 ? 'No game waits for you.' : `${waiting(turns)}.`;
  },
  your: 'Your turn',
  asked: 'You are asked',
  /** `what` is one of the next three texts */
  asks: (names: readonly string[], what: string) => `${listed(names)} ${names.length === 1 ? 'asks' : 'ask'} ${what}`,
  toGoBack: 'to go back to an earlier moment',
  forTime: (duration: string) => `for ${duration} more`,
  toAbort: 'to abort the game',
  answer: 'Answer',
  answerOf: (game: string) => `Answer in ${game}`,
  invitations: 'You are invited',
  noClock: 'No clock.',
  terms: (isRated: boolean, clock: string, options: string) =>
    `${isRated ? 'Rated. ' : ''}${clock} Options: ${options}.`,
  running: 'Others are to act',
  open: 'Your tables that wait for players',
  finished: 'Finished',
  with: (names: readonly string[]) => `with ${listed(names)}`,
  all: (n: number) => `Show all ${number.format(n)} that wait for you`,
  allOf: 'All that wait for you',
  more: 'Show more',
  find: 'Find a game',
  findHint: 'an opponent, a game, or whose turn it is',
  only: 'Only',
  any: 'games of every kind',
  found: (n: number) => `${games(n)} found here`,
  columns: {
    game: 'Game',
    with: 'With',
    turn: 'Whose turn',
    since: 'For',
    deadline: 'Until',
    news: 'New',
  },
  news: (events: number, more: boolean) => `${number.format(events)}${more ? ' or more' : ''} new`,
  nothingNew: 'nothing new',
  late: 'time is up',
  left: (duration: string) => `${duration} left`,
  next: 'Next game',
  nextWaits: (n: number) => `${counted(n, 'game more waits', 'games more wait')} for you`,
  noNext: 'No other game waits for you.',
};
