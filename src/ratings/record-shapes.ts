import { Type } from '@sinclair/typebox';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import { count, GameId, numbered } from '../games/model/game-fields.ts';
import { Moment, ofParticipant, Pool, RATED, VERSION } from './rating-shapes.ts';

const Part = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const EXPECTED = 'The same as the ratings say it was to be expected: by the fit to all games of the pool.';

const MetOpponent = Type.Object(
  {
    ...RATED,
    games: numbered('How often they met: once for each seat that the two had at one table.'),
    share: Part(
      'What part of what the two won at one table was theirs, on average; one half where neither won anything.',
    ),
    expected: Part(EXPECTED),
  },
  { $id: 'MetOpponent', description: 'Somebody whom the one that is asked for has met, and how it went.' },
);

const SeatRecord = Type.Object(
  {
    seat: count('From 0.'),
    games: numbered('How often they sat there.'),
    share: Part('Of the win, on average.'),
    expected: Part(EXPECTED),
  },
  { $id: 'SeatRecord', description: 'How it went on one seat.' },
);

export const BoardLuck = Type.Object(
  {
    games: numbered('How many these are.'),
    share: Part('What part of the win was theirs in them, on average.'),
    par: Part(
      'What part `random` makes of the chance of the same seats, on average: above one part of as many as there are seats they were lucky.',
    ),
    adjustedShare: Type.Number({
      description:
        'The share after the luck of these seats is taken out, as `adjustedShare` of standings: it can pass 0 and 1. How much luck weighs ' +
        'is taken from the other boards among these.',
    }),
  },
  {
    $id: 'BoardLuck',
    description:
      'Luck against skill, on boards of competitions that are played once and closed, of which a par was worked out.',
  },
);

export const RatingRecord = ofParticipant(
  'RatingRecord',
  {
    pool: Ref(Pool),
    ...VERSION,
    opponents: Type.Array(Ref(MetOpponent), { description: 'Those met most often first; a hundred at most.' }),
    seats: Type.Array(Ref(SeatRecord), { description: 'In their order, those on which they sat.' }),
    luck: Nullable(Ref(BoardLuck), {
      description: 'Of the latest 500 games in at most 20 competitions; null: of none of their boards a par is known.',
    }),
  },
  'How somebody fared in a pool: against whom, on which seat, with what luck.',
);

const RatedSeat = Type.Object(
  { ...RATED, share: Part('Of the win.'), expected: Part(EXPECTED) },
  { $id: 'RatedSeat', description: 'Who had a seat of a rated game, and what became of it.' },
);

export const RatedGame = Type.Object(
  {
    gameId: { ...GameId, description: 'The game. It may be gone, as results outlive their games.' },
    at: { ...Moment, description: 'When it was over, or counted in its competition.' },
    competition: Nullable(
      Type.Object({
        competitionId: Type.String({ format: 'uuid', description: 'Whose game it is.' }),
        board: numbered('The board of the competition.'),
      }),
      { description: 'Where it was played; null: it was declared rated when it was created.' },
    ),
    seats: Type.Array(Ref(RatedSeat), { description: 'In their order.' }),
  },
  { $id: 'RatedGame', description: 'A game that counts in the ratings.' },
);

export const RatedGameList = ofParticipant(
  'RatedGameList',
  {
    pool: Ref(Pool),
    ...VERSION,
    games: Type.Array(Ref(RatedGame), { description: 'The latest first.' }),
    next: Nullable(Type.Integer(), { description: 'Send it as `cursor` for the next page; null on the last one.' }),
  },
  'A page of the games by which somebody is rated in a pool.',
);

export const RATING_RECORD_PARTS = [
  MetOpponent,
  SeatRecord,
  BoardLuck,
  RatingRecord,
  RatedSeat,
  RatedGame,
  RatedGameList,
];
