import { randomBytes } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { type Chance, PublishedChance } from '#rules/kernel/chance.ts';
import type { Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber } from '#rules/kernel/schema.ts';
import type { TimeSlicer } from '../../eventlog/queue.ts';
import { done, type Result } from '../../eventlog/result.ts';
import { type Game, gameOver, notStarted, rulesOf, seatsToAct } from '../model/game.ts';
import { numbered, type Played, Status } from '../model/game-fields.ts';
import { Head, Outcome } from '../model/house-events.ts';
import { Viewer as ViewerSchema } from '../model/seat-shapes.ts';
import { asWritten, namedOutcome, namingOf, type Telling } from './house-sentences.ts';
import { textOf } from './table-view.ts';

export const MOST_STATES = 100;
/** The limits if the caller names no last version: the number of versions, and the characters of their JSON. */
export const USUAL_STATES = { count: 25, characters: 14_000 };

/** A request for the states at the versions `from` to `to`, both included. */
export interface StatesAsked {
  seat?: Viewer | undefined;
  from: number;
  to?: number | undefined;
  telling: Telling;
}

export function stateListOf({ name, prefix, kind, rulesVersion, view }: Played) {
  const state = Type.Object({
    version: numbered('The version.'),
    head: Head,
    at: Type.String({ format: 'date-time', description: 'When the version was made.' }),
    status: Status,
    toAct: Type.Array(SeatNumber, { description: 'Seats that were to decide, lowest first.' }),
    view: Nullable(Ref(view), { description: 'The table as `viewer` may see it; null before the start.' }),
    text: Type.Optional(Type.String({ description: 'The view in plain words. Only with `text=true`.' })),
    outcome: Nullable(Ref(Outcome), { description: 'Null unless the game was over with an outcome.' }),
  });
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      version: numbered('The present version of the game.'),
      viewer: ViewerSchema,
      states: Type.Array(state, { description: 'One for each version from `from` to `to`, in this order.' }),
    },
    { $id: `${prefix}StateList`, description: `What a game of ${name} was like, version by version.` },
  );
}
export type StateList = Static<ReturnType<typeof stateListOf>>;
export type PastState = StateList['states'][number];

export function pastState(game: Game, viewer: Viewer, { text, names }: Telling): PastState {
  const view: unknown = game.state === null ? null : game.header.ruleset.view(game.state, viewer);
  const naming = names ? namingOf(game.seats) : asWritten;
  return {
    version: game.version,
    head: game.head,
    at: game.updatedAt.toISOString(),
    status: game.status,
    toAct: seatsToAct(game),
    view,
    ...(text ? { text: textOf(game, view, naming) } : {}),
    outcome: game.outcome && namedOutcome(game.outcome, naming),
  };
}

export function sampledWorldsOf({ name, prefix, kind, options }: Played, rulesVersion: Played['rulesVersion']) {
  const world = Type.Object({
    state: Type.Unsafe<unknown>({
      additionalProperties: true,
      description: 'A full position in the format of the ruleset: opaque JSON.',
      type: 'object',
      properties: {},
    }),
  });
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      options: Ref(options),
      seat: { ...SeatNumber, description: 'The seat whose knowledge the worlds match.' },
      version: numbered('The present version of the game.'),
      toAct: Type.Array(SeatNumber, { description: 'Seats that are to decide now, the same in all worlds.' }),
      worlds: Type.Array(world, { description: 'The requested number of worlds, drawn independently.' }),
    },
    {
      $id: `${prefix}SampledWorlds`,
      description: `Positions of a game of ${name} that agree with what a seat has seen.`,
    },
  );
}
export type SampledWorlds = Static<ReturnType<typeof sampledWorldsOf>>;

const SEED_BYTES = 32;

/** Returns possible positions that the seat cannot tell from the true one. Pauses before each one for other work. */
export async function worldsFor(
  { game, seat }: { game: Game; seat: Seat },
  count: number,
  timeSlicer: TimeSlicer,
): Promise<Result<SampledWorlds>> {
  if (game.status === 'open') return notStarted();
  if (game.status !== 'playing') return gameOver(game);
  const chance = freshChance();
  const worlds: SampledWorlds['worlds'] = [];
  while (worlds.length < count) {
    await timeSlicer.pause();
    worlds.push(drawnWorld(game, seat, chance));
  }
  return done({ ...placeOf(game, seat), worlds });
}

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

/** Returns random numbers that are independent of the game's: known draws would reveal the true position. */
export function freshChance(): Chance {
  return new PublishedChance(randomBytes(SEED_BYTES), 0);
}
