// Plans in words: the API names views, events and actions by camel case and JSON pointers.

import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import { isBySeat, propertyOf, resolved, type ViewSchema } from '../../auto/view-schema.ts';
import { spoken } from '../../core/words.ts';
import { WORDS_OF_PLANS as words } from './plans-words.ts';

type Branch = Schemas['PlanBranch'];
type Fields = Record<string, unknown>;

export interface GameSchemas {
  view: ViewSchema;
  event: ViewSchema;
  action: ViewSchema;
}

export interface Said {
  text: string;
  raw: string;
}

/** Uses titles of the schema, otherwise spoken field names. */
export function nameAt(root: ViewSchema, pointer: string): string {
  let schema = resolved(root, root);
  const names: string[] = [];
  for (const step of pointer.split('/').slice(1).map(unescaped)) {
    names.push(nameOf(root, schema, step));
    schema = schema.items === undefined ? propertyOf(root, schema, step) : resolved(root, schema.items);
  }
  return names.join(', ');
}

function nameOf(root: ViewSchema, schema: ViewSchema, step: string): string {
  if (schema.properties === undefined && /^\d+$/.test(step)) {
    return isBySeat(schema, 0, 0) ? words.seat(Number(step)) : words.place(Number(step) + 1);
  }
  return schema.properties?.[step]?.title ?? propertyOf(root, schema, step).title ?? plain(step);
}

export function descriptionIn(root: ViewSchema, description = ''): string {
  const spelt = Object.keys(root.properties ?? {}).filter((name) => plain(name) !== name);
  const written = new RegExp(`\\b(${['null', ...spelt].join('|')})\\b`, 'g');
  return description.replaceAll(written, (name) => (name === 'null' ? words.nothing : `“${plain(name)}”`));
}

/** Spells out camel case and paths; names such as `10S` and `d20` stay. */
export function plain(name: string): string {
  return /^[a-z]+[A-Z]|^[a-z]{2,}[-_\d]/.test(name) ? spoken(name) : name;
}

export function conditionSaid(schemas: GameSchemas | null, condition: NonNullable<Branch['when']>[number]): Said {
  const { view, event } = condition as { view?: string; event?: { type: string; seat?: number; where?: Fields[] } };
  if (event === undefined) return { text: matchText(schemas?.view, view ?? '', condition as Fields), raw: view ?? '' };
  const { type, seat, where = [] } = event;
  const told = schemas === null ? undefined : typeIn(schemas.event, type);
  const data = told && schemas !== null ? propertyOf(schemas.event, told, 'data') : {};
  const root = { ...data, $defs: schemas?.event.$defs ?? {} };
  const asked = where.map((each) => matchText(root, String(each.data), each));
  return {
    text: words.event(told?.title ?? plain(type), seat, asked),
    raw: [type, ...where.map((each) => String(each.data))].join(' '),
  };
}

export function actionSaid(schemas: GameSchemas | null, action: Branch['do']): Said {
  const { type, ...rest } = action as { type: string } & Fields;
  const known = (schemas && typeIn(schemas.action, type)) ?? {};
  const root = { ...known, $defs: schemas?.action.$defs ?? {} };
  const fields = Object.entries(rest).map(([name, value]) => `${nameAt(root, `/${name}`)} ${valueText(value)}`);
  return { text: [known.title ?? plain(type), ...fields].join(', '), raw: rawAction(action) };
}

/** The action's API name without arguments. */
export function rawAction({ type, ...rest }: Branch['do']): string {
  return [type, ...Object.keys(rest).map((name) => `/${name}`)].join(' ');
}

function typeIn(root: ViewSchema, type: string): ViewSchema | undefined {
  const kinds = (root.anyOf ?? root.oneOf ?? []).map((kind) => resolved(root, kind));
  return kinds.find((kind) => propertyOf(root, kind, 'type').enum?.includes(type));
}

function matchText(root: ViewSchema | undefined, pointer: string, condition: Fields): string {
  const asked = Object.entries(words.matched).flatMap(([way, said]) =>
    way in condition ? [`${said} ${valueText(condition[way])}`] : [],
  );
  return `${nameAt(root ?? {}, pointer)} ${asked.join(', ')}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object' || value === null) return value === null ? words.nothing : String(value);
  return Object.entries(value)
    .map(([name, each]) => `${plain(name)} ${valueText(each)}`)
    .join(', ');
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
