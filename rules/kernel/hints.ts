/** What a value stands for at the table, for front ends that know none of the games. Other values have no kind. */
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

/** Annotations of the schema of a value. They stand in `items`, in a branch of `anyOf`, or in the part to which `$ref`
 * points. */
export interface Hints {
  'x-kind'?: Kind;
  /** for arrays. `seat`: item n belongs to seat n; `/rooms`: item n belongs to item n of that list in the view */
  'x-by'?: 'seat' | `/${string}`;
  /** for numbers: the number is an index, from 0, into the list of the view at this pointer */
  'x-indexes'?: `/${string}`;
  /** for fields of actions: the values that legal actions have, if the schema allows more. For an array it lists the
   * possible items: each occurs at most once, and in this order. `['d6', 'd8']` allows `['d6']` and `['d6', 'd8']` */
  'x-among'?: readonly (string | number)[];
}

export const HINTS = ['x-kind', 'x-by', 'x-indexes', 'x-among'] as const satisfies (keyof Hints)[];
