import { counted } from '../../core/words/counted.ts';

const part = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const points = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

const above = (share: number, other: number) => counted((share - other) * 100, 'point', 'points', points);
const games = (n: number) => counted(n, 'game');

export const WORDS_OF_PARTICIPANT = {
  title: (name: string, game: string) => `${name} in ${game}`,
  summary: (rating: number, low: number, high: number) =>
    low === high
      ? `Rated ${rating} by definition.`
      : `Rated ${rating}; with 95 % certainty between ${low} and ${high}.`,
  played: (n: number, boards: number, opponents: number) =>
    `${games(n)} on ${counted(boards, 'board')} against ${counted(opponents, 'opponent')}.`,
  rank: (words: string) => `Rank: ${words}.`,
  list: 'All ratings of this kind',
  player: 'Their page',
  compare: 'Compare with another player',
  history: 'The rating over time',
  historyMeans:
    'Each point is the rating after that number of games. The true rating lies within the band 95 times in 100. If the band leaves the picture, the table has its ends.',
  historySpoken: (name: string, n: number, first: number, last: number, low: number, high: number) =>
    `The rating of ${name} by ${counted(n, 'point')} in time: from ${first} to ${last}, now between ${low} and ${high}.`,
  after: 'After this number of games',
  when: 'When',
  rating: 'Rating',
  interval: 'With 95 % certainty',
  to: (low: number, high: number) => `${low} to ${high}`,
  gamesOfAll: (n: number) => games(n),
  random: 'random play',
  opponents: 'Against whom',
  opponentsMean:
    'Their part of the wins, next to what the ratings predict. With few games most of the difference is luck.',
  opponent: 'Opponent',
  games: 'Games',
  won: 'Won',
  expected: 'Expected',
  difference: 'Difference',
  part: (share: number) => part.format(share),
  above,
  compareWith: (name: string) => `Compare with ${name}`,
  seats: 'On which seat',
  seatsMean: 'Their part of the wins on each seat, next to what the ratings predict.',
  seat: (seat: number) => `Seat ${seat + 1}`,
  seatOf: 'Seat',
  luck: 'Luck against skill',
  noLuck: 'The luck of their boards is not known. It is worked out for some boards of competitions.',
  luckOf: (n: number) => `In ${games(n)} where the luck of each seat is known:`,
  luckShare: 'won',
  luckPar: 'random play on the same seats',
  luckEven: 'random play on any seat',
  luckAdjusted: 'without luck',
  lucky: (share: number) => `Their seats were lucky, by ${above(share, 0)} of the win.`,
  unlucky: (share: number) => `Their seats were unlucky, by ${above(share, 0)} of the win.`,
  evenLuck: 'Their seats were neither lucky nor unlucky.',
  gameList: 'Games',
  game: 'Game',
  result: 'Result',
  with: 'With whom',
  where: 'Where',
  outcomes: { won: 'won', lost: 'lost', shared: 'shared' },
  inCompetition: (board: number) => `competition, board ${board}`,
  moreGames: 'Show earlier games',
};
