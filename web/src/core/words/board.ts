export const WORDS_OF_BOARD = {
  title: 'Board',
  none: 'No game is being played just now.',
  toAct: 'to act',
  timeLeft: 'time left',
  statuses: { open: 'waits for players', aborted: 'aborted' },
  away: (since: string) => `No connection: this is how it stood at ${since}. It goes on by itself.`,
  dead: 'The address of this board no longer works. Its owner can make another one.',
  whose:
    'This address shows no games. Make one for your games in your settings, under “Screens and programs that only watch”.',
  me: 'To your settings',
};
