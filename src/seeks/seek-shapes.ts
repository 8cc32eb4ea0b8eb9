import { Type } from '@sinclair/typebox';
import { count, Nullable, numbered, Ref, Words } from '#rules/kernel/schema.ts';
import { Clock } from '../games/model/clock-shapes.ts';
import { GameId, Moment, OptionsOfGames, optional, RulesetId, RulesVersion } from '../games/model/game-fields.ts';
import { ClientSeed } from '../games/model/new-game.ts';

const MOST_PATIENCE_S = 24 * 60 * 60;

const Seats = Type.Integer({ minimum: 2, maximum: 5, description: 'Seats of each game: 2 to 5.' });

const Opponents = Words(['anyone', 'players', 'house'], {
  description:
    'With whom. `anyone`: players, and after your `patience` bots of the house. `players`: players alone, however long it takes. ' +
    '`house`: bots of the house alone, at once.',
});

const RatingWithin = Type.Integer({
  minimum: 50,
  maximum: 10_000,
  description:
    'How many points an opponent’s rating may be away from yours, both by the published ratings; both of you have to agree.',
});

const Patience = Type.Number({
  minimum: 0,
  maximum: MOST_PATIENCE_S,
  description: 'Seconds after which a bot may join if no player is found.',
});

const Games = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'The total number of games. A seek of several games stays open and is paired repeatedly.',
});

const Concurrency = Type.Integer({
  minimum: 1,
  maximum: 16,
  description: 'The maximum number of simultaneous games.',
});

const CLOCK =
  'The time for decisions, in seconds. Required, so that no player can delay the others forever. `onTimeout` must ' +
  'be `resign`: running out of time loses.';

export const NewSeek = Type.Object(
  {
    ruleset: RulesetId,
    options: Type.Optional(OptionsOfGames),
    seats: optional(Seats, 'the fewest that the ruleset is played on'),
    clock: Ref(Clock, { description: CLOCK }),
    opponents: optional(Opponents, '`anyone`'),
    ratingWithin: Type.Optional(
      Nullable(RatingWithin, { description: `${RatingWithin.description} Null, or without it: any rating.` }),
    ),
    patience: optional(Patience, '0.5'),
    games: optional(Games, '1'),
    concurrency: optional(Concurrency, '1'),
    clientSeed: Type.Optional({
      ...ClientSeed,
      description:
        'Your own words in ASCII. They enter the chance of every game of this seek. The server knows them when ' +
        'it draws its own seed, so they do not keep it from choosing. Default: drawn by the server for each game.',
    }),
  },
  { $id: 'NewSeek', additionalProperties: false, description: 'A seek to create.' },
);

const PoolId = Type.String({
  description: 'The pool in which its games are rated: that of its ruleset, version, options and seats.',
});

const TERMS = {
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  options: Type.Object({}, { additionalProperties: true, description: 'Options of every game, including defaults.' }),
  seats: Seats,
  clock: Ref(Clock, { description: 'How long decisions may take, in seconds.' }),
  poolId: PoolId,
};

export const Seek = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the seek, used in `/v1/me/seeks/{seekId}`.' }),
    ...TERMS,
    opponents: Opponents,
    ratingWithin: Nullable(RatingWithin, { description: `${RatingWithin.description} Null: any rating.` }),
    patience: Patience,
    games: Games,
    concurrency: Concurrency,
    clientSeed: Nullable(ClientSeed, {
      description: 'Your words that enter the chance of every game; null: the server draws some for each.',
    }),
    status: Words(['open', 'done', 'cancelled', 'paused', 'expired'], {
      description:
        '`open`: it is paired while it has room for another game. `done`: all its games are played. `cancelled`: ' +
        'by you. `paused`: you did not act in three games in a row. `expired`: it was not read for a day, or the ' +
        'rules have a newer version. Running games continue in every status.',
    }),
    endedBecause: Nullable(Words(['allPlayed', 'cancelled', 'neverActed', 'notLookedAt', 'newRules']), {
      description: 'Why it is no longer open; null while it is. `explanation` has it in words.',
    }),
    version: numbered('Counts every change of the seek from 1.'),
    played: count('The number of finished games. An aborted game does not count and is replaced.'),
    runningGames: Type.Array(GameId, {
      description: 'The running games, oldest first. A finished game leaves the list within a second.',
    }),
    lastGameId: Nullable(GameId, { description: 'The latest game; null before the first.' }),
    waitingBecause: Nullable(Words(['noOpponent', 'allBusy', 'recentlyMet', 'outOfRange', 'ownGames']), {
      description:
        'Why no further game has begun. `noOpponent`: too few others seek this. `allBusy`: none of them is free. ' +
        '`recentlyMet`: those free have played with you lately, so it waits for others. `outOfRange`: no rating ' +
        'fits. `ownGames`: you have reached your number of running games. Null: it ended, or has not been ' +
        'checked yet.',
    }),
    explanation: Type.String({ description: 'Its progress and why it waits, in a sentence.' }),
    waitingSince: { ...Moment, description: 'When it last got room for another game.' },
    createdAt: { ...Moment, description: 'When it was created.' },
    updatedAt: { ...Moment, description: 'When it last changed.' },
  },
  { $id: 'Seek', description: 'A request of a player for rated games with matching opponents.' },
);

export const SeekList = Type.Object(
  { seeks: Type.Array(Ref(Seek), { description: 'Open ones first, then newest first; at most 100.' }) },
  { $id: 'SeekList', description: 'Your seeks.' },
);

export const Sought = Type.Object(
  {
    ...TERMS,
    waiting: count('The number of players who would be paired with you if you sought the same.'),
    players: numbered('The number of players who seek this, including those in running games.'),
    bots: Type.Array(Type.String(), {
      description: 'The bots that join if no player is found, weakest first as far as known.',
    }),
  },
  { $id: 'Sought', description: 'One kind of sought game. Names are shown when a game begins.' },
);

export const SoughtList = Type.Object(
  {
    sought: Type.Array(Ref(Sought), {
      description: 'Sorted by players who accept any rating, then by all players, most first; at most 100.',
    }),
  },
  { $id: 'SoughtList', description: 'The sought games by kind.' },
);
