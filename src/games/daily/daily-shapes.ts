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
        description: 'All options of this competition: `createGame` with `daily: true` and these options enters it.',
      },
    ),
    scoring: Words(['highest', 'lowest'], { description: 'Whether the highest or the lowest score is best.' }),
    endsAt: Type.String({ format: 'date-time', description: 'When the last game of this day can be started.' }),
    closed: Type.Boolean({ description: 'Whether the day and all its games are over.' }),
    seedHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256 of the 32 bytes of the seed, as hex, published from the beginning of the day: use it to check ' +
        '`seed`. It is not the hash of the 64 hex characters, from which all chance follows.',
    }),
    seed: Nullable(Type.String(), {
      description: 'The seed of all its games, 32 bytes as hex; null until it is closed.',
    }),
    conceded: count(
      'The number of players who resigned or aborted their first game of the day, or did not finish it by the ' +
        'end of the next day.',
    ),
    results: Type.Array(
      Type.Object({
        rank: numbered('From 1; equal results share a rank, and the following ranks are skipped.'),
        gameId: GameId,
        player: Ref(SeatedPlayer, { description: 'The player.' }),
        registeredBefore: Type.Boolean({
          description:
            'Whether the account is older than the day. A newer account may belong to a player who rehearsed ' +
            'with another one.',
        }),
        won: Type.Boolean({ description: 'Whether the game was won; every win ranks above every loss.' }),
        score: Type.Number({ description: 'The score at its end, as in the `outcome` of the game; see `scoring`.' }),
        reason: Type.String({ description: 'Why the game ended, as the code in its `outcome`.' }),
        text: Type.String({ description: 'The reason as a sentence.' }),
      }),
      { description: 'The finished first games of the players: wins first, then by score, up to 100.' },
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
    playerId: Type.String({ format: 'uuid', description: 'The player.' }),
    from: Type.String({ format: 'date', description: 'The first day of the range, in UTC.' }),
    to: Type.String({ format: 'date', description: 'The last one: today, in UTC.' }),
    streaks: Type.Object(
      {
        played: streak('Days in a row with a finished first game.'),
        best: streak(
          'Days in a row, before today, with an unbeaten result. Only days on which the account was not new ' +
            'count, as a newer account may belong to a player who rehearsed with another one.',
        ),
      },
      { description: 'In the range of days.' },
    ),
    days: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'The day, in UTC.' }),
        rulesVersion: RulesVersion,
        gameId: GameId,
        state: Words(['playing', 'completed', 'conceded'], {
          description:
            '`playing`: in progress. `completed`: finished. `conceded`: given up, or not finished in time. Other ' +
            'players see only completed days.',
        }),
        won: Type.Boolean({ description: 'Whether it was won.' }),
        score: Nullable(Type.Number(), { description: 'The score at its end; null unless `completed`.' }),
        rank: Nullable(Type.Integer({ minimum: 1 }), {
          description:
            'The present rank among all finished games; final when the day is closed. Null unless `completed`.',
        }),
        registeredBefore: Type.Boolean({ description: 'Whether the account is older than the day.' }),
      }),
      { description: 'The days on which the player entered, newest first.' },
    ),
  },
  { $id: 'DailyDays', description: 'The results of a player in the daily competitions.' },
);
