// Writes plans in words: the API names views, events and actions by camel case and JSON pointers.

import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { isBySeat, isSeat, propertyOf, resolved, type ViewSchema } from '../../auto/view-schema.ts';
import { spoken } from '../../core/words.ts';
import { WORDS_OF_PLANS as words } from './plans-words.ts';

type Branch = Schemas['PlanBranch'];
type Fields = Record<string, unknown>;

export interface GameSchemas {
  view: ViewSchema;
  event: ViewSchema;
  action: ViewSchema;
}

/** The names of players and cards at a table, for texts about values. */
export interface TableNames {
  /** names of players, by seat */
  seats: readonly string[];
  /** names of the cards of the game's own deck, by id */
  cards: ReadonlyMap<string, string>;
}

const NO_NAMES: TableNames = { seats: [], cards: new Map() };
const SUITS: Readonly<Record<string, string>> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** Names the value at a JSON pointer for people: by titles of the schema, or else by names of fields. */
export function nameAt(root: ViewSchema, pointer: string, known = NO_NAMES): string {
  let schema = resolved(root, root);
  const names: string[] = [];
  for (const step of pointer.split('/').slice(1).map(unescaped)) {
    names.push(nameOf(root, schema, step, known));
    schema = stepInto(root, schema, step);
  }
  return names.join(', ');
}

function stepInto(root: ViewSchema, schema: ViewSchema, step: string): ViewSchema {
  return schema.items === undefined ? propertyOf(root, schema, step) : resolved(root, schema.items);
}

function schemaAt(root: ViewSchema, pointer: string): ViewSchema {
  const steps = pointer.split('/').slice(1).map(unescaped);
  return steps.reduce((schema, step) => stepInto(root, schema, step), resolved(root, root));
}

function nameOf(root: ViewSchema, schema: ViewSchema, step: string, { seats }: TableNames): string {
  if (schema.properties === undefined && /^\d+$/.test(step)) {
    return isBySeat(schema, 0, 0) ? (seats[Number(step)] ?? words.seat(Number(step))) : words.place(Number(step) + 1);
  }
  return schema.properties?.[step]?.title ?? propertyOf(root, schema, step).title ?? plain(step);
}

export function descriptionIn(root: ViewSchema, description = ''): string {
  const spelt = Object.keys(root.properties ?? {}).filter((name) => plain(name) !== name);
  const written = new RegExp(`\\b(${['null', ...spelt].join('|')})\\b`, 'g');
  return description.replaceAll(written, (name) => (name === 'null' ? words.nothing : `“${plain(name)}”`));
}

/** Writes camel case and paths as words. Names such as `10S` and `d20` stay. */
export function plain(name: string): string {
  return /^[a-z]+[A-Z]|^[a-z]{2,}[-_\d]/.test(name) ? spoken(name) : name;
}

export function conditionSaid(
  schemas: GameSchemas | null,
  condition: NonNullable<Branch['when']>[number],
  known = NO_NAMES,
): string {
  const { view, event } = condition as { view?: string; event?: { type: string; seat?: number; where?: Fields[] } };
  if (event === undefined) return matchText(schemas?.view, view ?? '', condition as Fields, known);
  const { type, seat, where = [] } = event;
  const told = schemas === null ? undefined : typeIn(schemas.event, type);
  const data = told && schemas !== null ? propertyOf(schemas.event, told, 'data') : {};
  const root = { ...data, $defs: schemas?.event.$defs ?? {} };
  const asked = where.map((each) => matchText(root, String(each.data), each, known));
  const who = seat === undefined ? undefined : (known.seats[seat] ?? words.seat(seat));
  return words.event(told?.title ?? plain(type), who, asked);
}

export function actionSaid(schemas: GameSchemas | null, action: Branch['do'], known = NO_NAMES): string {
  const { type, ...rest } = action as { type: string } & Fields;
  const kind = (schemas && typeIn(schemas.action, type)) ?? {};
  const root = { ...kind, $defs: schemas?.action.$defs ?? {} };
  const fields = Object.entries(rest).map(
    ([name, value]) => `${nameAt(root, `/${name}`)} ${valueText(root, schemaAt(root, `/${name}`), value, known)}`,
  );
  return [kind.title ?? plain(type), ...fields].join(', ');
}

function typeIn(root: ViewSchema, type: string): ViewSchema | undefined {
  const kinds = (root.anyOf ?? root.oneOf ?? []).map((kind) => resolved(root, kind));
  return kinds.find((kind) => propertyOf(root, kind, 'type').const === type);
}

function matchText(root: ViewSchema | undefined, pointer: string, condition: Fields, known: TableNames): string {
  const schema = root === undefined ? {} : schemaAt(root, pointer);
  const asked = Object.entries(words.matched).flatMap(([way, said]) =>
    way in condition ? [`${said} ${valueText(root ?? {}, schema, condition[way], known)}`] : [],
  );
  return `${nameAt(root ?? {}, pointer, known)} ${asked.join(', ')}`;
}

/** Writes a value for people. `schema` describes the value, or the list that contains it. */
function valueText(root: ViewSchema, schema: ViewSchema, value: unknown, known: TableNames): string {
  const ofItem = schema.items === undefined ? schema : resolved(root, schema.items);
  if (Array.isArray(value)) return value.map((each) => valueText(root, ofItem, each, known)).join(', ');
  if (typeof value === 'number' && isSeat(ofItem)) return known.seats[value] ?? words.seat(value);
  if (typeof value === 'string') return cardText(value, known) ?? plain(value);
  if (typeof value !== 'object' || value === null) return value === null ? words.nothing : String(value);
  return Object.entries(value)
    .map(([name, each]) => `${plain(name)} ${valueText(root, propertyOf(root, ofItem, name), each, known)}`)
    .join(', ');
}

/** Writes `10S` as “10♠”; null: the text is no card. */
function cardText(id: string, { cards }: TableNames): string | null {
  const [, rank, suit = ''] = /^([2-9AJQK]|10)([SHDC])$/.exec(id) ?? [];
  return cards.get(id) ?? (rank === undefined ? null : `${rank}${SUITS[suit]}`);
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
