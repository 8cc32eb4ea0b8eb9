import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { frozen } from '../kernel/frozen.ts';
import type { AnyRuleset } from '../kernel/ruleset.ts';
import { type InputValidators, inputsOf } from './input-validator.ts';
import { versionedSchemas } from './schema-names.ts';

/** The rules of one version, with the checks of what players send, and the rules for players (Markdown). */
export interface RulesetVersion {
  ruleset: AnyRuleset;
  inputs: InputValidators;
  rules: string;
}

/** A ruleset by its newest rules, which new games are played by. */
export interface CatalogueEntry extends RulesetVersion {
  /** what games that began earlier are played by to their end, and replayed by after it; the oldest first */
  older: readonly RulesetVersion[];
}

/** All rulesets of this build by id, in alphabetical order. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

/** Where the rulesets of this build lie: a folder each. */
const ROOM = new URL('./', import.meta.url);
const ENTRY = import.meta.url.endsWith('.ts') ? 'index.ts' : 'index.js';

/**
 * Finds every ruleset by its folder, so that a new game is a new folder and nothing else, and the older versions of one
 * by theirs: `<id>/versions/<n>/`. `freeze` makes every position immutable: on everywhere but in production, where it
 * costs speed. Throws when a folder does not hold what its name says.
 */
export async function loadCatalogue(freeze: boolean, room = ROOM): Promise<Catalogue> {
  const entries = await Promise.all(
    foldersIn(room).map(async (id): Promise<[string, CatalogueEntry]> => {
      const folder = new URL(`${id}/`, room);
      const newest = await readRules(folder, id);
      const older = await readOlder(folder, newest.ruleset);
      return [id, { ...ready(newest, freeze), older: older.map((read) => ready(read, freeze)) }];
    }),
  );
  return new Map(entries);
}

/** Every version that there is of a ruleset, the oldest first. */
export function versionsOf(entry: CatalogueEntry): RulesetVersion[] {
  return [...entry.older, entry];
}

/** The rules that a game is played by; undefined when this build does not have them. */
export function versionIn(catalogue: Catalogue, id: string, rulesVersion: unknown): RulesetVersion | undefined {
  const entry = catalogue.get(id);
  return entry && versionsOf(entry).find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
}

type Read = Pick<RulesetVersion, 'ruleset' | 'rules'>;

function ready({ ruleset, rules }: Read, freeze: boolean): RulesetVersion {
  return { ruleset: freeze ? frozen(ruleset) : ruleset, inputs: inputsOf(ruleset), rules };
}

async function readRules(folder: URL, id: string): Promise<Read> {
  const { default: ruleset } = (await import(new URL(ENTRY, folder).href)) as { default: AnyRuleset };
  if (ruleset.id !== id) throw new Error(`the ruleset in ${fileURLToPath(folder)} calls itself ${ruleset.id}`);
  return { ruleset, rules: readFileSync(new URL('rules.md', folder), 'utf8') };
}

async function readOlder(folder: URL, { id, rulesVersion: present }: AnyRuleset): Promise<Read[]> {
  const shelf = new URL('versions/', folder);
  const versions = existsSync(shelf) ? foldersIn(shelf).map(Number) : [];
  return Promise.all(
    versions
      .sort((a, b) => a - b)
      .map(async (version) => {
        const { ruleset, rules } = await readRules(new URL(`${version}/`, shelf), id);
        const place = `${id}/versions/${version}`;
        if (ruleset.rulesVersion !== version) throw new Error(`the rules in ${place} are of another version`);
        if (version >= present) throw new Error(`${place} is not older than ${id}: raise rulesVersion in its index`);
        return { ruleset: { ...ruleset, schemas: versionedSchemas(ruleset) }, rules };
      }),
  );
}

/** The names of the folders that hold rules, in alphabetical order. */
function foldersIn(room: URL): string[] {
  return readdirSync(room, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/${ENTRY}`, room)))
    .map((entry) => entry.name)
    .sort();
}
