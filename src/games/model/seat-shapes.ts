import { type Static, Type } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { PlayerKind } from '../../players/player-shapes.ts';

export const SeatedPlayer = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the player.' }),
    name: Type.String({ description: 'The player’s name; others may have the same.' }),
    kind: PlayerKind,
  },
  { $id: 'SeatedPlayer', description: 'A player at the table.' },
);

const LeftHow = Words(['resigned', 'timedOut']);

export const SeatHolder = Type.Object(
  {
    seat: SeatNumber,
    kind: Words(['open', 'invited', 'player', 'bot'], {
      description:
        '`open`: anyone may take it. `invited`: reserved for `player`, who takes it with `joinGame`. `player`: ' +
        'taken by `player`, who may have `left` since. `bot`: played by the server.',
    }),
    player: Nullable(Ref(SeatedPlayer), { description: 'Null on open seats and for bots.' }),
    policy: Nullable(Type.String(), {
      description: 'The policy that plays this seat: of a bot, or for a player who left; else null.',
    }),
    left: Nullable(LeftHow, {
      description: 'How the player left a running game: `resigned`, or `timedOut`; else null.',
    }),
  },
  { $id: 'SeatHolder', description: 'A seat and who holds it.' },
);

export const Viewer = Type.Unsafe<number | 'spectator'>({
  anyOf: [
    { type: 'integer', minimum: 0 },
    { const: 'spectator', type: 'string' },
  ],
  description: 'The viewer of this response: a seat, or a spectator, who sees public facts only.',
});

export function seatWishOf(ruleset: AnyRuleset, prefix: string) {
  return Type.Unsafe<unknown>({
    $id: `${prefix}SeatWish`,
    description:
      '`me` takes the seat, `open` leaves it to the first player who joins, `{"player": id}` invites one player, and `{"bot": name}` lets ' +
      'the house play it.',
    anyOf: wishesWith({
      type: 'string',
      enum: botNames(ruleset),
      description: 'A way of playing: one of the ruleset’s `policies`.',
    }),
  });
}

function wishesWith(bot: object): object[] {
  const player = { type: 'string', format: 'uuid', description: 'The id of a player.' };
  const ofOne = (name: string, schema: object) => {
    return { type: 'object', properties: { [name]: schema }, required: [name], additionalProperties: false };
  };
  return [{ type: 'string', enum: ['me', 'open'] }, ofOne('player', player), ofOne('bot', bot)];
}

/** A seat in a new game of any ruleset. The ruleset validates the bot's name. */
export const AnySeatWish = Type.Unsafe<'me' | 'open' | { player: string } | { bot: string }>({
  anyOf: wishesWith({ type: 'string', minLength: 1, maxLength: 64 }),
});
export type SeatWish = Static<typeof AnySeatWish>;
