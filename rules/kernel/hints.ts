/** What a value on a table stands for, for front ends that know no game; a game may have others of its own besides. */
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

/**
 * What schemas say of values beyond their form, as annotations that no validator reads. Each stands in the schema of the value
 * itself: in `items`, in a branch of `anyOf`, or in the part that `$ref` names.
 */
export interface Hints {
  /** what the value stands for */
  'x-kind'?: Kind;
  /** of an array: `seat`, one item for each seat, by its number; else a pointer into the view, one for each item of that list */
  'x-by'?: 'seat' | `/${string}`;
  /** of a number: it counts, from 0, the items of the list in the view that this pointer names */
  'x-indexes'?: `/${string}`;
  /**
   * of a field of an action: what it can be in a legal one, where that is less than its form allows; of a list of such: what its
   * items can be, each at most once and in this order
   */
  'x-among'?: readonly (string | number)[];
}

/** Their names, for validators that refuse words that they do not know. */
export const HINTS = ['x-kind', 'x-by', 'x-indexes', 'x-among'] as const satisfies (keyof Hints)[];
