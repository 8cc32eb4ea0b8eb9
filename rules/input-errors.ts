import type { ErrorObject } from 'ajv';
import { counted } from './kernel/tabletop/phrases.ts';

export interface InputError {
  pointer: string;
  message: string;
}

type SchemaError = Partial<ErrorObject>;

/** Descriptions of patterns, by pattern. Each continues a sentence whose subject is the name of a field. */
export type PatternWords = ReadonlyMap<string, string>;

const NO_WORDS: PatternWords = new Map();

/** If one of these keywords fails, the messages of the keywords listed with it say nothing new. */
const SAYS_IT_ALL: Readonly<Record<string, readonly string[]>> = {
  enum: ['type'],
  const: ['type'],
  pattern: ['minLength', 'maxLength'],
};

/** A body may have thousands of errors. At most 20 are reported, and at most 500 are examined. */
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
  return told.map(([pointer, messages]) => ({ pointer, message: [...new Set(messages)].join(' or ') }));
}

/** An `anyOf` reports the errors of all branches. Keeps those of the branches that the sender most likely meant. */
function withoutOtherBranches(errors: readonly SchemaError[]): SchemaError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const unmeant = new Set<SchemaError>(unions);
  const summaries = unions.flatMap((union) => {
    const branches = branchesOf(union, errors);
    const meant = meantOf(union, branches);
    for (const branch of branches) if (!meant.includes(branch)) for (const error of branch) unmeant.add(error);
    if (!isChoiceOfFields(meant)) return [];
    for (const error of meant.flat()) unmeant.add(error);
    const fields = meant.flat().map(({ params }) => params?.missingProperty);
    return [{ ...union, message: `must have one of the fields ${fields.join(', ')}` }];
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

/** Returns the branches that fit the type of the value and know most of its fields; of these, the ones with the fewest
 * missing fields. */
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

/** True if each branch lacks one field. One “is missing” message for each would ask for all of these fields. */
function isChoiceOfFields(branches: SchemaError[][]): boolean {
  return branches.length > 1 && branches.every((branch) => branch.length === 1 && branch[0]?.keyword === 'required');
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
  const pointer = error.instancePath ?? '';
  const params = (error.params ?? {}) as Record<string, unknown>;
  const otherwise = error.message ?? 'does not fit';
  switch (error.keyword) {
    case 'additionalProperties':
      return { pointer: `${pointer}/${escaped(String(params.additionalProperty))}`, message: 'is not a known field' };
    case 'required':
      return { pointer: `${pointer}/${escaped(String(params.missingProperty))}`, message: 'is missing' };
    case 'enum':
      return { pointer, message: `must be one of ${listed(params.allowedValues)}` };
    case 'const':
      return { pointer, message: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'minLength':
      return { pointer, message: `must have at least ${counted(Number(params.limit), 'character')}` };
    case 'maxLength':
      return { pointer, message: `must have at most ${counted(Number(params.limit), 'character')}` };
    case 'minItems':
      return { pointer, message: `must have at least ${counted(Number(params.limit), 'item')}` };
    case 'maxItems':
      return { pointer, message: `must have at most ${counted(Number(params.limit), 'item')}` };
    case 'pattern':
      return { pointer, message: patternWords.get(String(params.pattern)) ?? otherwise };
    case 'format':
      return { pointer, message: params.format === 'uuid' ? 'must be an id: a UUID' : otherwise };
    default:
      return { pointer, message: otherwise };
  }
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
