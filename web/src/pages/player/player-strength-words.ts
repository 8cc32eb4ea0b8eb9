import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { WORDS_OF_ANALYSIS } from '../../core/words/analysis.ts';
import { counted } from '../../core/words/counted.ts';

const WHOLE = new Intl.NumberFormat('en');

type Rating = Schemas['PlayerRatings']['ratings'][number];

export const WORDS_OF_STRENGTH = {
  ratings: 'Ratings',
  noRatings: 'No game of theirs counts in the ratings.',
  columns: { game: 'Game', rating: 'Rating', interval: 'With 95 % certainty', games: 'Games', rank: 'Rank' },
  game: (name: string, { pool }: Rating) =>
    `${name}, ${counted(pool.seats, 'seat')}, rules version ${pool.rulesVersion}`,
  interval: ({ interval: { low, high } }: Rating) => `${low} to ${high}`,
  rank: ({ rank }: Rating) => (rank === null ? 'provisional' : WHOLE.format(rank)),
  opponentsAndSeats: 'Opponents and seats',
  detailsAbout: 'From the newest 2,000 public games that count.',
  noDetails: 'No game that counts has been finished yet.',
  opponent: 'Against',
  seat: 'On seat',
  seatOf: (name: string, { seats, seat }: Schemas['RecordDetails']['seats'][number]) =>
    `${name}, seat ${seat + 1} of ${counted(seats, 'seat')}`,
  moves: 'Moves',
  movesOf: 'Game',
  movesAbout: 'Only from public games that were analyzed.',
  among: (games: number, decisions: number) =>
    `Among ${counted(decisions, 'decision')} in ${counted(games, 'analyzed game')}.`,
  noMoves: 'No game of this kind has been analyzed yet. A game that is over has a link to its analysis.',
  orders: {
    worst: 'Gave away most',
    best: 'Better than what looked best',
  },
  noneSuch: {
    worst: 'No certain mistake.',
    best: 'None for certain.',
  },
  move: (at: string, version: number) => `${at}, version ${version}`,
  loss: (move: Schemas['MoveList']['moves'][number], measure: Schemas['MoveList']['measure']) =>
    `${WORDS_OF_ANALYSIS.estimate(move.loss, measure)} ${measure === 'chance' ? 'percentage points' : 'points'} given away`,
};
