import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import { Nullable, Ref, schemaFamily } from '../kernel/schema.ts';
import { CountField } from '../kernel/tabletop/fields.ts';
import { FieldIdField } from './actions.ts';
import {
  DICE,
  ENTRIES,
  ENTRY_IDS,
  type Entry,
  type EntryId,
  FIELD_IDS,
  FIELDS,
  type FieldId,
  HIGHEST,
  totalOf,
  type Values,
} from './board.ts';
import { reachOf } from './reach.ts';
import { ScoreSchema, scoreOf } from './scoring.ts';
import { isOver, pencilFields, REROLLS_A_TURN, type State } from './state.ts';

const { object } = schemaFamily('Pascal');

const FACE: Hints = { 'x-kind': 'face' };
const BY_DIE: Hints = { 'x-by': '/dice' };

export const FieldSchema = object(
  'Field',
  {
    value: Nullable(Type.Integer({ minimum: 0, maximum: 36 }), {
      description: 'The number in the field: null when it is empty, 0 when it is crossed out.',
    }),
    crossed: Type.Boolean({ description: 'Whether the field is crossed out.' }),
    pencil: Type.Boolean({
      description: 'Whether the field was written with the roll that lies on the table, which is not used up.',
    }),
  },
  'A field of the board.',
);

export const EntrySchema = object(
  'Entry',
  {
    value: Nullable(Type.Integer({ minimum: 0, maximum: 72 }), {
      description: 'The value of the entry, pencil included; null until all its fields are filled.',
    }),
    free: Type.Boolean({
      description: 'Whether the entry lies on an edge of the triangle. Every other one is the sum of the two above it.',
    }),
    minimum: Type.Integer({
      minimum: 1,
      maximum: 35,
      description: "The number in Pascal's triangle; no entry that is a sum can be smaller.",
    }),
  },
  'An entry of the triangle: one field, or two.',
);

type FieldView = Static<typeof FieldSchema>;
type EntryView = Static<typeof EntrySchema>;

function Board<Id extends string, Part>(ids: readonly Id[], part: TProperties[string], description: string) {
  const parts = Object.fromEntries(ids.map((id) => [id, part]));
  return Type.Unsafe<Record<Id, Part>>(Type.Object(parts, { additionalProperties: false, description }));
}

export const ViewSchema = object(
  'View',
  {
    dice: Type.Array(Type.Integer({ minimum: 0, maximum: 6, ...FACE }), {
      minItems: DICE,
      maxItems: DICE,
      description: 'What the six dice show, by position. All 0 when the game is over: no roll lies on the table.',
    }),
    used: Type.Array(Nullable(FieldIdField('A field.')), {
      minItems: DICE,
      maxItems: DICE,
      ...BY_DIE,
      description: 'By position: the field that the die was written into in this turn, or null.',
    }),
    rerollsLeft: CountField('How many re-rolls are left in this turn. They are open only while nothing is in pencil.', {
      maximum: REROLLS_A_TURN,
    }),
    fields: Board<FieldId, FieldView>(
      FIELD_IDS,
      Ref(FieldSchema),
      'The 39 fields. "6.3" is row 6, place 3; "6.3+" its bonus field.',
    ),
    entries: Board<EntryId, EntryView>(ENTRY_IDS, Ref(EntrySchema), 'The 36 entries, "row.place" from 0.'),
    dots: CountField('Dots marked on this board.'),
    crosses: CountField('Crosses marked on this board.'),
    totalDots: CountField('Dots marked on all boards.'),
    totalCrosses: CountField('Crosses marked on all boards.'),
    dotSpaces: CountField('Space for dots on a board.'),
    crossSpaces: CountField('Space for crosses on a board.'),
    cancelledBoards: CountField('Boards cancelled so far.'),
    score: Ref(ScoreSchema),
    deadEntry: Nullable(Type.Unsafe<EntryId>({ type: 'string', enum: ENTRY_IDS }), {
      description:
        'An entry that no filling of the empty fields can meet any more, so that the board cannot be ' +
        'completed; pencil counts. Null when none is found, which is no promise.',
    }),
  },
  'The dice, the board and the score. Nothing is hidden.',
);
export type View = Static<typeof ViewSchema>;

// Views share these objects. A view has 75 of them, and most are equal to those of the view before.
const IN_INK = fieldsShown(false);
const IN_PENCIL = fieldsShown(true);
const EMPTY_FIELD: FieldView = Object.freeze({ value: null, crossed: false, pencil: false });
const EMPTY_FIELDS = boardOf(FIELD_IDS, () => EMPTY_FIELD);
const WRITTEN_ENTRIES = ENTRIES.map((entry) =>
  Array.from({ length: 2 * HIGHEST + 1 }, (_, value) => shown(entry, value)),
);
const EMPTY_ENTRIES = boardOf(ENTRY_IDS, (index) => shown(ENTRIES[index] as Entry, null));

function fieldsShown(pencil: boolean): FieldView[] {
  return Array.from({ length: HIGHEST + 1 }, (_, value) => Object.freeze({ value, crossed: value === 0, pencil }));
}

function shown({ isFree, minimum }: Entry, value: number | null): EntryView {
  return Object.freeze({ value, free: isFree, minimum });
}

function boardOf<Id extends string, Part>(ids: readonly Id[], partAt: (index: number) => Part): Record<Id, Part> {
  return Object.fromEntries(ids.map((id, index) => [id, partAt(index)])) as Record<Id, Part>;
}

export function view(state: State): View {
  const { dice, used, dots, crosses, totalDots, totalCrosses, cancelledBoards, options } = state;
  return {
    dice: [...dice],
    used: [...used],
    rerollsLeft: rerollsLeft(state),
    fields: fieldViews(state),
    entries: entryViews(state),
    dots,
    crosses,
    totalDots,
    totalCrosses,
    dotSpaces: options.dotSpaces,
    crossSpaces: options.crossSpaces,
    cancelledBoards,
    score: scoreOf(state),
    deadEntry: deadEntry(state),
  };
}

function rerollsLeft(state: State): number {
  return isOver(state) ? 0 : REROLLS_A_TURN - state.rerolls;
}

function entryViews({ values }: State): View['entries'] {
  const views = { ...EMPTY_ENTRIES };
  for (const entry of ENTRIES) {
    const value = totalOf(values, entry);
    if (value !== null) views[entry.id] = (WRITTEN_ENTRIES[entry.index] as EntryView[])[value] as EntryView;
  }
  return views;
}

function deadEntry({ values }: State): EntryId | null {
  return reachOf(values).dead?.id ?? null;
}

/** A view for policies. It computes its expensive parts only when they are read, such as fields and score. */
class Glance implements View {
  readonly dice: number[];
  readonly used: (FieldId | null)[];
  readonly rerollsLeft: number;
  readonly dots: number;
  readonly crosses: number;
  readonly totalDots: number;
  readonly totalCrosses: number;
  readonly dotSpaces: number;
  readonly crossSpaces: number;
  readonly cancelledBoards: number;
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
    this.dice = state.dice as number[];
    this.used = state.used as (FieldId | null)[];
    this.rerollsLeft = rerollsLeft(state);
    this.dots = state.dots;
    this.crosses = state.crosses;
    this.totalDots = state.totalDots;
    this.totalCrosses = state.totalCrosses;
    this.dotSpaces = state.options.dotSpaces;
    this.crossSpaces = state.options.crossSpaces;
    this.cancelledBoards = state.cancelledBoards;
  }

  get values(): Values {
    return this.#state.values;
  }

  get fields(): View['fields'] {
    return fieldViews(this.#state);
  }

  get entries(): View['entries'] {
    return entryViews(this.#state);
  }

  get score(): View['score'] {
    return scoreOf(this.#state);
  }

  get deadEntry(): View['deadEntry'] {
    return deadEntry(this.#state);
  }
}

export function glance(state: State): View {
  return new Glance(state);
}

function fieldViews(state: State): Record<FieldId, FieldView> {
  const pencil = pencilFields(state);
  const views = { ...EMPTY_FIELDS };
  for (const { id, index } of FIELDS) {
    const value = state.values[index] as number | null;
    if (value !== null) views[id] = (pencil.includes(id) ? IN_PENCIL : IN_INK)[value] as FieldView;
  }
  return views;
}

export function valuesIn(view: View): Values {
  return view instanceof Glance ? view.values : FIELDS.map(({ id }) => view.fields[id].value);
}

// Follows rule R17 of rules.md.
export function isOverIn(view: View): boolean {
  return view.dice[0] === 0;
}
