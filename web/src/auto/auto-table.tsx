// A table for any ruleset, drawn from the schema of its view: a game is playable without a line of its own here.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Card } from '../art/card.tsx';
import { Die } from '../art/die.tsx';
import { cardIn, OUTLINES } from '../art/faces.ts';
import { fieldsOf, type PickValue } from '../core/choose.ts';
import type { Choice, TableProps } from '../core/table-props.ts';
import { spoken, WORDS } from '../core/words.ts';
import { Piece } from '../parts/piece.tsx';
import { isBySeat, isDie, isSeat, propertyOf, resolved, type ViewSchema } from './view-schema.ts';

export interface AutoTableProps extends TableProps<unknown> {
  schema: ViewSchema;
}

/** What every part of the drawing needs. */
interface Surroundings {
  root: ViewSchema;
  seats: number;
  seatName(seat: number): string;
  choice: Choice;
  /** the field of some legal action that holds this word; numbers mean too much to be matched */
  fieldOf(word: string): string | undefined;
}

interface PartProps {
  value: unknown;
  schema: ViewSchema;
  around: Surroundings;
}

const MOST_IN_A_TILE = 4;

export function AutoTable({ game, view, choice, seatName, schema }: AutoTableProps) {
  const fields = useMemo(() => fieldsByWord(choice), [choice.left]);
  const around: Surroundings = {
    root: schema,
    seats: game.seats.length,
    seatName,
    choice,
    fieldOf: (word) => choice.picks.find(({ value }) => value === word)?.field ?? fields.get(word),
  };
  return <Part value={view} schema={schema} around={around} />;
}

function fieldsByWord({ left }: Choice): Map<PickValue, string> {
  const fields = new Map<PickValue, string>();
  for (const { action } of left) {
    for (const [field, value] of fieldsOf(action)) {
      if (field === 'type') continue;
      for (const each of [value].flat() as PickValue[]) if (typeof each === 'string') fields.set(each, field);
    }
  }
  return fields;
}

function Part({ value, schema: given, around }: PartProps) {
  const schema = resolved(around.root, given);
  if (Array.isArray(value)) return <List values={value} schema={schema} around={around} />;
  if (isRecord(value)) return <Fields value={value} schema={schema} around={around} />;
  return <Leaf value={value} schema={schema} around={around} />;
}

function List({ values, schema, around }: Omit<PartProps, 'value'> & { values: unknown[] }) {
  if (values.length === 0) return <span class="dim">{WORDS.auto.none}</span>;
  const own = resolved(around.root, schema.items);
  const items =
    schema.description === undefined ? own : { ...own, description: `${schema.description} ${own.description ?? ''}` };
  if (!isBySeat(schema, values.length, around.seats)) {
    // places have no name but their number
    return (
      <span class="row">
        {values.map((each, i) => (
          <Part key={i} value={each} schema={items} around={around} />
        ))}
      </span>
    );
  }
  return (
    <dl class="fields">
      {values.map((each, seat) => (
        <div key={around.seatName(seat)}>
          <dt>{around.seatName(seat)}</dt>
          <dd>
            <Part value={each} schema={own} around={around} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({ value, schema, around }: PartProps & { value: Record<string, unknown> }) {
  const entries = Object.entries(value).filter(([, each]) => !isIdle(each));
  if (typeof value.id === 'string' && entries.every(([, each]) => isSmall(each))) {
    return (
      <Tile title={value.id} entries={entries.filter(([name]) => name !== 'id')} schema={schema} around={around} />
    );
  }
  if (isMap(value)) {
    const tiles = Object.entries(value) as [string, Record<string, unknown>][];
    return (
      <span class="row">
        {tiles.map(([name, each]) => {
          const said = Object.entries(each).filter(([, inner]) => !isIdle(inner));
          return (
            <Tile
              key={name}
              title={name}
              entries={said}
              schema={propertyOf(around.root, schema, name)}
              around={around}
            />
          );
        })}
      </span>
    );
  }
  return (
    <dl class="fields">
      {entries.map(([name, each]) => {
        const part = propertyOf(around.root, schema, name);
        return (
          <div key={name}>
            <dt title={part.description}>{spoken(name)}</dt>
            <dd>
              <Part value={each} schema={part} around={around} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface TileProps extends Omit<PartProps, 'value'> {
  title: string;
  entries: [string, unknown][];
}

/** A thing with a name of its own, or one of many places on a board. */
function Tile({ title, entries, schema, around }: TileProps) {
  const inner = { ...around, fieldOf: () => undefined }; // a button holds no buttons
  return (
    <Word word={title} around={around}>
      <span class="tile">
        <b>{title}</b>
        {entries.map(([name, each]) => (
          <span key={name}>
            <small>{spoken(name)}</small>{' '}
            <Part value={each} schema={propertyOf(around.root, schema, name)} around={inner} />
          </span>
        ))}
      </span>
    </Word>
  );
}

function Leaf({ value, schema, around }: PartProps) {
  if (typeof value === 'string') {
    return (
      <Word word={value} around={around}>
        <Face word={value} />
      </Word>
    );
  }
  if (typeof value === 'boolean') return <span>{value ? WORDS.auto.yes : WORDS.auto.no}</span>;
  if (typeof value !== 'number') return <span class="dim">{WORDS.auto.nothing}</span>;
  if (isDie(schema, value)) return <Die kind="d6" value={value} />;
  if (isSeat(schema) && value < around.seats) return <span>{around.seatName(value)}</span>;
  return <span>{value}</span>;
}

function Word({ word, around, children }: { word: string; around: Surroundings; children: ComponentChildren }) {
  const field = around.fieldOf(word);
  if (field === undefined) return <>{children}</>;
  return (
    <Piece choice={around.choice} field={field} value={word}>
      {children}
    </Piece>
  );
}

function Face({ word }: { word: string }) {
  if (cardIn(word) !== null) return <Card id={word} />;
  return word in OUTLINES ? <Die kind={word} /> : <span>{spoken(word)}</span>;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What says nothing by being there. */
function isIdle(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

function isSmall(value: unknown): boolean {
  return !isRecord(value) && (!Array.isArray(value) || value.length <= MOST_IN_A_TILE);
}

/** Many records of one kind by name, such as the fields of a board. */
function isMap(value: Record<string, unknown>): boolean {
  const each = Object.values(value);
  return each.length > 2 * MOST_IN_A_TILE && each.every((one) => isRecord(one) && Object.values(one).every(isSmall));
}
