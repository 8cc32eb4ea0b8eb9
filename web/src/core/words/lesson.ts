export const WORDS_OF_LESSONS = {
  learn: 'Learn in two minutes',
  learnOf: (name: string) => `Learn in two minutes: ${name}`,
  hint: 'Hint',
  ends: {
    playing: { short: 'Skip', all: 'Skip the hints' },
    over: { short: 'Close', all: 'Close the hint' },
  },
};
