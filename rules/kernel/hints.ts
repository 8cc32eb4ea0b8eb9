/** The kinds of things that a value can stand for. They let a front end show games that it was not written for. */
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

/** Hints in the schema of a value: in `items`, in a branch of `anyOf`, or in the schema to which `$ref` points. */
export interface Hints {
  'x-kind'?: Kind;
  /** for arrays. `seat`: item n belongs to seat n; `/rooms`: item n belongs to item n of the view's list `rooms` */
  'x-by'?: 'seat' | `/${string}`;
  /** for numbers: the number is an index, from 0, into the list of the view at this JSON pointer */
  'x-indexes'?: `/${string}`;
  /** for an action field whose schema allows too much: the values that legal actions can have. For an array: the items
   * that can occur, each at most once and in this order. `['d6', 'd8']` allows `['d6']` and `['d6', 'd8']` */
  'x-among'?: readonly (string | number)[];
}

export const HINTS = ['x-kind', 'x-by', 'x-indexes', 'x-among'] as const satisfies (keyof Hints)[];
