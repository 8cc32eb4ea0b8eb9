export const WORDS_OF_BOARD = {
  title: 'Board',
  none: 'No game is being played just now.',
  toAct: 'to act',
  timeLeft: 'time left',
  statuses: { open: 'waits for players', aborted: 'aborted' },
  away: (since: string) => `No connection: this is how it stood at ${since}. It goes on by itself.`,
  dead: 'The token in the address of this board is no longer good. Its owner can make another one.',
  whose:
    'The address of a board holds a token that only reads, which is made on the page about you, or names a player.',
  me: 'To the page about you',
};
