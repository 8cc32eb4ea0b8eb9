import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, Words } from '#rules/kernel/schema.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { ASCII } from '../../patterns.ts';
import { Clock } from './clock-shapes.ts';
import { Visibility } from './game-fields.ts';
import { AnySeatWish, seatWishOf } from './seat-shapes.ts';

export const ClientSeed = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: ASCII,
  description: 'Your own words in ASCII. They enter the chance of the game, so that no one can choose it alone.',
});

const Seed = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: ASCII,
  description:
    'The same seed gives the same chance again: for practice, research and duplicate play. Such a game does not count.',
});

const COMMON = {
  visibility: Type.Optional(Type.Unsafe<Static<typeof Visibility>>({ ...Visibility, default: 'public' })),
  clock: Type.Optional(Ref(Clock, { description: 'How long decisions may take. Default: no limit.' })),
  seed: Type.Optional(Seed),
  commitmentId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'From `createCommitment`: the server is bound to its seed before it knows any client seed. Without it the server ' +
        'binds itself together with the game.',
    }),
  ),
  rated: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether how the game ends counts in the ratings of its players. It has to have two seats or more, none of them a ' +
        'second one of a player and not all of bots, a `clock` on which who runs out of time resigns, and to be public, without `seed` and ' +
        'without the bot `search`. After the first action it cannot be aborted: to stop playing is to lose.',
    }),
  ),
  chat: Type.Optional(
    Type.Unsafe<'on' | 'off'>(
      Words(['on', 'off'], {
        default: 'on',
        description:
          'Whether players may chat in it, with `postMessage`; in the game of a day they never do. It is no part of the game.',
      }),
    ),
  ),
};

export function newGameOf(ruleset: AnyRuleset, prefix: string, chosenOptions: TObject) {
  const { min, max } = ruleset.seats;
  const seatWish = seatWishOf(ruleset, prefix);
  const seats = Type.Array(Ref(seatWish), {
    minItems: min,
    maxItems: max,
    description: `One entry a seat; you may hold several. Without it you sit on seat 0 of ${min} and the rest is open.`,
  });
  const clientSeeds = Type.Array(Nullable(ClientSeed), {
    maxItems: max,
    description: 'Your own words to the chance of the game, one entry for each of your seats, null for none.',
  });
  const standIn = Words(botNames(ruleset), {
    default: 'random',
    description:
      'The policy that plays on for a player who leaves a game of three or more; one of the ruleset’s `policies`.',
  });
  const daily = Type.Boolean({
    default: false,
    description: 'Today’s competition (see `getDaily`): the chance is the same for everyone, your first game counts.',
  });
  return Type.Object(
    {
      ruleset: Type.Literal(ruleset.id, { description: 'The game to play, by the newest rules.' }),
      options: Type.Optional(
        Ref(chosenOptions, { description: 'Options other than the defaults; without it all have their defaults.' }),
      ),
      seats: Type.Optional(seats),
      ...COMMON,
      standIn: Type.Optional(standIn),
      clientSeeds: Type.Optional(clientSeeds),
      ...(ruleset.solo ? { daily: Type.Optional(daily) } : {}),
    },
    { $id: `New${prefix}Game`, additionalProperties: false, description: `A game of ${ruleset.name} to be created.` },
  );
}

/** A new game of any ruleset. The ruleset validates the options. */
export const AnyNewGame = Type.Object(
  {
    ruleset: Type.String(),
    options: Type.Optional(Type.Object({}, { additionalProperties: true })),
    seats: Type.Optional(Type.Array(AnySeatWish, { minItems: 1, maxItems: 100 })),
    ...COMMON,
    standIn: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    clientSeeds: Type.Optional(
      Type.Array(Type.Unsafe<string | null>({ ...ClientSeed, type: ['string', 'null'] }), { maxItems: 100 }),
    ),
    daily: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type NewGame = Static<typeof AnyNewGame>;
