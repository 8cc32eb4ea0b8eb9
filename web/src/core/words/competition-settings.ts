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
  swiss: ({ rounds }) =>
    `${counted(rounds, 'round')}, in each of which entries with similar points meet, and if possible never twice.`,
  ladder: ({ rounds }) =>
    `entries that are free play their next game, until each has played ${counted(rounds, 'game')}.`,
  match: ({ rounds }) => `two entries against each other over ${counted(rounds, 'round')}, a seat further in each.`,
  cup: ({ boards }) => `everybody plays the same ${counted(boards, 'board')} alone.`,
} satisfies Record<Of<'format'>, (settings: CompetitionSummary) => string>;

const SEALED =
  'A board is sealed until the last game on it is over: until then no one can watch, and no result counts.';

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
    `${seats} at each table; ${counted(boards, 'board')} a round. A board is one shuffle: all chance of a game.`,
  alone: 'One: everybody plays alone.',
  format: 'Format',
  formatMeans: (settings: CompetitionSummary) =>
    `${FORMATS[settings.format]}: ${FORMAT_MEANS[settings.format](settings)}`,
  duplicate: 'Luck',
  duplicateMeans: {
    movement: `Duplicate boards: all tables of a round play the same boards, so that results with the same chance can be compared. No entry meets a board twice. ${SEALED}`,
    permuted: `Each table plays each of its boards in every rotation of its seats, so that the luck of the deal goes round. ${SEALED}`,
    none: 'Every game has chance of its own, and can be watched while it is played.',
  } satisfies Record<Of<'duplicate'>, string>,
  scoring: 'Points',
  scoringMeans: {
    share: 'A win is one point; who share a win share the point.',
    matchpoints:
      'Each game is worth 0 to 1: the part of the other games on the same seat of the same board that it beat, a tie counting half.',
  } satisfies Record<Of<'scoring'>, string>,
  clock: 'Clock',
  clockMeans: clockInWords,
  stop: 'Ends early',
  stopMeans: ({ margin, alpha, beta }: NonNullable<Of<'stop'>>) =>
    `When one is shown to be better, or both to be equal within ${percent(margin)} of the wins. At most ${percent(alpha)} of matches between equals show a difference, and at most ${percent(beta)} miss a difference as large as that.`,
  odds: 'Chances',
  oddsHidden: 'Hidden: no player and no program sees how likely a roll wins.',
  who: 'Who may enter',
  kinds: (kinds: Of<'kinds'>, maxEntries: number) =>
    `${kinds.length === 2 ? 'People and programs' : kinds[0] === 'human' ? 'People' : 'Programs'}, ${new Intl.NumberFormat('en').format(maxEntries)} at most.`,
  absent: 'Absence',
  absentMeans: (pauseAfter: number) =>
    `Who does not come to ${counted(pauseAfter, 'game')} in a row is paused until they play on.`,
  visibility: 'Who sees it',
  visibilityMeans: {
    public: 'Everyone.',
    unlisted: 'Anyone who has its address.',
    private: 'Its entrants, its organizer, and anyone who has its invite link.',
  } satisfies Record<Of<'visibility'>, string>,
  organiser: 'Organiser',
  organizerPage: 'their page',
  organizerYou: 'you',
};
