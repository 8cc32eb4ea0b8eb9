import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { frozen } from '../kernel/frozen.ts';
import type { AnyRuleset } from '../kernel/ruleset.ts';
import { InputValidators } from './input-validator.ts';

/** A ruleset with the forms that check what players send, and its rules for players (Markdown). */
export interface CatalogueEntry {
  ruleset: AnyRuleset;
  inputs: InputValidators;
  rules: string;
}

/** All rulesets of this build by id, in alphabetical order. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

const FOLDER = new URL('./', import.meta.url);
const ENTRY = import.meta.url.endsWith('.ts') ? 'index.ts' : 'index.js';

/**
 * Finds every ruleset by its folder, so that a new game is a new folder and nothing else.
 * `freeze` makes every position immutable: on everywhere but in production, where it costs speed.
 */
export async function loadCatalogue(freeze: boolean): Promise<Catalogue> {
  const ids = readdirSync(fileURLToPath(FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/${ENTRY}`, FOLDER)))
    .map((entry) => entry.name)
    .sort();
  const entries = await Promise.all(
    ids.map(async (id): Promise<[string, CatalogueEntry]> => {
      const folder = new URL(`${id}/`, FOLDER);
      const module = (await import(new URL(ENTRY, folder).href)) as { default: AnyRuleset };
      const ruleset = module.default;
      if (ruleset.id !== id) throw new Error(`the ruleset in folder ${id} calls itself ${ruleset.id}`);
      const rules = readFileSync(new URL('rules.md', folder), 'utf8');
      return [id, { ruleset: freeze ? frozen(ruleset) : ruleset, inputs: new InputValidators(ruleset), rules }];
    }),
  );
  return new Map(entries);
}
