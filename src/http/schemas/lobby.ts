import { Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Words } from '../../kernel/schema.ts';
import { SeatedPlayer } from './seats.ts';

const Time = Type.String({ format: 'date-time' });

export const TurnList = Type.Object(
  {
    turns: Type.Array(
      Type.Object({
        gameId: Type.String({ format: 'uuid' }),
        ruleset: Type.String(),
        seats: Type.Array(SeatNumber, { description: 'Your seats that are to act.' }),
        version: Type.Integer({ minimum: 1, description: 'The version of the game now.' }),
        deadline: Nullable(Time, { description: 'When the first time in this game is up; null without a clock.' }),
        updatedAt: Time,
      }),
      { description: 'Oldest game first, up to 500.' },
    ),
  },
  { $id: 'TurnList', description: 'The games that wait for you.' },
);

const Count = Type.Integer({ minimum: 0 });

export const PlayerRecord = Type.Object(
  {
    player: Ref(SeatedPlayer),
    rulesets: Type.Array(
      Type.Object({
        ruleset: Type.String(),
        finished: Count,
        won: Count,
        shared: Type.Integer({ minimum: 0, description: 'Wins shared with others.' }),
        lost: Count,
        unrated: Type.Integer({ minimum: 0, description: 'With an open seed, for practice, or against oneself.' }),
      }),
    ),
  },
  { $id: 'PlayerRecord', description: 'Public games that a player has finished.' },
);

export const DailyResults = Type.Object(
  {
    ruleset: Type.String(),
    rulesVersion: Type.Integer({ minimum: 1 }),
    date: Type.String({ format: 'date', description: 'The day, in UTC.' }),
    options: Type.Object({}, { additionalProperties: true, description: 'The options of this competition.' }),
    scoring: Words(['highest', 'lowest'], { description: 'Whether the highest or the lowest score is best.' }),
    endsAt: Type.String({ format: 'date-time', description: 'Until then games of this day can be begun.' }),
    closed: Type.Boolean({ description: 'Whether the day and every game of it are over.' }),
    seed: Nullable(Type.String(), { description: 'The seed of every game of it; null until it is closed.' }),
    results: Type.Array(
      Type.Object({
        rank: Type.Integer({ minimum: 1 }),
        gameId: Type.String({ format: 'uuid' }),
        player: Ref(SeatedPlayer),
        won: Type.Boolean(),
        score: Type.Number(),
        reason: Type.String({ description: 'How the game ended.' }),
      }),
      {
        description:
          'The first game of each player, if it was played to its end: wins first, then by score, up to 100.',
      },
    ),
  },
  { $id: 'DailyResults', description: 'The competition of a day.' },
);

export const LOBBY_PARTS = [TurnList, PlayerRecord, DailyResults];
