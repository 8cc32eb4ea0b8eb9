import type { RefusalKind } from '../eventlog/result.ts';

export const SEEK_REFUSALS = {
  'seek-not-found': {
    status: 404,
    title: 'You have no such seek',
    remedy: '`listMySeeks` lists yours. Those that have ended are forgotten after seven days.',
  },
} as const satisfies Record<string, RefusalKind>;

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof SEEK_REFUSALS> {}
}
