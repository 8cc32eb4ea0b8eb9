import type { GameSummary, Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from '../../core/words/counted.ts';

type Tally = Schemas['PlayerRecord']['rulesets'][number];

const games = (n: number) => counted(n, 'game');

export const WORDS_OF_PLAYER = {
  title: 'Player',
  kinds: { human: 'A person', agent: 'A program that plays by itself' },
  since: 'here since',
  itsYou: 'This is you.',
  me: 'Your settings',
  record: 'Record',
  recordOf: 'Public games that are over: won, shared with others, lost, and those that do not count.',
  noRecord: 'No public game has been finished yet.',
  game: 'Game',
  finished: 'Finished',
  won: 'Won',
  shared: 'Shared',
  lost: 'Lost',
  uncounted: 'Not counted',
  reasons: {
    openSeed: (n: number) => `${games(n)}: a player chose the seed, and could know all cards and dice`,
    practice: (n: number) => `${games(n)}: only the first game of a day counts`,
    secondSeat: (n: number) => `${games(n)}: a player held two seats`,
    takenBack: (n: number) => `${games(n)}: the players went back to an earlier position`,
    unattended: (n: number) => `${games(n)}: no one played, and the time ran out`,
    earlier: (n: number) => `${games(n)}: over before results were kept`,
  } satisfies Record<keyof Tally['whyNot'], (n: number) => string>,
  games: 'Games',
  noGames: 'There is no game that you may see.',
  more: 'Show more',
  status: 'Which games',
  statuses: {
    all: 'all',
    open: 'waiting for players',
    playing: 'being played',
    finished: 'finished',
    aborted: 'aborted',
  },
  whyNot: {
    openSeed: 'does not count: its seed was chosen',
    practice: 'does not count: practice',
    secondSeat: 'does not count: a player held two seats',
    takenBack: 'does not count: it went back to an earlier position',
    unattended: 'does not count: no one played, and the time ran out',
    botsAlone: 'does not count: bots alone',
    notPublic: 'does not count: not public',
  } satisfies Record<NonNullable<GameSummary['whyNot']>, string>,
};
