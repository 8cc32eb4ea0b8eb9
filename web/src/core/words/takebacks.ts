// What is read of undoing, and of going back by agreement.
export const WORDS_OF_TAKEBACKS = {
  undoLast: 'Undo',
  undo: (label: string) => `Undo: ${label}`,
  back: 'Go back to an earlier moment',
  backMeans: 'Everybody has to agree, and the game counts for nobody then. Whoever plays on refuses.',
  before: 'To the moment before',
  ask: 'Ask to go back',
  goes: 'Go back',
  askVersion: (version: number) => `Ask to go back to version ${version}`,
  goesVersion: (version: number) => `Go back to version ${version}`,
  goesMeans: 'The game goes on from there, and counts for nobody then. What was rolled since is rolled anew.',
  asks: (names: string, moment: string) => `${names} would like to go back ${moment}.`,
  asked: (moment: string) => `You have asked to go back ${moment}.`,
  /** the sentence that it ends goes on to its own full stop */
  moment: (event: string) => `to before: ${event.replace(/\.$/, '')}`,
  toVersion: (version: number) => `to version ${version}`,
  agree: 'Agree',
  refuse: 'Refuse',
  withdraw: 'Ask no longer',
};
