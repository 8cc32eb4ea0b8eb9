// What somebody with many games reads of them.
const number = new Intl.NumberFormat('en');
const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const games = (n: number) => (n === 1 ? '1 game' : `${number.format(n)} games`);

export const WORDS_OF_MANY = {
  /** read out when it changes */
  waiting: (n: number) => (n === 0 ? 'No game waits for you.' : `${games(n)} ${n === 1 ? 'waits' : 'wait'} for you.`),
  your: 'Your turn',
  invitations: 'You are invited',
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
  in: (duration: string) => `in ${duration}`,
  next: 'Next game',
  nextWaits: (n: number) => `${games(n)} more ${n === 1 ? 'waits' : 'wait'} for you`,
  noNext: 'No other game waits for you.',
};
