// What a competition is to be had as, beside the page.
export const WORDS_OF_DOWNLOADS = {
  title: 'As files',
  text: 'All that stands here comes from the API; programs read the same.',
  json: 'JSON',
  jsonOf: (what: string) => `${what} as JSON`,
  csv: 'CSV',
  csvOf: (what: string) => `${what} as CSV`,
  of: {
    competition: 'Competition',
    standings: 'Standings',
    games: 'Games',
    crosstable: 'Cross table',
    entries: 'Entries',
    rounds: 'Rounds',
    events: 'Events',
  },
  transcript: 'Transcript',
  transcriptText: 'All that it takes to compute every pairing, game and standing again:',
  transcriptLater:
    'When it is over and no game is under way, its transcript is here: all that it takes to compute everything again.',
  saveTranscript: 'Save the transcript',
  verify: 'To check it on your own machine, in a copy of the source:',
  pages: 'JSON is the first hundred of each list, and says how to go on; CSV is all of it.',
  busy: 'One moment …',
};
