import { Type } from '@sinclair/typebox';
import { Nullable, Ref, SeatNumber, Words } from '../../kernel/schema.ts';
import { CompetitionPlace, GameId, RulesetId, RulesVersion } from './game-fields.ts';
import { SeatedPlayer } from './seats.ts';

export const TurnList = Type.Object(
  {
    turns: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        seats: Type.Array(SeatNumber, { description: 'Your seats that are to act, lowest first.' }),
        version: Type.Integer({ minimum: 1, description: 'The version of the game now.' }),
        competition: Nullable(Ref(CompetitionPlace), {
          description: 'Where the game stands in a competition of many games; null: it belongs to none.',
        }),
        deadline: Nullable(Type.String({ format: 'date-time' }), {
          description:
            'The first time in this game that is up: of a seat that is to act, or of the whole game where it belongs to a day; ' +
            'null: there is none.',
        }),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
      }),
      { description: 'Oldest game first, up to 500.' },
    ),
    invitations: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        seats: Type.Array(SeatNumber, {
          description: 'The seats that are kept for you, lowest first: `joinGame` takes one, `leaveGame` declines.',
        }),
        version: Type.Integer({ minimum: 1, description: 'The version of the game now.' }),
        createdBy: Nullable(Type.String({ format: 'uuid' }), {
          description: 'The id of the player who created the game; null: it was made before that was kept.',
        }),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
      }),
      { description: 'Games in which you do not sit yet. Oldest first; together with `turns` up to 500.' },
    ),
  },
  { $id: 'TurnList', description: 'The games that wait for you.' },
);

function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

export const PlayerRecord = Type.Object(
  {
    player: Ref(SeatedPlayer, { description: 'Whose record it is.' }),
    rulesets: Type.Array(
      Type.Object({
        ruleset: RulesetId,
        finished: count(
          'All of them: the sum of the four below. Of games that were aborted only those that the player gave up alone.',
        ),
        won: count('Won alone.'),
        shared: count('Won together with others.'),
        lost: count('Not won: by another, by nobody, resigned, or aborted where all others were bots or had left.'),
        uncounted: count('Games that count for nobody: they say nothing, whoever won. The sum of `whyNot`.'),
        whyNot: Type.Object(
          {
            openSeed: count('Their creator chose the seed, and could foresee all chance.'),
            practice: count('Of the day, but not the first of the player on that day.'),
            secondSeat: count('Somebody held two seats.'),
            earlier: count('They were over before results were kept.'),
          },
          { description: 'Why those that are `uncounted` do not count.' },
        ),
      }),
      {
        description:
          'One entry for each ruleset of which the player has finished a game. `counts` in `getState` and `listGames` says of each game whether it does.',
      },
    ),
  },
  { $id: 'PlayerRecord', description: 'Public games that a player has finished.' },
);

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
        rank: Type.Integer({
          minimum: 1,
          description: 'From 1; equal results share a rank, and as many ranks after it are left out.',
        }),
        gameId: GameId,
        player: Ref(SeatedPlayer, { description: 'Who played it.' }),
        registeredBefore: Type.Boolean({
          description:
            'Whether the account is older than the day. Who opened it on the day may have rehearsed with another one.',
        }),
        won: Type.Boolean({ description: 'Whether the game was won; every win ranks above every loss.' }),
        score: Type.Number({ description: 'The score at its end, as in the `outcome` of the game; see `scoring`.' }),
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
