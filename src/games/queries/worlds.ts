import { randomBytes } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { type Chance, PublishedChance } from '#rules/kernel/chance.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import type { TimeSlicer } from '../../eventlog/queue.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import { gameOver, notStarted, onlookerOf } from '../model/access.ts';
import { type Game, rulesOf, seatsToAct } from '../model/game.ts';
import type { Played } from '../model/game-fields.ts';

/** Whole positions of a game of one ruleset that agree with all that a seat has seen: the body of `sampleWorlds`. */
export function sampledWorldsOf({ name, prefix, kind, options }: Played, rulesVersion: Played['rulesVersion']) {
  const world = Type.Object({
    state: Type.Unsafe<unknown>({
      additionalProperties: true,
      description: 'A whole position as the code of the ruleset keeps it: opaque JSON.',
      type: 'object',
      properties: {},
    }),
  });
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      options: Ref(options),
      seat: { ...SeatNumber, description: 'Whose knowledge the worlds agree with.' },
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      toAct: Type.Array(SeatNumber, { description: 'Seats that are to decide now, in every one of the worlds.' }),
      worlds: Type.Array(world, { description: 'As many as were asked for, each drawn for itself.' }),
    },
    {
      $id: `${prefix}SampledWorlds`,
      description: `Positions of a game of ${name} that agree with what a seat has seen.`,
    },
  );
}
export type SampledWorlds = Static<ReturnType<typeof sampledWorldsOf>>;

const DEFAULT_COUNT = 1;
const SEED_BYTES = 32;

/**
 * Worlds for one of the player's seats: the one asked for, else the lowest that is to act, else the lowest. Each gives way
 * to everything else before it is drawn.
 */
export async function worldsFor(
  game: Game,
  playerId: string,
  asked: { seat?: Seat | undefined; count?: number | undefined },
  timeSlicer: TimeSlicer,
): Promise<Result<SampledWorlds>> {
  const seen = onlookerOf(game, playerId, asked.seat);
  if (!seen.ok) return seen;
  const { viewer: seat } = seen.value;
  if (seat === 'spectator') return refused('not-your-seat', 'You hold no seat in this game.');
  if (game.status === 'open') return notStarted();
  if (game.status !== 'playing') return gameOver(game);
  const chance = freshChance();
  const worlds: SampledWorlds['worlds'] = [];
  while (worlds.length < (asked.count ?? DEFAULT_COUNT)) {
    await timeSlicer.pause();
    worlds.push(drawnWorld(game, seat, chance));
  }
  return done({ ...placeOf(game, seat), worlds });
}

/** Draws what the seat cannot know anew, each time for itself. */
export function drawnWorlds(game: Game, seat: Seat, count: number, chance: Chance): SampledWorlds {
  return { ...placeOf(game, seat), worlds: Array.from({ length: count }, () => drawnWorld(game, seat, chance)) };
}

function drawnWorld(game: Game, seat: Seat, chance: Chance): { state: unknown } {
  return { state: game.header.ruleset.redeal(game.state, seat, chance) };
}

function placeOf(game: Game, seat: Seat): Omit<SampledWorlds, 'worlds'> {
  const { options } = game.header;
  return { ...rulesOf(game), options, seat, version: game.version, toAct: seatsToAct(game) };
}

/**
 * Chance that nobody can foresee and that no game knows of. A world is the true position with its hidden parts
 * exchanged: with the draws one could turn it back.
 */
export function freshChance(): Chance {
  return new PublishedChance(randomBytes(SEED_BYTES), 0);
}
