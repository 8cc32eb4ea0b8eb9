import { type Static, Type } from '@sinclair/typebox';
import { CompetitionPlace } from '#rules/kernel/chain.ts';
import { Nullable, Ref, SeatNumber, Union } from '#rules/kernel/schema.ts';
import { Clock } from '../model/clock-shapes.ts';
import { count, GameId, gameFields, numbered, type Played, RulesetId } from '../model/game-fields.ts';
import { SeatedPlayer, SeatHolder } from '../model/seat-shapes.ts';
import { SinceLooked } from './since-looked.ts';

const BY = {
  by: Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    description: 'The ids of the players who want it, in the order in which they asked.',
  }),
};

const TakebackAsk = Type.Object(
  {
    what: Type.Literal('takeback', { description: 'To go on from an earlier version.' }),
    to: numbered('That version.'),
    ...BY,
  },
  { $id: 'TakebackAsk', description: 'A takeback: `requestTakeback` agrees, `refuseTakeback` refuses.' },
);

const MoreTimeAsk = Type.Object(
  {
    what: Type.Literal('moreTime', { description: 'More time for a decision.' }),
    for: { ...SeatNumber, description: 'The seat whose decision it is.' },
    seconds: numbered('How much more time.'),
    ...BY,
  },
  { $id: 'MoreTimeAsk', description: 'More time: `extendTime` with the same `seat` and `seconds` agrees.' },
);

const AbortAsk = Type.Object(
  { what: Type.Literal('abort', { description: 'To end the game without an outcome.' }), ...BY },
  {
    $id: 'AbortAsk',
    description: 'To call the game off: `abortGame` agrees, and who asked can withdraw it with `withdrawAbort`.',
  },
);

export const Ask = Union(
  'Ask',
  'what',
  [TakebackAsk, MoreTimeAsk, AbortAsk],
  'Something that other players ask of you.',
);

export const Looked = Type.Object(
  {
    version: numbered('The last version that you have seen.'),
    before: count('The version before this call; later events are new to you. 0: none.'),
  },
  { $id: 'Looked', description: 'The version of a game that you have seen. Only you know it.' },
);

const Opponents = Type.Array(Ref(SeatHolder), { description: 'The other seats and their holders, by number.' });

export const TurnList = Type.Object(
  {
    turns: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        seats: Type.Array(SeatNumber, { description: 'Your seats that are to act, lowest first.' }),
        opponents: Opponents,
        version: numbered('The present version of the game.'),
        competition: Nullable(Ref(CompetitionPlace), {
          description: 'The place of the game in a competition; null: none.',
        }),
        deadline: Nullable(Type.String({ format: 'date-time' }), {
          description: 'The next deadline: of a seat that is to act, or of a daily game; null: none.',
        }),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
        sinceLooked: Type.Optional(Ref(SinceLooked, { description: 'With `since=looked`.' })),
      }),
      {
        description:
          'Nearest `deadline` first, games without one last; then those unchanged for longest; then by `gameId`. ' +
          'Play the first one next.',
      },
    ),
    asks: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        asks: Type.Array(Ref(Ask), { minItems: 1, description: 'Requests that you have not answered.' }),
        opponents: Opponents,
        version: numbered('The present version of the game.'),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
      }),
      {
        description:
          'Games in which other players ask something of you, after all `turns`, unchanged for longest first. A ' +
          'game in which you are also to act is in `turns`, too, and counts once for `limit`.',
      },
    ),
    invitations: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        seats: Type.Array(SeatNumber, {
          description: 'The seats reserved for you, lowest first: `joinGame` takes one, `leaveGame` declines.',
        }),
        opponents: Opponents,
        options: Type.Object(
          {},
          { additionalProperties: true, description: 'The options of the game, including defaults.' },
        ),
        clock: Nullable(Ref(Clock), { description: 'Null: the game has no clock.' }),
        rated: Type.Boolean({ description: 'Whether the result counts in the ratings.' }),
        version: numbered('The present version of the game.'),
        createdBy: Nullable(Type.String({ format: 'uuid' }), {
          description: 'The id of the player who created the game; null: not recorded.',
        }),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
      }),
      {
        description:
          'Games to which you are invited, after all `turns` and `asks`, unchanged for longest first. All three ' +
          'lists together hold up to `limit` games.',
      },
    ),
    total: Type.Object(
      {
        turns: count('Games in which you are to act.'),
        asks: count('Games in which other players ask something of you.'),
        invitations: count('Games to which you are invited.'),
      },
      { description: 'The totals on all pages. At most 2,000 games that wait for you are counted.' },
    ),
    next: Nullable(Type.String(), { description: 'Send it as `cursor` for the next page; null on the last page.' }),
  },
  { $id: 'TurnList', description: 'The games that wait for you.' },
);

export const PlayerRecord = Type.Object(
  {
    player: Ref(SeatedPlayer, { description: 'The player.' }),
    rulesets: Type.Array(
      Type.Object({
        ruleset: RulesetId,
        finished: count('The sum of `won`, `shared`, `lost` and `uncounted`.'),
        won: count('Won alone.'),
        shared: count('Shared wins.'),
        lost: count('Lost, resigned, ended without a winner, or aborted when all others were bots or had left.'),
        uncounted: count('Games that do not count. The sum of `whyNot`.'),
        whyNot: Type.Object(
          {
            openSeed: count('The creator chose the seed and could foresee all chance.'),
            practice: count('A daily game, but not the player’s first of that day.'),
            secondSeat: count('A player held two seats.'),
            takenBack: count('The game was continued from an earlier position.'),
            unattended: count('Every player let the time run out.'),
            earlier: count('The game ended before results were stored.'),
          },
          { description: 'The reasons for `uncounted`.' },
        ),
      }),
      {
        description:
          'One entry per ruleset of which the player has finished a game. `counts` in `getState` and `listGames` ' +
          'says whether a game counts.',
      },
    ),
  },
  { $id: 'PlayerRecord', description: 'The finished public games of a player.' },
);

const TALLY = {
  games: numbered('The number of counted games: the sum of the three below.'),
  won: count('Won alone.'),
  shared: count('Shared wins.'),
  lost: count('Not won.'),
};

export const RecordDetails = Type.Object(
  {
    player: Ref(SeatedPlayer, { description: 'The player.' }),
    opponents: Type.Array(
      Type.Object({
        player: Nullable(Ref(SeatedPlayer), { description: 'The opponent with the name used then; null: a bot.' }),
        bot: Nullable(Type.String(), { description: 'The name of the bot; null: a player.' }),
        ...TALLY,
      }),
      { description: 'Most frequent opponents first, at most 50.' },
    ),
    seats: Type.Array(
      Type.Object({ ruleset: RulesetId, seats: numbered('The number of seats.'), seat: SeatNumber, ...TALLY }),
      { description: 'By ruleset, number of seats and seat.' },
    ),
  },
  { $id: 'RecordDetails', description: 'The results of a player by opponent and seat.' },
);

export function gameSummaryOf(played: Played) {
  return Type.Object(
    {
      ...gameFields(played),
      openSeats: count('The number of seats that anyone may take.'),
      clock: Nullable(Ref(Clock), { description: 'Null: the game has no clock.' }),
      sinceLooked: Type.Optional(Ref(SinceLooked, { description: 'Only with `since=looked`, for your own games.' })),
    },
    {
      $id: `${played.prefix}GameSummary`,
      description: `A game of ${played.name} from outside: everything but the table itself.`,
    },
  );
}
export type GameSummary = Static<ReturnType<typeof gameSummaryOf>>;
