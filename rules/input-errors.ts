import type { ErrorObject } from 'ajv';
import { escaped } from './kernel/pointer.ts';
import { counted } from './kernel/tabletop/phrases.ts';

export interface InputError {
  pointer: string;
  message: string;
}

type SchemaError = Partial<ErrorObject>;

/** Descriptions of regular expressions. Each continues a sentence whose subject is the name of a field. */
export type PatternWords = ReadonlyMap<string, string>;

const NO_WORDS: PatternWords = new Map();

/** If the keyword on the left fails, the messages of the keywords on the right say nothing new. */
const SAYS_IT_ALL: Readonly<Record<string, readonly string[]>> = {
  enum: ['type'],
  const: ['type'],
  pattern: ['minLength', 'maxLength'],
};

/** A body may have thousands of errors. The server examines at most 500 and reports at most 20. */
export const MOST_TOLD = 20;
const MOST_LOOKED_AT = 500;

export function messagesOf(
  errors: readonly SchemaError[] | null | undefined,
  patternWords: PatternWords = NO_WORDS,
): InputError[] {
  const first = (errors ?? []).slice(0, MOST_LOOKED_AT);
  const byPointer = new Map<string, string[]>();
  for (const error of withoutEchoes(withoutOtherBranches(first))) {
    const { pointer, message } = messageOf(error, patternWords);
    byPointer.set(pointer, [...(byPointer.get(pointer) ?? []), message]);
  }
  const told = [...byPointer].slice(0, MOST_TOLD);
  return told.map(([pointer, messages]) => ({ pointer, message: alternatives([...new Set(messages)]) }));
}

/** Joins messages about one value: `must be a whole number or "spectator"`. */
function alternatives([first = '', ...others]: string[]): string {
  return [first, ...others.map((each) => each.replace(/^must be /, ''))].join(others.length > 1 ? ', or ' : ' or ');
}

/** A failed `anyOf` reports errors of all branches. Keeps those of the branches that the caller most likely meant. */
function withoutOtherBranches(errors: readonly SchemaError[]): SchemaError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const unmeant = new Set<SchemaError>(unions);
  const summaries = unions.flatMap((union) => {
    const branches = branchesOf(union, errors);
    const meant = meantOf(union, branches);
    for (const branch of branches) if (!meant.includes(branch)) for (const error of branch) unmeant.add(error);
    const message = mixtureIn(union, branches, meant) ?? choiceOfFields(meant);
    if (message === null) return [];
    for (const error of meant.flat()) unmeant.add(error);
    return [{ ...union, message }];
  });
  return [...errors.filter((error) => !unmeant.has(error)), ...summaries];
}

function branchesOf({ schemaPath, instancePath = '' }: SchemaError, errors: readonly SchemaError[]): SchemaError[][] {
  const branches = new Map<string, SchemaError[]>();
  for (const error of errors) {
    const isWithin = error.instancePath === instancePath || error.instancePath?.startsWith(`${instancePath}/`);
    if (!isWithin || !error.schemaPath?.startsWith(`${schemaPath}/`)) continue;
    const branch = error.schemaPath.slice(`${schemaPath}/`.length).split('/')[0] as string;
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return [...branches.values()];
}

/** Of the branches that fit the value's type, returns those with the fewest unknown, then the fewest missing fields. */
function meantOf(union: SchemaError, branches: SchemaError[][]): SchemaError[][] {
  const count = (branch: SchemaError[], ...keywords: string[]) =>
    branch.filter(({ keyword, instancePath }) => {
      return instancePath === union.instancePath && keywords.includes(keyword as string);
    }).length;
  const ofItsType = branches.filter((branch) => count(branch, 'type', 'enum', 'const') === 0);
  if (ofItsType.length === 0) return branches;
  const misfit = (branch: SchemaError[]) =>
    count(branch, 'additionalProperties') * MANY_FIELDS + count(branch, 'required');
  const least = Math.min(...ofItsType.map(misfit));
  return ofItsType.filter((branch) => misfit(branch) === least);
}

const MANY_FIELDS = 1000;

/** If each branch fails only because one required field is missing, any of these fields is enough, and a message for
 * each would demand them all. */
function choiceOfFields(branches: SchemaError[][]): string | null {
  const errors = branches.flat();
  if (branches.length < 2 || errors.length > branches.length) return null;
  if (errors.some(({ keyword }) => keyword !== 'required')) return null;
  return `must have one of the fields ${errors.map(({ params }) => params?.missingProperty).join(', ')}`;
}

/** Returns what is wrong if the value mixes the fields of two branches; null: it does not. */
function mixtureIn({ instancePath }: SchemaError, branches: SchemaError[][], meant: SchemaError[][]): string | null {
  const here = (branch: SchemaError[]) => branch.filter((error) => error.instancePath === instancePath);
  const kinds = branches.map((branch) => fieldsOf(here(branch)[0] ?? {}));
  const strange = here(meant.flat()).flatMap(({ params }) => params?.additionalProperty ?? []);
  if (!strange.some((field) => kinds.flat().includes(field))) return null;
  const each = kinds.filter((fields) => fields.length > 0).map(quoted);
  return `must not mix fields that exclude each other: send either ${each.join(', or ')}`;
}

/** The fields of the object in which the error is. Needs errors with `parentSchema` (option `verbose` of Ajv). */
function fieldsOf({ parentSchema }: SchemaError): string[] {
  return Object.keys(parentSchema?.properties ?? {});
}

function withoutEchoes(errors: readonly SchemaError[]): SchemaError[] {
  const said = new Set(
    errors.flatMap((error) => (SAYS_IT_ALL[error.keyword ?? ''] ?? []).map((keyword) => placeOf(error, keyword))),
  );
  return errors.filter((error) => !said.has(placeOf(error, error.keyword ?? '')));
}

function placeOf({ instancePath, schemaPath = '' }: SchemaError, keyword: string): string {
  return `${instancePath} ${schemaPath.slice(0, schemaPath.lastIndexOf('/'))}/${keyword}`;
}

function messageOf(error: SchemaError, patternWords: PatternWords): InputError {
  const { instancePath = '', keyword = '', params = {} } = error;
  const field = params.additionalProperty ?? params.missingProperty;
  const pointer = field === undefined ? instancePath : `${instancePath}/${escaped(field)}`;
  const message = patternWords.get(params.pattern) ?? MESSAGES[keyword]?.(params, error) ?? error.message;
  return { pointer, message: message ?? 'is not valid' };
}

/** Messages by keyword. Each continues a sentence whose subject is the name of a field. */
const MESSAGES: Readonly<Record<string, (params: Record<string, any>, error: SchemaError) => string>> = {
  additionalProperties: (_, error) => `is not a known field${knownOf(fieldsOf(error))}`,
  required: () => 'is missing',
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  type: ({ type }, error) => `must be ${typeWords(type)}${onlyField(error)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minLength: ({ limit }) => `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  minProperties: ({ limit }) => `must have at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'field')}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  format: ({ format }) => `must be ${FORMATS[format] ?? `a ${format}`}`,
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id: a UUID',
  date: 'a date such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T18:30:00Z',
};

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
};

function typeWords(types: string | readonly string[]): string {
  return String(types)
    .replace(/\w+/g, (type) => TYPES[type] ?? type)
    .replaceAll(',', ' or ');
}

/** Names the field that an object of a union must have. */
function onlyField({ schemaPath, parentSchema }: SchemaError): string {
  const required: readonly string[] = parentSchema?.required ?? [];
  return schemaPath?.includes('/anyOf/') && required.length === 1 ? ` with \`${required[0]}\`` : '';
}

function knownOf(fields: string[]): string {
  return fields.length === 0 ? '' : ` (known: ${quoted(fields)})`;
}

function quoted(fields: string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}
