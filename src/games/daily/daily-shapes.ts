import { Type } from '@sinclair/typebox';
import { Nullable, Ref, Words } from '#rules/kernel/schema.ts';
import { count, GameId, numbered, RulesetId, RulesVersion } from '../model/game-fields.ts';
import { SeatedPlayer } from '../model/seat-shapes.ts';

export const DailyResults = Type.Object(
  {
    ruleset: RulesetId,
    rulesVersion: RulesVersion,
    date: Type.String({ format: 'date', description: 'The day, in UTC.' }),
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The options of this competition, complete: `createGame` with `daily: true` and the same ones enters it.',
      },
    ),
    scoring: Words(['highest', 'lowest'], { description: 'Whether the highest or the lowest score is best.' }),
    endsAt: Type.String({ format: 'date-time', description: 'Until then games of this day can be begun.' }),
    closed: Type.Boolean({ description: 'Whether the day and every game of it are over.' }),
    seedHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256 of the 32 bytes of the seed, as hex, from the beginning of the day: whoever kept it can check the `seed`. (Not of ' +
        'its 64 characters, whose hash all chance follows from.)',
    }),
    seed: Nullable(Type.String(), {
      description: 'The seed of every game of it, 32 bytes as hex; null until it is closed.',
    }),
    conceded: count(
      'Players whose first game of the day ended without them: resigned, aborted, or not finished by the end of the day after.',
    ),
    results: Type.Array(
      Type.Object({
        rank: numbered('From 1; equal results share a rank, and as many ranks after it are left out.'),
        gameId: GameId,
        player: Ref(SeatedPlayer, { description: 'Who played it.' }),
        registeredBefore: Type.Boolean({
          description:
            'Whether the account is older than the day. Who opened it on the day may have rehearsed with another one.',
        }),
        won: Type.Boolean({ description: 'Whether the game was won; every win ranks above every loss.' }),
        score: Type.Number({ description: 'The score at its end, as in the `outcome` of the game; see `scoring`.' }),
        reason: Type.String({ description: 'Why the game ended, as the code in its `outcome`.' }),
        text: Type.String({ description: 'The same as a sentence.' }),
      }),
      {
        description:
          'The first game of each player, if it was played to its end: wins first, then by score, up to 100.',
      },
    ),
  },
  { $id: 'DailyResults', description: 'The competition of a day.' },
);

function streak(description: string) {
  return Type.Object(
    { current: count('Up to yesterday or today.'), longest: count('The most in a row.') },
    { description },
  );
}

export const DailyDays = Type.Object(
  {
    ruleset: RulesetId,
    options: Type.Object(
      {},
      { additionalProperties: true, description: 'The options of these competitions, complete.' },
    ),
    playerId: Type.String({ format: 'uuid', description: 'Whose days they are.' }),
    from: Type.String({ format: 'date', description: 'The first day that was looked at, in UTC.' }),
    to: Type.String({ format: 'date', description: 'The last one: today, in UTC.' }),
    streaks: Type.Object(
      {
        played: streak('Days in a row on which the first game was played to its end.'),
        best: streak(
          'Days in a row, before today, on which nobody did better. Of those alone that the account is older than: who opened it on ' +
            'the day may have rehearsed with another one.',
        ),
      },
      { description: 'In the days that were looked at.' },
    ),
    days: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'The day, in UTC.' }),
        rulesVersion: RulesVersion,
        gameId: GameId,
        state: Words(['playing', 'completed', 'conceded'], {
          description:
            '`playing`: it goes on. `completed`: it was played to its end. `conceded`: it was given up, or not finished in time. Others ' +
            'than its player are told of those alone that were completed.',
        }),
        won: Type.Boolean({ description: 'Whether it was won.' }),
        score: Nullable(Type.Number(), { description: 'The score at its end; null unless `completed`.' }),
        rank: Nullable(Type.Integer({ minimum: 1 }), {
          description:
            'By now, among all that were played to their end; final when the day is closed. Null unless `completed`.',
        }),
        registeredBefore: Type.Boolean({ description: 'Whether the account is older than the day.' }),
      }),
      { description: 'The days on which the player entered, newest first.' },
    ),
  },
  { $id: 'DailyDays', description: 'What a player made of the competitions of the day.' },
);

export const DAILY_PARTS = [DailyResults, DailyDays];
