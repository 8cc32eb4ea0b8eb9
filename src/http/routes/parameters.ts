import { type Static, Type } from '@sinclair/typebox';
import type { Viewer } from '../../kernel/ruleset.ts';
import type { Examples } from '../examples.ts';

/** Parameters that several routes share. */
export const GameParams = Type.Object({ gameId: Type.String({ format: 'uuid', description: 'The id of the game.' }) });

export const SeatAsked = Type.Unsafe<number | 'spectator'>({
  anyOf: [
    { type: 'integer', minimum: 0, maximum: 99 },
    { type: 'string', const: 'spectator' },
  ],
  description: 'Whose eyes to look with: one of your own seats, or `spectator`.',
});

export const StateQuery = Type.Object(
  {
    seat: Type.Optional(SeatAsked),
    at: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2 ** 31 - 1,
        description: 'An earlier version of the game; without it the newest.',
      }),
    ),
    text: Type.Optional(Type.Boolean({ default: false, description: 'Adds `text`: the view told in plain words.' })),
    legalActions: Type.Optional(Type.Boolean({ default: true, description: '`false` leaves `legalActions` out.' })),
  },
  { additionalProperties: false },
);

export type Wants = Required<Pick<Static<typeof StateQuery>, 'text' | 'legalActions'>>;

/** The seat as the validator leaves it: a number, or the word. */
export function viewerAsked(seat: Viewer | undefined): Viewer | undefined {
  return typeof seat === 'string' && seat !== 'spectator' ? Number(seat) : seat;
}

/** The same part of the examples of every ruleset, by ruleset. */
export function each(
  examples: ReadonlyMap<string, Examples>,
  part: (example: Examples) => object,
): Record<string, object> {
  return Object.fromEntries([...examples].map(([id, example]) => [id, part(example)]));
}
