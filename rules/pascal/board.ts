/** The index of a row of the triangle, or of a place in a row, from 0. */
type Ordinal = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type EntryId = `${Ordinal}.${Ordinal}`;
/** The id of a field. A split entry has two fields; the id of the second one, the bonus field, ends in a plus. */
export type FieldId = EntryId | `${EntryId}+`;

/** One number of the triangle. `main` and `bonus` are indexes into `FIELDS`, `above` and `below` into `ENTRIES`. */
export interface Entry {
  index: number;
  id: EntryId;
  /** true: the entry is on an edge of the triangle, so it need not be the sum of two others */
  isFree: boolean;
  /** the number at this place of Pascal's own triangle; an entry inside the triangle cannot be less */
  minimum: number;
  main: number;
  bonus: number | null;
  /** the two entries above, whose sum this entry must be; null on the edges */
  above: readonly [number, number] | null;
  /** each `entry` below is the sum of this entry and of its neighbor `beside` */
  below: readonly { entry: number; beside: number }[];
}

export interface Field {
  index: number;
  id: FieldId;
  entry: number;
  twin: number | null;
  kind: 'corner' | 'bonus' | 'plain';
}

const ROWS = 8;
// Follows rule R1 of rules.md.
const SPLIT: readonly EntryId[] = ['6.3', '7.3', '7.4'];
const CORNERS: readonly EntryId[] = ['0.0', '7.0', '7.7'];

export const DICE = 6;
export const HIGHEST = 36;

const PLACES = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: row + 1 }, (_, place) => ({ row, place })),
).flat();

export const ENTRY_IDS: readonly EntryId[] = PLACES.map(({ row, place }) => idOf(row, place));
export const FIELD_IDS: readonly FieldId[] = ENTRY_IDS.flatMap((id): FieldId[] =>
  SPLIT.includes(id) ? [id, `${id}+`] : [id],
);

export const ENTRIES: readonly Entry[] = PLACES.map(({ row, place }, index): Entry => {
  const id = idOf(row, place);
  const isFree = place === 0 || place === row;
  return {
    index,
    id,
    isFree,
    minimum: paths(row, place),
    main: FIELD_IDS.indexOf(id),
    bonus: SPLIT.includes(id) ? FIELD_IDS.indexOf(`${id}+`) : null,
    above: isFree ? null : [entryAt(row - 1, place - 1), entryAt(row - 1, place)],
    below: row === ROWS - 1 ? [] : partsOf(row, place),
  };
});

/** All 39 fields, in the order of their entries. A bonus field follows its main field. */
export const FIELDS: readonly Field[] = ENTRIES.flatMap(({ index, id, main, bonus }): Field[] => {
  const kind = CORNERS.includes(id) ? 'corner' : 'plain';
  if (bonus === null) return [{ index: main, id, entry: index, twin: null, kind }];
  return [
    { index: main, id, entry: index, twin: bonus, kind },
    { index: bonus, id: `${id}+`, entry: index, twin: main, kind: 'bonus' },
  ];
});

export const CORNER_FIELDS: readonly Field[] = FIELDS.filter(({ kind }) => kind === 'corner');
export const BONUS_FIELDS: readonly Field[] = FIELDS.filter(({ kind }) => kind === 'bonus');
/** The fields that the player may cross out instead of filling them. */
export const CROSSABLE_FIELDS: readonly Field[] = FIELDS.filter(({ kind }) => kind !== 'plain');

const FIELD_BY_ID = new Map(FIELDS.map((field) => [field.id, field]));

export function fieldOf(id: FieldId): Field {
  const field = FIELD_BY_ID.get(id);
  if (field === undefined) throw new Error(`the board has no field ${id}`);
  return field;
}

export function entryOf(field: Field): Entry {
  return ENTRIES[field.entry] as Entry;
}

function idOf(row: number, place: number): EntryId {
  return `${row}.${place}` as EntryId;
}

function entryAt(row: number, place: number): number {
  return (row * (row + 1)) / 2 + place;
}

function paths(row: number, place: number): number {
  return place === 0 || place === row ? 1 : paths(row - 1, place - 1) + paths(row - 1, place);
}

function partsOf(row: number, place: number): Entry['below'] {
  const left = place === 0 ? [] : [{ entry: entryAt(row + 1, place), beside: entryAt(row, place - 1) }];
  const right = place === row ? [] : [{ entry: entryAt(row + 1, place + 1), beside: entryAt(row, place + 1) }];
  return [...left, ...right];
}

/** The values of all fields, in the order of `FIELDS`: null for an empty field, 0 for a crossed-out one. */
export type Values = readonly (number | null)[];
/** The totals of all entries, in the order of `ENTRIES`: null until all fields of the entry are filled. */
export type Totals = readonly (number | null)[];

// Follows rule R3 of rules.md.
export function totalOf(values: Values, { main, bonus }: Entry): number | null {
  const first = values[main] as number | null;
  if (bonus === null || first === null) return first;
  const second = values[bonus] as number | null;
  return second === null ? null : first + second;
}

export function totalsOf(values: Values): Totals {
  return ENTRIES.map((entry) => totalOf(values, entry));
}

/** Returns the sum that an entry must be; null for entries on the edges, and while an entry above is incomplete. */
export function sumAbove(totals: Totals, { above }: Entry): number | null {
  if (above === null) return null;
  const left = totals[above[0]] as number | null;
  const right = totals[above[1]] as number | null;
  return left === null || right === null ? null : left + right;
}

/** Checks the sums of a full board. In the printed rules, a crossed-out field may make a sum wrong (rule R2). */
export function areSumsRight(values: Values): boolean {
  const totals = totalsOf(values);
  return ENTRIES.every((entry) => entry.above === null || sumAbove(totals, entry) === totals[entry.index]);
}

export function isFull(values: Values): boolean {
  return !values.includes(null);
}
