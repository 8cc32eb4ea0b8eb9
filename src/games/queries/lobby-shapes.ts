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
    description: 'The ids of the players who want it, who asked first the first.',
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
    seconds: numbered('How much more.'),
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

export const ASK_PARTS = [TakebackAsk, MoreTimeAsk, AbortAsk, Ask];

export const Looked = Type.Object(
  {
    version: numbered('The last version that you have looked at.'),
    before: count('What it was before this call: what came after that is new to you. 0: none.'),
  },
  { $id: 'Looked', description: 'How far you have looked at a game. Nobody else is told.' },
);

const Opponents = Type.Array(Ref(SeatHolder), {
  description: 'All other seats and who holds them, in the order of their numbers.',
});

export const TurnList = Type.Object(
  {
    turns: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        seats: Type.Array(SeatNumber, { description: 'Your seats that are to act, lowest first.' }),
        opponents: Opponents,
        version: numbered('The version of the game now.'),
        competition: Nullable(Ref(CompetitionPlace), {
          description: 'Where the game stands in a competition of many games; null: it belongs to none.',
        }),
        deadline: Nullable(Type.String({ format: 'date-time' }), {
          description:
            'The first time in this game that is up: of a seat that is to act, or of the whole game where it belongs to a day; ' +
            'null: there is none.',
        }),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
        sinceLooked: Type.Optional(Ref(SinceLooked, { description: 'With `since=looked`.' })),
      }),
      {
        description:
          'The nearest `deadline` first, those without one last; of equal ones the game that has not changed for longest first, ' +
          'then by `gameId`. The first one is what to play next.',
      },
    ),
    asks: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        asks: Type.Array(Ref(Ask), { minItems: 1, description: 'What is asked of you and you have not answered.' }),
        opponents: Opponents,
        version: numbered('The version of the game now.'),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
      }),
      {
        description:
          'Games in which other players ask something of you. One in which you are to act as well is in `turns`, too, and counts once ' +
          'for `limit`; the others come after all `turns`, those that have not changed for longest first.',
      },
    ),
    invitations: Type.Array(
      Type.Object({
        gameId: GameId,
        ruleset: RulesetId,
        seats: Type.Array(SeatNumber, {
          description: 'The seats that are kept for you, lowest first: `joinGame` takes one, `leaveGame` declines.',
        }),
        opponents: Opponents,
        options: Type.Object(
          {},
          { additionalProperties: true, description: 'What was chosen for the game, complete with the defaults.' },
        ),
        clock: Nullable(Ref(Clock), { description: 'Null: the game has no clock.' }),
        rated: Type.Boolean({ description: 'Whether how the game ends counts in the ratings.' }),
        version: numbered('The version of the game now.'),
        createdBy: Nullable(Type.String({ format: 'uuid' }), {
          description: 'The id of the player who created the game; null: it was made before that was kept.',
        }),
        updatedAt: Type.String({ format: 'date-time', description: 'When the game last changed.' }),
      }),
      {
        description:
          'Games in which you do not sit yet, after all `turns` and `asks`: those that have not changed for longest first. ' +
          'Together with these up to `limit`.',
      },
    ),
    total: Type.Object(
      {
        turns: count('Games in which you are to act.'),
        asks: count('Games in which something is asked of you.'),
        invitations: count('Games to which you are invited.'),
      },
      { description: 'How many there are on all pages. More than 2,000 games that wait for you are not counted.' },
    ),
    next: Nullable(Type.String(), { description: 'Send it as `cursor` for the next page; null on the last one.' }),
  },
  { $id: 'TurnList', description: 'The games that wait for you.' },
);

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
            takenBack: count('They went on from an earlier position.'),
            unattended: count('None of their players acted: their time ran out.'),
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

const TALLY = {
  games: numbered('How many games that count: the sum of the three below.'),
  won: count('Won alone.'),
  shared: count('Won together with others.'),
  lost: count('Not won.'),
};

export const RecordDetails = Type.Object(
  {
    player: Ref(SeatedPlayer, { description: 'Whose record it is.' }),
    opponents: Type.Array(
      Type.Object({
        player: Nullable(Ref(SeatedPlayer), { description: 'Who was met, as they were called then; null: a bot.' }),
        bot: Nullable(Type.String(), { description: 'The name of the bot; null: it was a player.' }),
        ...TALLY,
      }),
      { description: 'Those met most often first, at most 50.' },
    ),
    seats: Type.Array(
      Type.Object({
        ruleset: RulesetId,
        seats: numbered('How many sat at the table.'),
        seat: SeatNumber,
        ...TALLY,
      }),
      { description: 'By ruleset, number of seats and seat.' },
    ),
  },
  { $id: 'RecordDetails', description: 'How a player fared against whom, and on which seats.' },
);

export function gameSummaryOf(played: Played) {
  return Type.Object(
    {
      ...gameFields(played),
      openSeats: count('How many seats anyone may take.'),
      clock: Nullable(Ref(Clock), { description: 'Null: the game has no clock.' }),
      sinceLooked: Type.Optional(Ref(SinceLooked, { description: 'With `since=looked`, of your own games.' })),
    },
    {
      $id: `${played.prefix}GameSummary`,
      description: `A game of ${played.name} from outside: everything but the table itself.`,
    },
  );
}
export type GameSummary = Static<ReturnType<typeof gameSummaryOf>>;

export const LOBBY_PARTS = [SinceLooked, Looked, TurnList, PlayerRecord, RecordDetails];
