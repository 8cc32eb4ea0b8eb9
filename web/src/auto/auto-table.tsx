// A table for any ruleset, drawn from the schema of its view. So a game can be played before it has a table of its own.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { CardPicture } from '../art/card.tsx';
import { cardIn } from '../art/faces.ts';
import { fieldsOf, type PickValue } from '../core/choose.ts';
import type { Choice, TableProps } from '../core/table-props.ts';
import { spoken, WORDS } from '../core/words.ts';
import { Card } from '../parts/card.tsx';
import { Die } from '../parts/die.tsx';
import { Piece } from '../parts/piece.tsx';
import { Sheet } from '../parts/sheet.tsx';
import {
  isBySeat,
  isFace,
  isSeat,
  type NumberedFields,
  numberedFieldsIn,
  propertyOf,
  resolved,
  type ViewSchema,
} from './view-schema.ts';

export interface AutoTableProps extends TableProps<unknown> {
  schema: ViewSchema;
  actionSchema: ViewSchema;
}

interface Surroundings {
  root: ViewSchema;
  seats: number;
  seatName(seat: number): string;
  choice: Choice;
  numbered: NumberedFields;
  /** returns the action field that can have this word as its value; null: nothing here can be picked */
  fieldOf: ((word: string) => string | undefined) | null;
}

interface PartProps {
  value: unknown;
  path: string;
  schema: ViewSchema;
  around: Surroundings;
}

const MOST_IN_A_TILE = 4;

export function AutoTable({ game, view, choice, bar, seatName, schema, actionSchema }: AutoTableProps) {
  const fields = useMemo(() => fieldsByWord(choice), [choice.left]);
  const numbered = useMemo(() => numberedFieldsIn(actionSchema), [actionSchema]);
  const around: Surroundings = {
    root: schema,
    seats: game.seats.length,
    seatName,
    choice,
    numbered,
    fieldOf: (word) => choice.picks.find(({ value }) => value === word)?.field ?? fields.get(word),
  };
  return (
    <Sheet game={game} bar={bar}>
      <Part value={view} path="" schema={schema} around={around} />
    </Sheet>
  );
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

function Part({ value, schema: given, ...where }: PartProps) {
  const schema = resolved(where.around.root, given);
  if (Array.isArray(value)) return <List values={value} schema={schema} {...where} />;
  if (isRecord(value)) return <Fields value={value} schema={schema} {...where} />;
  return <Leaf value={value} schema={schema} {...where} />;
}

function List({ values, path, schema, around }: Omit<PartProps, 'value'> & { values: unknown[] }) {
  if (values.length === 0) return <span class="dim">{WORDS.auto.none}</span>;
  const items = resolved(around.root, schema.items);
  if (isBySeat(schema, values.length, around.seats)) return <BySeat {...{ values, path, schema: items, around }} />;
  const counted = around.numbered.byList.get(path) ?? [];
  return (
    <span class="row">
      {values.map((each, i) => (
        <Numbered key={`${path}/${i}`} fields={counted} value={i} around={around}>
          {(inner) => <Part value={each} path={`${path}/${i}`} schema={items} around={inner} />}
        </Numbered>
      ))}
    </span>
  );
}

function BySeat({ values, path, schema, around }: Omit<PartProps, 'value'> & { values: unknown[] }) {
  return (
    <dl class="fields">
      {values.map((each, seat) => (
        <div key={around.seatName(seat)}>
          <dt>
            <Numbered fields={around.numbered.ofSeats} value={seat} around={around}>
              {() => around.seatName(seat)}
            </Numbered>
          </dt>
          <dd>
            <Part value={each} path={`${path}/${seat}`} schema={schema} around={around} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface NumberedProps {
  fields: readonly string[];
  value: number;
  around: Surroundings;
  children(around: Surroundings): ComponentChildren;
}

/** An item that actions refer to by number. It is a button while it can be picked. Buttons are never nested. */
function Numbered({ fields, value, around, children }: NumberedProps) {
  const { choice } = around;
  const field = fields.find((name) => choice.isPicked(name, value) || choice.canPick(name, value));
  if (field === undefined || around.fieldOf === null) return <>{children(around)}</>;
  return (
    <Piece choice={choice} field={field} value={value}>
      {children({ ...around, fieldOf: null })}
    </Piece>
  );
}

function Fields({ value, path, schema, around }: PartProps & { value: Record<string, unknown> }) {
  const entries = Object.entries(value).filter(([, each]) => !isIdle(each));
  if (typeof value.id === 'string' && entries.every(([, each]) => isSmall(each))) {
    const said = entries.filter(([name]) => name !== 'id');
    return <Tile title={value.id} entries={said} path={path} schema={schema} around={around} />;
  }
  if (isMap(value)) return <Places value={value} path={path} schema={schema} around={around} />;
  return (
    <dl class="fields">
      {entries.map(([name, each]) => {
        const part = propertyOf(around.root, schema, name);
        return (
          <div key={name}>
            <dt title={part.description}>{spoken(name)}</dt>
            <dd>
              <Part value={each} path={`${path}/${name}`} schema={part} around={around} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Places({ value, path, schema, around }: PartProps & { value: Record<string, unknown> }) {
  return (
    <span class="row">
      {Object.entries(value).map(([name, each]) => {
        const entries = Object.entries(each as Record<string, unknown>).filter(([, inner]) => !isIdle(inner));
        const part = propertyOf(around.root, schema, name);
        return (
          <Tile key={name} title={name} entries={entries} path={`${path}/${name}`} schema={part} around={around} />
        );
      })}
    </span>
  );
}

interface TileProps extends Omit<PartProps, 'value'> {
  title: string;
  entries: [string, unknown][];
}

function Tile({ title, entries, path, schema, around }: TileProps) {
  const inner = { ...around, fieldOf: null };
  return (
    <Word word={title} around={around}>
      <span class="tile">
        <b>{title}</b>
        {entries.map(([name, each]) => (
          <span key={name}>
            <small>{spoken(name)}</small>{' '}
            <Part value={each} path={`${path}/${name}`} schema={propertyOf(around.root, schema, name)} around={inner} />
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
  if (isFace(schema, value)) return <Die kind="d6" value={value} name={WORDS.auto.shows(value)} />;
  if (isSeat(schema) && value < around.seats) return <span>{around.seatName(value)}</span>;
  return <span>{value}</span>;
}

function Word({ word, around, children }: { word: string; around: Surroundings; children: ComponentChildren }) {
  const field = around.fieldOf?.(word);
  if (field === undefined) return <>{children}</>;
  return (
    <Piece choice={around.choice} field={field} value={word}>
      {children}
    </Piece>
  );
}

function Face({ word }: { word: string }) {
  const card = cardIn(word);
  if (card !== null) {
    return (
      <Card name={card.name}>
        <CardPicture id={word} big />
      </Card>
    );
  }
  return /^d\d+$/.test(word) ? (
    <Die kind={word} value={Number(word.slice(1))} plain name={word} />
  ) : (
    <span>{spoken(word)}</span>
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIdle(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

function isSmall(value: unknown): boolean {
  return !isRecord(value) && (!Array.isArray(value) || value.length <= MOST_IN_A_TILE);
}

function isMap(value: Record<string, unknown>): boolean {
  const each = Object.values(value);
  return each.length > 2 * MOST_IN_A_TILE && each.every((one) => isRecord(one) && Object.values(one).every(isSmall));
}
