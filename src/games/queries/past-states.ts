import { type Static, Type } from '@sinclair/typebox';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber } from '#rules/kernel/schema.ts';
import type { Game } from '../model/game.ts';
import { type Played, Status } from '../model/game-fields.ts';
import { Head, Outcome } from '../model/house-events.ts';
import { Viewer as ViewerSchema } from '../model/seat-shapes.ts';
import { textOf } from './table-view.ts';
import { asWritten, namingOf, type Telling } from './wording.ts';

/** So many versions are shown at once. */
export const MOST_STATES = 100;
/** Where the caller names no last version, so many, and no more than make so many characters of JSON. */
export const USUAL_STATES = { count: 25, characters: 14_000 };

/** Which versions of a game are to be shown, the first and the last included, and to whose eyes. */
export interface StatesAsked {
  seat?: Viewer | undefined;
  from: number;
  /** as many as are usual, or as there are, when it is left out */
  to?: number | undefined;
  telling: Telling;
}

/** What a game of one ruleset was like at several versions. */
export function stateListOf({ name, prefix, kind, rulesVersion, view }: Played) {
  const state = Type.Object({
    version: Type.Integer({ minimum: 1, description: 'The version.' }),
    head: Head,
    at: Type.String({ format: 'date-time', description: 'When the version was made.' }),
    status: Status,
    toAct: Type.Array(SeatNumber, { description: 'Seats that were to decide, lowest first.' }),
    view: Nullable(Ref(view), { description: 'The table as `viewer` may see it; null before the start.' }),
    text: Type.Optional(Type.String({ description: 'The view told in plain words. There with `text=true`.' })),
    outcome: Nullable(Ref(Outcome), { description: 'Null unless the game was over with an outcome.' }),
  });
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      viewer: ViewerSchema,
      states: Type.Array(state, { description: 'One for each version from `from` to `to`, in this order.' }),
    },
    { $id: `${prefix}StateList`, description: `What a game of ${name} was like, version by version.` },
  );
}
export type StateList = Static<ReturnType<typeof stateListOf>>;
/** A game at one version, without what is the same in all of them. */
export type PastState = StateList['states'][number];

/** The game at its version, as `viewer` may see it. */
export function pastState(game: Game, viewer: Viewer, { text, names }: Telling): PastState {
  const view: unknown = game.state === null ? null : game.header.ruleset.view(game.state, viewer);
  const naming = names ? namingOf(game.seats) : asWritten;
  return {
    version: game.version,
    head: game.head,
    at: game.updatedAt.toISOString(),
    status: game.status,
    toAct: game.decisions.map(({ seat }) => seat).sort((one, other) => one - other),
    view,
    ...(text ? { text: textOf(game, view, naming) } : {}),
    outcome: game.outcome,
  };
}
