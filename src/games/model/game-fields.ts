import { type TLiteral, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { CompetitionPlace } from '#rules/kernel/chain.ts';
import type { Choice } from '#rules/kernel/choices.ts';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import { Nullable, numbered, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { Outcome, type SeenEvent } from './house-events.ts';
import { SeatHolder } from './seat-shapes.ts';

export const Moment = Type.String({ format: 'date-time' });

export const GameId = Type.String({ format: 'uuid', description: 'The game, as in paths: `/v1/games/{gameId}`.' });

export const RulesetId = Type.String({ description: 'What is played: the `id` of a ruleset, as in `listRulesets`.' });

/** Stored as 32-bit integers. */
export const LATEST_RULES_VERSION = 2_147_483_647;

export const RulesVersion = numbered(
  'The version of the rules that it is played by; `getRuleset` with this `rulesVersion` and `rules=true` has their text.',
);

export const Status = Words(['open', 'playing', 'finished', 'aborted'], {
  description:
    '`open`: waits for players to take seats. `playing`: has begun and goes on. `finished`: over, with an `outcome`. ' +
    '`aborted`: over without one.',
});

const VISIBILITIES = ['public', 'unlisted', 'private'] as const;

export const Visibility = Words(VISIBILITIES, {
  description:
    '`public`: listed, and anyone may watch. `unlisted`: whoever knows the id may watch. `private`: there for its players ' +
    'alone, and for who has its `inviteCode`.',
});

const WhyNot = Words(['openSeed', 'practice', 'secondSeat', 'takenBack', 'unattended', 'botsAlone', 'notPublic'], {
  description:
    '`openSeed`: its creator chose the seed, and could foresee all chance. `practice`: of the day, but not the player’s first. ' +
    '`secondSeat`: somebody holds two seats. `takenBack`: it went on from an earlier position; a player who went back without the ' +
    'consent of another player can still lose it. `unattended`: its players let their time run out, and none of them acted. ' +
    '`botsAlone`: no player sits in it. `notPublic`: not everyone may look.',
});

export const DailyEntry = Type.Object({
  date: Type.String({ format: 'date', description: 'The day, in UTC.' }),
  practice: Type.Boolean({
    description: 'Whether the player had begun another game of that day before, so that this one does not count.',
  }),
});

export interface Played {
  name: string;
  prefix: string;
  kind: TLiteral<string>;
  rulesVersion: TUnsafe<number>;
  options: TSchema;
  view: TSchema;
  action: TUnsafe<ActionShape>;
  choice: TUnsafe<Choice>;
  event: TUnsafe<SeenEvent>;
}

export function gameFields({ kind, rulesVersion, options }: Pick<Played, 'kind' | 'rulesVersion' | 'options'>) {
  const id = (words: { description?: string } = {}) => Type.String({ format: 'uuid', ...words });
  const time = (words: { description?: string } = {}) => Type.String({ format: 'date-time', ...words });
  return {
    id: id({ description: 'Names the game in paths: `/v1/games/{gameId}`.' }),
    ruleset: kind,
    rulesVersion,
    options: Ref(options, { description: 'What was chosen for the game, complete with the defaults.' }),
    status: Status,
    version: numbered('Counts every change from 1, the creation and every joining included; it never falls.'),
    seats: BySeat(Ref(SeatHolder), 'Every seat of the game, in the order of their numbers.'),
    toAct: Type.Array(SeatNumber, {
      description: 'Seats that are to decide now, lowest first; empty unless the game is `playing`.',
    }),
    outcome: Nullable(Ref(Outcome), { description: 'Null until the game is over, and for good when it was aborted.' }),
    visibility: Visibility,
    seeded: Type.Boolean({
      description:
        'Whether all chance comes from one seed that gives it again: the open one that the creator chose, or the house’s for ' +
        'the `daily` or the board of the `competition` that the game belongs to.',
    }),
    counts: Type.Boolean({
      description: 'Whether the game, as it stands, goes into the records of its players with how it ends for each.',
    }),
    whyNot: Nullable(WhyNot, { description: 'Why the game counts for nobody; null: it counts.' }),
    deadline: Nullable(time(), {
      description:
        'The first time that is up: of a seat that is to act, or of the whole game where it belongs to a day; null: nobody ' +
        'has to act by a certain time.',
    }),
    daily: Nullable(DailyEntry, {
      description: 'The competition of a day that the game belongs to (see `getDaily`); null: to none.',
    }),
    competition: Nullable(Ref(CompetitionPlace), {
      description: 'Where the game stands in a competition of many games; null: it belongs to none.',
    }),
    rated: Type.Boolean({
      description:
        'Whether how the game ends counts in the ratings: it was created `rated`, or belongs to a public competition of two ' +
        'seats and more, where it counts once its board is closed and if it was played.',
    }),
    chat: Words(['on', 'off'], {
      description:
        'Whether players chat in it (see `listMessages`): `off` where its creator wants it so, in the game of a day, and on a board ' +
        'of a competition that is played more than once.',
    }),
    rematchOf: Nullable(id(), { description: 'The id of the game that this one is the rematch of; null: it is none.' }),
    createdBy: Nullable(id(), {
      description:
        'The id of the player who created the game; null: the house dealt it for a competition, or none is on record.',
    }),
    createdAt: time({ description: 'When the game was created.' }),
    updatedAt: time({ description: 'When the game last changed, that is when `version` was made.' }),
  };
}

export { count, numbered } from '#rules/kernel/schema.ts';

/** A field that may be left out, and what holds then. */
export function optional<T extends TSchema>(schema: T, otherwise: string) {
  return Type.Optional({ ...schema, description: `${schema.description} Without it ${otherwise}.` } as T);
}

export const OptionsOfGames = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Options of every game, as in `createGame`; those left out have their defaults.',
  },
);
