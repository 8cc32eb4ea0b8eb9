import { type Static, type TObject, Type } from '@sinclair/typebox';
import { type Catalogue, type RulesetVersion, versionIn } from '#rules/catalogue.ts';
import { Nullable, Ref, Words } from '#rules/kernel/schema.ts';
import { Clock } from '../../games/model/clock-shapes.ts';
import {
  Moment,
  OptionsOfGames,
  optional,
  RulesetId,
  RulesVersion,
  Visibility,
} from '../../games/model/game-fields.ts';
import { ClientSeed } from '../../games/model/new-game.ts';
import { RulesMissing } from '../../games/refusals.ts';
import { VISIBLE_LINE } from '../../patterns.ts';
import { PlayerKind } from '../../players/player-shapes.ts';
import { SequentialStop } from '../../statistics/sequential-test.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: VISIBLE_LINE,
  description: 'The name, chosen by the organizer; visible to everyone who may see the competition.',
});

export const Format = Words(['roundRobin', 'swiss', 'ladder', 'match', 'cup'], {
  description:
    '`roundRobin`: all meet all. `swiss`: in each round entries with similar points meet, never twice. `ladder`: ' +
    'an entry that is free plays its next game, without rounds. `match`: two entries against each other. `cup`: everyone plays ' +
    'the same boards of a game for one seat.',
});
export type Format = Static<typeof Format>;

export const Duplicate = Words(['movement', 'permuted', 'none'], {
  description:
    'How luck is shared. `movement`: all tables of a round play the same boards, so that results of the same seat can be ' +
    'compared; no entry meets a board twice. `permuted`: a table plays each of its boards in every rotation of its seats. ' +
    '`none`: every game has chance of its own.',
});
export type Duplicate = Static<typeof Duplicate>;

export const Scoring = Words(['share', 'matchpoints'], {
  description:
    'What points are. `share`: 1 for a win, split among those who share it. `matchpoints`: 0 to 1 for each game, by how many ' +
    'did worse on the same seat of the same board.',
});
export type Scoring = Static<typeof Scoring>;

const Seats = Type.Integer({ minimum: 1, maximum: 5, description: 'Seats of each game: 2 to 5; in a cup 1.' });

const Boards = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    'Boards that each table plays in a round; in a cup, boards in all. A board is one shuffle: all chance of a game.',
});

const Rounds = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    'In Swiss and a match, rounds. In a round robin, how often everybody meets everybody, which takes as many rounds as ' +
    '`roundsPlanned` says. In a ladder, games that an entry plays at most. In a cup 1.',
});

const Kinds = Type.Array(PlayerKind, { minItems: 1, uniqueItems: true, description: 'Who may enter.' });

const MaxEntries = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description:
    'Entries that are taken at most: up to 1,000, in a round robin up to 64. Who withdrew or was disqualified does not count.',
});

const NoShow = Type.Object(
  {
    pauseAfter: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'The number of games in a row without an action after which an entry is paused.',
    }),
  },
  { additionalProperties: false, description: 'How no-shows are handled.' },
);

const ShowOdds = Type.Boolean({
  description:
    'Whether players may ask for `odds` in its games: what follows from each of their actions by open facts.',
});

const CLOCK = 'The time for decisions, in seconds. Required, so that no player can delay the others forever.';
const STAND_IN = 'The policy that plays on for a player who leaves a game.';
const ENTRY_UNTIL = 'Until when entries are taken';
const STARTS_AT = 'When it starts by itself';
const ENDS_AT = 'Of a ladder alone: when it ends';

export const NewCompetition = Type.Object(
  {
    name: Name,
    ruleset: RulesetId,
    options: Type.Optional(OptionsOfGames),
    seats: optional(Seats, 'the fewest that the ruleset is played on, and 1 in a cup'),
    format: Format,
    duplicate: optional(
      Duplicate,
      '`movement`, and `none` in a match, where no other table could play the same boards',
    ),
    scoring: optional(Scoring, '`share`'),
    boards: optional(Boards, '1'),
    rounds: optional(Rounds, '5 in Swiss, 20 in a ladder, else 1'),
    clock: Ref(Clock, { description: CLOCK }),
    standIn: optional(Type.String({ maxLength: 64, description: STAND_IN }), '`random`'),
    visibility: Type.Optional({
      ...Visibility,
      description:
        'Who may see it and its games. `public`: everyone, and it is listed. `unlisted`: who knows the id. `private`: its entrants, ' +
        'its organizer, and players with its `inviteCode`, which they need to enter. Default: `public`.',
    }),
    entryUntil: optional(
      { ...Moment, description: `${ENTRY_UNTIL}.` },
      'until the start, and in a ladder until its end',
    ),
    startsAt: optional({ ...Moment, description: `${STARTS_AT}.` }, '`startCompetition` does'),
    endsAt: optional({ ...Moment, description: `${ENDS_AT}.` }, 'when no entry has a game left to play'),
    maxEntries: optional(MaxEntries, 'as many as the format takes'),
    kinds: optional(Kinds, 'people and agents'),
    noShow: optional(NoShow, '`{"pauseAfter": 3}`'),
    showOdds: optional(ShowOdds, '`true`'),
    stop: Type.Optional(
      Ref(SequentialStop, {
        description: 'Matches only: when the match may end early. Without it all rounds are played.',
      }),
    ),
  },
  { $id: 'NewCompetition', additionalProperties: false, description: 'A competition to create.' },
);
export type NewCompetition = Static<typeof NewCompetition>;

/** All settings of a competition. They are public; the invite code is stored elsewhere. */
export const SETTINGS = {
  name: Name,
  ruleset: RulesetId,
  rulesVersion: RulesVersion,
  options: Type.Unsafe<unknown>(
    Type.Object({}, { additionalProperties: true, description: 'Options of every game, complete with the defaults.' }),
  ),
  seats: Seats,
  format: Format,
  duplicate: Duplicate,
  scoring: Scoring,
  boards: Boards,
  rounds: Rounds,
  clock: Ref(Clock, { description: CLOCK }),
  standIn: Type.String({ description: STAND_IN }),
  visibility: Visibility,
  entryUntil: Nullable(Moment, {
    description: `${ENTRY_UNTIL}; null: until the start, and in a ladder until its end.`,
  }),
  startsAt: Nullable(Moment, { description: `${STARTS_AT}; null: when its organizer starts it.` }),
  endsAt: Nullable(Moment, { description: `${ENDS_AT}; null: it is no ladder, or has no end.` }),
  maxEntries: MaxEntries,
  kinds: Kinds,
  noShow: NoShow,
  showOdds: Type.Optional({ ...ShowOdds, description: `${ShowOdds.description} Left out: they may.` }),
  stop: Nullable(Ref(SequentialStop), { description: 'Matches only: when it may end early; null: it does not.' }),
};
export type Settings = Static<TObject<typeof SETTINGS>>;

export const Concurrency = Type.Integer({
  minimum: 1,
  maximum: 16,
  description: 'The maximum number of simultaneous games of the entry.',
});

export const NewEntry = Type.Object(
  {
    clientSeed: Type.Optional({
      ...ClientSeed,
      description:
        'Your own words in ASCII. They enter the chance of every board that is paired later, so that no one can ' +
        'choose it alone. Default: drawn by the server.',
    }),
    concurrency: optional(Concurrency, '1, and 16 for a bot. `changeEntry` (PATCH) changes it later'),
    inviteCode: Type.Optional(Type.String({ maxLength: 64, description: 'Opens a private competition.' })),
    bot: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Enters a bot instead of you; only for the organizer, each bot once: `random`, a policy of the ' +
          'ruleset, or `search-10`, `search-100` or `search-1000`, which make that number of playouts before ' +
          'each decision.',
      }),
    ),
  },
  { $id: 'NewEntry', additionalProperties: false, description: 'The entry to create.' },
);
export type NewEntry = Static<typeof NewEntry>;

export const EntryChange = Type.Object(
  {
    concurrency: Type.Optional(Concurrency),
    paused: Type.Optional(
      Type.Boolean({ description: '`true`: no new games; running games continue. `false`: resumes.' }),
    ),
  },
  {
    $id: 'EntryChange',
    additionalProperties: false,
    anyOf: [{ required: ['paused'] }, { required: ['concurrency'] }],
    description: 'The changes: `paused`, `concurrency`, or both.',
  },
);
export type EntryChange = Static<typeof EntryChange>;

const Reason = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: VISIBLE_LINE,
  description: 'The organizer’s reason; public in the events.',
});

export const Disqualification = Type.Object(
  { reason: Reason },
  { $id: 'Disqualification', additionalProperties: false, description: 'The reason for a disqualification.' },
);

export const CompetitionAbort = Type.Object(
  { reason: Type.Optional(Reason) },
  { $id: 'CompetitionAbort', additionalProperties: false, description: 'The reason to end a competition early.' },
);

/** Returns the rules of a competition. Throws `RulesMissing`. */
export function rulesOf({ ruleset, rulesVersion }: Settings, catalogue: Catalogue): RulesetVersion {
  const rules = versionIn(catalogue, ruleset, rulesVersion);
  if (rules !== undefined) return rules;
  throw new RulesMissing(
    `This competition needs rules version ${rulesVersion} of ${ruleset}, which this server does not have.`,
  );
}
