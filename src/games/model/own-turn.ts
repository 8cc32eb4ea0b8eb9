import { type Static, Type } from '@sinclair/typebox';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Decision } from './clock.ts';

/** What a seat did in its own turn, and the position in which it did it. */
export interface OwnStep {
  /** the last one before the action */
  version: number;
  action: ActionShape;
  state: unknown;
  decisions: Decision[];
  banks: number[] | null;
}

/** A seat's turn as far as it can be gone back in: nobody else did anything meanwhile, and nothing was drawn. */
export interface OwnTurn {
  seat: Seat;
  /** at least one, oldest first */
  steps: readonly OwnStep[];
}

/** An open request to go on from an earlier version, to which all players have to agree. */
export const Takeback = Type.Object(
  {
    to: Type.Integer({ minimum: 1, description: 'The version from which the game would go on.' }),
    agreedBy: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'The ids of the players who want it, who asked first the first.',
    }),
  },
  { $id: 'Takeback', description: 'An earlier version from which players want to go on.' },
);
export type Takeback = Static<typeof Takeback>;
