import { Type } from '@sinclair/typebox';
import { Nullable, Ref, Words } from '#rules/kernel/schema.ts';
import { Clock } from '../games/model/clock-shapes.ts';
import { GameId, Moment, OptionsOfGames, optional, RulesetId, RulesVersion } from '../games/model/game-fields.ts';
import { ClientSeed } from '../games/queries/new-game.ts';

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
  description: 'Seconds after which a bot of the house may come where nobody else does.',
});

const Games = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Games to be played in all: a seek of many stays and is paired again and again, as on a ladder.',
});

const Concurrency = Type.Integer({
  minimum: 1,
  maximum: 16,
  description: 'Games to be played at the same time, at most.',
});

const CLOCK =
  'How long decisions may take, in seconds. Every seek needs one, so that nobody keeps the others waiting for ever, and ' +
  '`onTimeout` has to be `resign`: whoever runs out of time has lost.';

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
        'Any words of yours in ASCII: they go into the chance of every game of this seek. The house knows them when it draws its own ' +
        'seed for a game, so they do not keep it from choosing. Without it the server draws some for each game.',
    }),
  },
  { $id: 'NewSeek', additionalProperties: false, description: 'A seek to be begun.' },
);

const PoolId = Type.String({
  description: 'The pool in which its games are rated: that of its ruleset, version, options and seats.',
});

const TERMS = {
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  options: Type.Object(
    {},
    { additionalProperties: true, description: 'Options of every game, complete with their defaults.' },
  ),
  seats: Seats,
  clock: Ref(Clock, { description: 'How long decisions may take, in seconds.' }),
  poolId: PoolId,
};

export const Seek = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the seek in paths: `/v1/me/seeks/{seekId}`.' }),
    ...TERMS,
    opponents: Opponents,
    ratingWithin: Nullable(RatingWithin, { description: `${RatingWithin.description} Null: any rating.` }),
    patience: Patience,
    games: Games,
    concurrency: Concurrency,
    clientSeed: Nullable(ClientSeed, {
      description: 'Your words that go into the chance of every game; null: the server draws some for each.',
    }),
    status: Words(['open', 'done', 'cancelled', 'paused', 'expired'], {
      description:
        '`open`: it is paired whenever it has room for one more game. `done`: all its games are played. `cancelled`: by you. ' +
        '`paused`: you did not act once in three games in a row. `expired`: nobody looked at it for a day, or the rules have a ' +
        'newer version. Games under way go on, whatever the status.',
    }),
    endedBecause: Nullable(Words(['allPlayed', 'cancelled', 'neverActed', 'notLookedAt', 'newRules']), {
      description: 'Why it is no longer open; null while it is. `explanation` says it in words.',
    }),
    version: Type.Integer({ minimum: 1, description: 'Counts every change of the seek from 1.' }),
    played: Type.Integer({
      minimum: 0,
      description:
        'Games that were played to their end. A game that was aborted does not count, and another takes its place.',
    }),
    runningGames: Type.Array(GameId, {
      description: 'The games under way, oldest first. One that is over leaves the list within a second.',
    }),
    lastGameId: Nullable(GameId, { description: 'The game that began last; null before the first.' }),
    waitingBecause: Nullable(Words(['noOpponent', 'allBusy', 'recentlyMet', 'outOfRange', 'ownGames']), {
      description:
        'Why no further game has begun. `noOpponent`: not enough others seek this. `allBusy`: they do, none is free for you. ' +
        '`recentlyMet`: who is free has played with you lately, and it waits for others. `outOfRange`: whose rating fits is not there. ' +
        '`ownGames`: you have as many under way as you asked for, or may have. Null: it ended, or has not been looked at yet.',
    }),
    explanation: Type.String({ description: 'What becomes of it, and why it waits, in a sentence.' }),
    waitingSince: { ...Moment, description: 'Since when it has had room for one more game.' },
    createdAt: { ...Moment, description: 'When it was begun.' },
    updatedAt: { ...Moment, description: 'When it last changed.' },
  },
  { $id: 'Seek', description: 'Somebody who seeks rated games with whoever fits.' },
);

export const SeekList = Type.Object(
  { seeks: Type.Array(Ref(Seek), { description: 'Open ones first, then the newest; 100 at most.' }) },
  { $id: 'SeekList', description: 'Your seeks.' },
);

export const Sought = Type.Object(
  {
    ...TERMS,
    waiting: Type.Integer({
      minimum: 0,
      description: 'Players who would be paired with you, were you to seek the same.',
    }),
    players: Type.Integer({ minimum: 1, description: 'Players who seek this, also those whose games are under way.' }),
    bots: Type.Array(Type.String(), {
      description: 'The bots of the house that come where nobody else does, weakest first as far as that is known.',
    }),
  },
  { $id: 'Sought', description: 'What some seek. Who they are shows when a game begins.' },
);

export const SoughtList = Type.Object(
  {
    sought: Type.Array(Ref(Sought), {
      description: 'First what most players seek with others of any rating, then what most seek; 100 at most.',
    }),
  },
  { $id: 'SoughtList', description: 'What is sought.' },
);

export const SEEK_PARTS = [NewSeek, Seek, SeekList, Sought, SoughtList];
