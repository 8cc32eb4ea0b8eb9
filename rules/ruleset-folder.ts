import { type InputValidators, inputsOf } from './input-validator.ts';
import type { AnyRuleset } from './kernel/ruleset.ts';

/** The files index.ts and rules.md of one folder of rules, as the build found them. null: the file is missing. */
interface ListedRules {
  load: (() => Promise<{ default?: unknown }>) | null;
  rules: string | null;
}

export interface ListedRuleset extends ListedRules {
  versions: Readonly<Record<string, ListedRules>>;
}

/** The rulesets that the build found, by id, in alphabetical order. */
export type Listed = Readonly<Record<string, ListedRuleset>>;

export interface RulesetFolder {
  /** the name of the folder in messages: `rules/pascal` */
  place: string;
  ruleset: AnyRuleset;
  rules: string;
}

export class UnreadableRuleset extends Error {}

/** The properties that every ruleset must have, with their types. All other properties are optional. */
const NEEDED: Record<string, 'string' | 'number' | 'boolean' | 'object' | 'function'> = {
  id: 'string',
  name: 'string',
  summary: 'string',
  rulesVersion: 'number',
  seats: 'object',
  solo: 'boolean',
  hiddenInformation: 'boolean',
  scoring: 'function',
  schemas: 'object',
  checkOptions: 'function',
  setup: 'function',
  actors: 'function',
  legalActions: 'function',
  apply: 'function',
  view: 'function',
  redact: 'function',
  label: 'function',
  describe: 'function',
  explain: 'function',
  outcome: 'function',
  redeal: 'function',
};
const NEEDED_SCHEMAS = ['options', 'actions', 'events', 'view', 'parts'];

/** Loads the rules of one folder. Throws `UnreadableRuleset`. */
export async function readRules({ load, rules }: ListedRules, path: string, id: string): Promise<RulesetFolder> {
  const place = `rules/${path}`;
  const fail = (what: string): never => {
    throw new UnreadableRuleset(`${place} ${what}`);
  };
  if (load === null) return fail('has no index.ts, which has to export the ruleset as its default.');
  const module = await load().catch((error: Error) => fail(`cannot be loaded: ${error.message}`));
  const fault = shapeFault(module.default, id);
  if (fault !== null) fail(fault);
  if (rules === null) return fail('has no rules.md, the rules for players with rulings R1, R2 and so on.');
  return { place, ruleset: module.default as AnyRuleset, rules };
}

/** Prepares the validation of options and actions. Throws `UnreadableRuleset`. */
export function readInputs({ place, ruleset }: RulesetFolder): InputValidators {
  try {
    return inputsOf(ruleset);
  } catch (error) {
    throw new UnreadableRuleset(`${place} has a schema that cannot be compiled: ${(error as Error).message}.`);
  }
}

function shapeFault(exported: unknown, id: string): string | null {
  if (typeof exported !== 'object' || exported === null) return 'has an index.ts whose default export is no ruleset.';
  const fields = exported as Record<string, unknown>;
  const wrong = Object.entries(NEEDED).filter(([name, type]) => typeof fields[name] !== type || fields[name] === null);
  if (wrong.length > 0)
    return `exports no ruleset: ${wrong.map(([name, type]) => `${name} is no ${type}`).join(', ')}.`;
  const schemas = fields.schemas as Record<string, unknown>;
  const missing = NEEDED_SCHEMAS.filter((name) => schemas[name] === undefined);
  if (missing.length > 0) return `exports no ruleset: its schemas lack ${missing.join(', ')}.`;
  return fields.id === id ? null : `holds a ruleset that calls itself ${fields.id}: both have to have the same name.`;
}
