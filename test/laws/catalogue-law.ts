import type { TSchema } from '@sinclair/typebox';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { sentenceFault, wordsFault } from './plain-words.ts';
import { SchemaBook, typeOf } from './schema-book.ts';

export function catalogueFaults(ruleset: AnyRuleset, rules: string): string[] {
  const misnamed = nameFaults(ruleset);
  return [
    ...introductionFaults(ruleset),
    ...rulesFaults(rules),
    ...misnamed,
    ...(misnamed.length === 0 ? optionFaults(ruleset) : []),
    ...schemaFaults(ruleset),
  ];
}

function introductionFaults(ruleset: AnyRuleset): string[] {
  const { id, name, summary, rulesVersion, seats, solo } = ruleset;
  const faults: string[] = [];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) faults.push(`the id "${id}" is not in kebab case`);
  const nameFault = wordsFault(name);
  if (nameFault !== null) faults.push(`the name ${nameFault}`);
  const summaryFault = sentenceFault(summary);
  if (summaryFault !== null) faults.push(`the summary ${summaryFault}`);
  if (!Number.isInteger(rulesVersion) || rulesVersion < 1) faults.push(`the rules have the version ${rulesVersion}`);
  if (!Number.isInteger(seats.min) || !Number.isInteger(seats.max) || seats.min < 1 || seats.max < seats.min) {
    faults.push(`seats ${seats.min} to ${seats.max} are no range`);
  }
  if (solo !== (seats.min === 1)) faults.push(`solo is ${solo} and the fewest seats are ${seats.min}`);
  for (const [code, words] of Object.entries(ruleset.endings)) {
    if (!/^[a-z][a-zA-Z]*$/.test(code)) faults.push(`the ending "${code}" is no code`);
    const fault = wordsFault(words);
    if (fault !== null) faults.push(`what the ending ${code} means ${fault}`);
  }
  if (ruleset.conceded !== undefined && !solo) faults.push('it says how a game of one ends and is none');
  return faults;
}

/** Rulings must be numbered R1, R2 … without a gap. */
function rulesFaults(rules: string): string[] {
  const numbers = [...new Set([...rules.matchAll(/\bR(\d+)\b/g)].map(([, number]) => Number(number)))];
  if (rules.trim() === '') return ['the rules are empty'];
  if (numbers.length === 0) return ['the rules number no ruling'];
  const missing = Array.from({ length: Math.max(...numbers) }, (_, i) => i + 1).filter((i) => !numbers.includes(i));
  return missing.map((number) => `the rules leave out R${number}`);
}

export function strangeRulings(code: string, rules: string, file: string): string[] {
  const cited = new Set(Array.from(code.matchAll(/'(R\d+)'/g), ([, ruling]) => ruling));
  const strange = [...cited].filter((ruling) => !rules.includes(`\n- **${ruling}** `));
  return strange.map((ruling) => `${file} cites ${ruling}, and no line of rules.md begins with "- **${ruling}** "`);
}

function nameFaults({ id, schemas }: AnyRuleset): string[] {
  const prefix = id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  const suffixed = (schema: TSchema, suffix: string): [TSchema, string] => {
    const type = typeOf(schema);
    return [schema, `${prefix}${type.charAt(0).toUpperCase()}${type.slice(1)}${suffix}`];
  };
  const expected: [TSchema, string][] = [
    [schemas.options, `${prefix}Options`],
    [schemas.view, `${prefix}View`],
    ...schemas.actions.map((schema) => suffixed(schema, 'Action')),
    ...schemas.events.map((schema) => suffixed(schema, 'Event')),
  ];
  const misnamed = expected.filter(([schema, name]) => schema.$id !== name);
  const strangers = schemas.parts.filter((part) => !part.$id?.startsWith(prefix));
  const ids = [...expected.map(([schema]) => schema.$id), ...schemas.parts.map((part) => part.$id)];
  const repeated = ids.filter((name, i) => ids.indexOf(name) < i);
  return [
    ...misnamed.map(([schema, name]) => `a schema is called ${schema.$id} and not ${name}`),
    ...strangers.map((part) => `the part ${part.$id} does not begin with ${prefix}`),
    ...repeated.map((name) => `two schemas are called ${name}`),
  ];
}

function optionFaults(ruleset: AnyRuleset): string[] {
  const properties = Object.entries((ruleset.schemas.options.properties ?? {}) as Record<string, TSchema>);
  const lacking = properties.filter(([, schema]) => schema.default === undefined);
  if (lacking.length > 0) return lacking.map(([name]) => `the option ${name} has no default`);
  const defaults = Object.fromEntries(properties.map(([name, schema]) => [name, schema.default]));
  const faults: string[] = [];
  const unfit = SchemaBook.of(ruleset).optionsFault(defaults);
  if (unfit !== null) faults.push(`the defaults do not fit the schema of options: ${unfit}`);
  for (let seats = ruleset.seats.min; seats <= ruleset.seats.max; seats++) {
    const refusal = ruleset.checkOptions(defaults, seats);
    if (refusal !== null) faults.push(`the defaults are refused at ${seats} seats: ${refusal}`);
  }
  for (const { id, options } of ruleset.presets ?? []) {
    const full = { ...defaults, ...options };
    const fault = SchemaBook.of(ruleset).optionsFault(full) ?? ruleset.checkOptions(full, ruleset.seats.min);
    if (fault !== null) faults.push(`the options of the preset ${id} do not go: ${fault}`);
  }
  if (ruleset.isUnbounded?.(defaults) === true) faults.push('by the defaults a game need never end');
  if (!['highest', 'lowest'].includes(ruleset.scoring(defaults))) faults.push('the scoring is neither way');
  return faults;
}

function schemaFaults({ schemas }: AnyRuleset): string[] {
  const { options, view, actions, events, parts } = schemas;
  const known = new Map(parts.map((part) => [`${part.$id}#`, part]));
  const described = [options, view, ...actions, ...parts].flatMap((schema) =>
    undescribed(schema, known, `${schema.$id}`),
  );
  const closed = [options, view, ...actions, ...events, ...parts].flatMap((schema) => open(schema, `${schema.$id}`));
  return [...described, ...closed];
}

function inside(schema: TSchema, path: string): [string, TSchema][] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const branches: TSchema[] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const items: TSchema[] = [schema.items ?? []].flat();
  const records = Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>);
  return [
    ...properties.map(([name, part]): [string, TSchema] => [`${path}.${name}`, part]),
    ...[...branches, ...items, ...records].map((part): [string, TSchema] => [path, part]),
  ];
}

function undescribed(schema: TSchema, known: ReadonlyMap<string, TSchema>, path: string): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  const bare = properties.filter(([, part]) => !explained(part, known));
  const deeper = inside(schema, path).flatMap(([deep, part]) => undescribed(part, known, deep));
  return [...bare.map(([name]) => `${path}.${name} is not described`), ...deeper];
}

function explained(schema: TSchema, known: ReadonlyMap<string, TSchema>): boolean {
  if (typeof schema.description === 'string') return schema.description.trim() !== '';
  if (schema.const !== undefined) return true;
  const referred = schema.$ref === undefined ? undefined : known.get(schema.$ref);
  if (referred !== undefined) return explained(referred, known);
  const branches: TSchema[] = schema.anyOf ?? schema.oneOf ?? [];
  return branches.length > 0 && branches.every((branch) => branch.type === 'null' || explained(branch, known));
}

function open(schema: TSchema, path: string): string[] {
  const loose = schema.properties !== undefined && schema.additionalProperties !== false;
  const deeper = inside(schema, path).flatMap(([deep, part]) => open(part, deep));
  return loose ? [`${path} takes unknown fields`, ...deeper] : deeper;
}
