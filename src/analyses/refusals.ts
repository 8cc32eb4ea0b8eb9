import { kinds } from '../eventlog/result.ts';

export const ANALYSIS_REFUSALS = {
  ...kinds(404, { 'analysis-not-found': ['The game has not been analyzed', 'Request an analysis: `analyseGame`.'] }),
  ...kinds(429, {
    'too-many-analyses': [
      'You have too many analyses in progress',
      'Ask again when one of them is done. Analyses of other players can be read at any time.',
      60,
    ],
  }),
  ...kinds(501, {
    'analyses-off': [
      'This server analyzes no games',
      'Its operator has turned analyses off. To analyze the game yourself, get its transcript: `getTranscript`.',
    ],
  }),
  ...kinds(503, {
    'analyses-full': [
      'Too many analyses are waiting',
      'Ask again after as many seconds as the `Retry-After` header says.',
      60,
    ],
  }),
};

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof ANALYSIS_REFUSALS> {}
}
