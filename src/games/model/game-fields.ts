import { type TLiteral, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { CompetitionPlace } from '#rules/kernel/chain.ts';
import type { Choice } from '#rules/kernel/choices.ts';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import { Nullable, numbered, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { BySeat } from '#rules/kernel/tabletop/fields.ts';
import { Outcome, type SeenEvent } from './house-events.ts';
import { SeatHolder } from './seat-shapes.ts';

export const Moment = Type.String({ format: 'date-time' });

export const GameId = Type.String({ format: 'uuid', description: 'The game, as in `/v1/games/{gameId}`.' });

export const RulesetId = Type.String({ description: 'The `id` of a ruleset, as in `listRulesets`.' });

/** The highest version that fits into the database column, a 32-bit integer. */
export const LATEST_RULES_VERSION = 2_147_483_647;

export const RulesVersion = numbered(
  'The version of the rules; `getRuleset` with this `rulesVersion` and `rules=true` returns their text.',
);

export const Status = Words(['open', 'playing', 'finished', 'aborted'], {
  description:
    '`open`: waits for players. `playing`: in progress. `finished`: over, with an `outcome`. `aborted`: over ' +
    'without one.',
});

const VISIBILITIES = ['public', 'unlisted', 'private'] as const;

export const Visibility = Words(VISIBILITIES, {
  description:
    '`public`: listed, and anyone may watch. `unlisted`: anyone who knows the id may watch. `private`: visible only to its ' +
    'players and to those who have its `inviteCode`.',
});

const WhyNot = Words(['openSeed', 'practice', 'secondSeat', 'takenBack', 'unattended', 'botsAlone', 'notPublic'], {
  description:
    '`openSeed`: its creator chose the seed, and could foresee all chance. `practice`: of the day, but not the player’s first. ' +
    '`secondSeat`: a player holds two seats. `takenBack`: it went on from an earlier position; a player who went back without the ' +
    'consent of another player can still lose it. `unattended`: every player let the time run out, and none acted. ' +
    '`botsAlone`: no player sits in it. `notPublic`: not everyone may look.',
});

export const DailyEntry = Type.Object({
  date: Type.String({ format: 'date', description: 'The day, in UTC.' }),
  practice: Type.Boolean({
    description: 'Whether the player had begun an earlier game of that day, so this one does not count.',
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
    id: id({ description: 'The id of the game, used in `/v1/games/{gameId}`.' }),
    ruleset: kind,
    rulesVersion,
    options: Ref(options, { description: 'The options of the game, including defaults.' }),
    status: Status,
    version: numbered('Counts all changes from 1, the creation, including joins; it never decreases.'),
    seats: BySeat(Ref(SeatHolder), 'The seats of the game, by number.'),
    toAct: Type.Array(SeatNumber, {
      description: 'Seats that are to decide now, lowest first; empty unless the game is `playing`.',
    }),
    outcome: Nullable(Ref(Outcome), { description: 'Null until the game is over, and in aborted games.' }),
    visibility: Visibility,
    seeded: Type.Boolean({
      description:
        'Whether one seed determines all chance: an open one from the creator, or the server’s for the `daily` ' +
        'or the `competition` board of the game.',
    }),
    counts: Type.Boolean({ description: 'Whether the game counts in the records of its players at present.' }),
    whyNot: Nullable(WhyNot, { description: 'Why the game does not count; null: it counts.' }),
    deadline: Nullable(time(), {
      description: 'The next deadline: of a seat that is to act, or of a daily game; null: there is none.',
    }),
    daily: Nullable(DailyEntry, { description: 'The daily competition of the game (see `getDaily`); null: none.' }),
    competition: Nullable(Ref(CompetitionPlace), {
      description: 'The place of the game in a competition; null: none.',
    }),
    rated: Type.Boolean({
      description:
        'Whether the result counts in the ratings: the game was created `rated`, or it belongs to a public ' +
        'competition with two or more seats, was played, and its board is closed.',
    }),
    chat: Words(['on', 'off'], {
      description:
        'Whether the game has chat (see `listMessages`). It is `off` if the creator chose that, in daily games, ' +
        'and on competition boards that are played more than once.',
    }),
    rematchOf: Nullable(id(), { description: 'The id of the game that this is a rematch of; null: none.' }),
    createdBy: Nullable(id(), {
      description:
        'The id of the player who created the game; null: the server dealt it for a competition, or it is ' +
        'unknown.',
    }),
    createdAt: time({ description: 'When the game was created.' }),
    updatedAt: time({ description: 'When the game last changed.' }),
  };
}

export { count, numbered } from '#rules/kernel/schema.ts';

/** Makes a field optional. `otherwise` completes the description: "Without it …". */
export function optional<T extends TSchema>(schema: T, otherwise: string) {
  return Type.Optional({ ...schema, description: `${schema.description} Without it ${otherwise}.` } as T);
}

export const OptionsOfGames = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Options of every game, as in `createGame`; omitted ones have their defaults.',
  },
);
