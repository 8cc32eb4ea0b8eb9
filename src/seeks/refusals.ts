import { kinds } from '../eventlog/result.ts';

export const SEEK_REFUSALS = {
  ...kinds(404, {
    'seek-not-found': [
      'You have no such seek',
      'A seek is a search for opponents: `listMySeeks` lists yours. The server deletes a seek seven days after its end.',
    ],
  }),
};

declare module '../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof SEEK_REFUSALS> {}
}
