import type { RefusalKind } from '../eventlog/result.ts';

export const ANALYSIS_REFUSALS = {
  'analysis-not-found': {
    status: 404,
    title: 'The game has not been analysed',
    remedy: 'Request it with `analyseGame`.',
  },
  'too-many-analyses': {
    status: 429,
    retryAfter: 60,
    title: 'You have too many analyses in progress',
    remedy: 'Ask again when one of them is done. Analyses of other players can be read at any time.',
  },
  'analyses-off': {
    status: 501,
    title: 'This server analyses no games',
    remedy: 'Its operator has turned analyses off. `getTranscript` has all that an analysis needs.',
  },
  'analyses-full': {
    status: 503,
    retryAfter: 60,
    title: 'Too many analyses are waiting',
    remedy: 'Ask again after as many seconds as the `Retry-After` header says.',
  },
} as const satisfies Record<string, RefusalKind>;

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof ANALYSIS_REFUSALS> {}
}
