// What the page of a game's past says.
export const WORDS_OF_REPLAY = {
  title: 'Replay',
  at: (version: number, newest: number) => `Version ${version} of ${newest}`,
  scrubber: 'Version',
  first: 'To the beginning',
  back: 'Back',
  play: 'Play',
  pause: 'Pause',
  on: 'On',
  last: 'To the end',
  seenBy: 'Seen by',
  spectator: 'who only watches',
  link: 'Link to this moment',
  leave: 'To the table',
  happened: 'What happened here',
  nothing: 'Nothing that can be told.',
  keys: 'Keys: arrows, Home and End go through the game, Escape leads back to the table.',
};
