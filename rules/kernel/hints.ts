/** The meaning of a value on a table, for front ends that know no game. A value that fits none of these has no kind. */
export const KINDS = {
  seat: 'the number of a seat',
  card: 'a card: its name, as actions have it, or all of it with that name as `id`',
  die: 'a die, by its name or its place',
  face: 'what a die shows',
  count: 'how many of something there are',
  points: 'points of a score, or on the way to one',
  health: 'hit points, or what holds out against damage',
  room: 'a room, by its number',
  field: 'a field to write into, by its name',
} as const;
export type Kind = keyof typeof KINDS;

/** Annotations of a value's own schema: in `items`, in a branch of `anyOf`, or in the part that `$ref` names. */
export interface Hints {
  'x-kind'?: Kind;
  /**
   * of an array: `seat`: item n belongs to seat n; `/rooms`: item n belongs to the nth item of that list in the view
   */
  'x-by'?: 'seat' | `/${string}`;
  /** of a number: an index, from 0, into the list of the view at this pointer */
  'x-indexes'?: `/${string}`;
  /**
   * of a field of an action: the values in legal actions, if the schema allows more. Of an array field: the values of
   * its items; each occurs at most once, in this order. `['d6', 'd8']` allows `['d6']` and `['d6', 'd8']`
   */
  'x-among'?: readonly (string | number)[];
}

export const HINTS = ['x-kind', 'x-by', 'x-indexes', 'x-among'] as const satisfies (keyof Hints)[];
