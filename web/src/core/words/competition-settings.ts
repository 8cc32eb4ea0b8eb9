import { clockInWords } from '#rules/kernel/durations.ts';
import type { CompetitionSummary } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Of<Field extends keyof CompetitionSummary> = CompetitionSummary[Field];

const percent = (part: number) =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(part);

export const FORMATS = {
  roundRobin: 'Round robin',
  swiss: 'Swiss',
  ladder: 'Ladder',
  match: 'Match',
  cup: 'Cup',
} satisfies Record<Of<'format'>, string>;

const FORMAT_MEANS = {
  roundRobin: ({ rounds }) => `everybody meets everybody${rounds === 1 ? '' : `, ${rounds} times`}.`,
  swiss: ({ rounds }) => `${counted(rounds, 'round')}. Entries with similar points meet, if possible never twice.`,
  ladder: ({ rounds }) => `entries that are free play next, until each has played ${counted(rounds, 'game')}.`,
  match: ({ rounds }) => `two entries over ${counted(rounds, 'round')}. They change seats in each.`,
  cup: ({ boards }) => `everybody plays the same ${counted(boards, 'board')} alone.`,
} satisfies Record<Of<'format'>, (settings: CompetitionSummary) => string>;

const SEALED = 'A board is sealed until its last game is over: no one can watch, and no result counts yet.';

export const WORDS_OF_COMPETITION_SETTINGS = {
  title: 'What is played, and how',
  game: 'Game',
  rules: (version: number) => `rules ${version}`,
  options: 'Options',
  usualOptions: 'The usual ones.',
  yes: 'yes',
  no: 'no',
  none: 'none',
  seats: 'Seats',
  seatsAre: (seats: number, boards: number) =>
    `${seats} at each table; ${counted(boards, 'board')} a round. A board is one shuffle: all cards and dice of a game.`,
  alone: 'One: everybody plays alone.',
  format: 'Format',
  formatMeans: (settings: CompetitionSummary) =>
    `${FORMATS[settings.format]}: ${FORMAT_MEANS[settings.format](settings)}`,
  duplicate: 'Luck',
  duplicateMeans: {
    movement: `All tables of a round play the same boards, so luck is the same for all. No entry meets a board twice. ${SEALED}`,
    permuted: `Each table plays each board once from every seat, so luck evens out. ${SEALED}`,
    none: 'Every game has its own cards and dice, and can be watched while it is played.',
  } satisfies Record<Of<'duplicate'>, string>,
  scoring: 'Points',
  scoringMeans: {
    share: 'A win is one point. A shared win shares the point.',
    matchpoints:
      'Each game is worth 0 to 1: the part of the other games on the same board and seat that it beat. A tie counts half.',
  } satisfies Record<Of<'scoring'>, string>,
  clock: 'Clock',
  clockMeans: clockInWords,
  stop: 'Ends early',
  stopMeans: ({ margin, alpha, beta }: NonNullable<Of<'stop'>>) =>
    `When one is clearly better, or both win equally often within ${percent(margin)}. Equals are called unequal in at most ${percent(alpha)} of matches; a larger difference is missed in at most ${percent(beta)}.`,
  odds: 'Chances',
  oddsHidden: 'Hidden: no one sees how likely a roll wins.',
  who: 'Who may enter',
  kinds: (kinds: Of<'kinds'>, maxEntries: number) =>
    `${kinds.length === 2 ? 'People and programs' : kinds[0] === 'human' ? 'People' : 'Programs'}, ${new Intl.NumberFormat('en').format(maxEntries)} at most.`,
  absent: 'Absence',
  absentMeans: (pauseAfter: number) =>
    `A player who misses ${counted(pauseAfter, 'game')} in a row is paused until they play on.`,
  visibility: 'Who sees it',
  visibilityMeans: {
    public: 'Everyone.',
    unlisted: 'Anyone with the link.',
    private: 'Its entrants, its organizer, and anyone with the invite link.',
  } satisfies Record<Of<'visibility'>, string>,
  organiser: 'Organizer',
  organizerPage: 'their page',
  organizerYou: 'you',
};
