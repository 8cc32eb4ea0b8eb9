export const WORDS_OF_LESSONS = {
  learn: 'Learn in two minutes',
  learnOf: (name: string) => `Learn in two minutes: ${name}`,
  hint: 'Hint',
  whole: 'Start a whole game',
  ends: {
    playing: { short: 'Skip', all: 'Skip the hints' },
    taught: { short: 'Play on', all: 'Play on' },
  },
};
