import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Printed, schemaFamily } from '../kernel/schema.ts';

const { object } = schemaFamily('Pascal');

export const OptionsSchema = object(
  'Options',
  {
    dotSpaces: Type.Integer({
      minimum: 5,
      maximum: 500,
      multipleOf: 5,
      default: 50,
      description: 'How many dots a board has space for, five to a box; each re-roll needs one.',
    }),
    crossSpaces: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'How many crosses a board has space for; each discarded roll needs one.',
    }),
    maxBoards: Nullable(Type.Integer({ minimum: 1, maximum: 100 }), {
      default: 10,
      description:
        'The game is lost when this many boards have been cancelled. With null it goes on until a board is complete or the ' +
        'player resigns, so a person has to play.',
    }),
    printed: Printed(
      'The printed rules to the letter: a corner or bonus field can be crossed out at any time, even where a 0 cannot stand. ' +
        'A board with a broken sum is never complete, so it can only be cancelled.',
    ),
  },
  'Options of Pascal.',
);
export type Options = Static<typeof OptionsSchema>;

/** Returns whether the game has no limit of boards. The player can then cancel boards forever (rule R8). */
export function isUnbounded({ maxBoards }: Options): boolean {
  return maxBoards === null;
}
