import { RULESETS } from './generated/rulesets.ts';
import type { InputValidators } from './input-validator.ts';
import { deepFreeze } from './kernel/json.ts';
import type { AnyRuleset } from './kernel/ruleset.ts';
import {
  type Listed,
  type ListedRuleset,
  type RulesetFolder,
  readInputs,
  readRules,
  UnreadableRuleset,
} from './ruleset-folder.ts';
import { versionedSchemas } from './schema-names.ts';

export interface RulesetVersion {
  ruleset: AnyRuleset;
  inputs: InputValidators;
  rules: string;
}

export interface CatalogueEntry extends RulesetVersion {
  /** the earlier versions, oldest first; a game keeps the version with which it was created */
  older: readonly RulesetVersion[];
}

export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

/** Loads all rulesets. `freeze` makes all positions immutable, so that rules fail if they mutate one; this is slow.
 * Throws `UnreadableRuleset`. */
export async function loadCatalogue(freeze: boolean, listed: Listed = RULESETS): Promise<Catalogue> {
  const { catalogue, faults } = await readCatalogue(freeze, listed);
  if (faults.size > 0) throw new UnreadableRuleset([...faults.values()].join('\n'));
  return catalogue;
}

/** Loads only one ruleset, which is faster. Undefined: the id is unknown. Throws `UnreadableRuleset`. */
export async function loadEntry(id: string, freeze: boolean): Promise<CatalogueEntry | undefined> {
  const listed: Listed = RULESETS;
  return listed[id] && readEntry(id, listed[id], freeze);
}

export function rulesetIds(): string[] {
  return Object.keys(RULESETS);
}

/** Loads one version of one ruleset. As in production, its positions are not frozen. */
export async function loadVersion(id: string, rulesVersion: number): Promise<RulesetVersion | undefined> {
  const entry = await loadEntry(id, false);
  return entry && versionsOf(entry).find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
}

/** Returns the rulesets that load. `faults` has a sentence for each ruleset that does not load, by its id. */
export async function readCatalogue(
  freeze: boolean,
  listed: Listed = RULESETS,
): Promise<{ catalogue: Catalogue; faults: ReadonlyMap<string, string> }> {
  const catalogue = new Map<string, CatalogueEntry>();
  const faults = new Map<string, string>();
  const ids = Object.keys(listed);
  const read = await Promise.allSettled(Object.entries(listed).map(([id, found]) => readEntry(id, found, freeze)));
  for (const [i, result] of read.entries()) {
    const id = ids[i] as string;
    if (result.status === 'fulfilled') catalogue.set(id, result.value);
    else if (result.reason instanceof UnreadableRuleset) faults.set(id, result.reason.message);
    else throw result.reason;
  }
  return { catalogue, faults };
}

async function readEntry(id: string, listed: ListedRuleset, freeze: boolean): Promise<CatalogueEntry> {
  const newest = await readRules(listed, id, id);
  const older = await readOlder(listed, newest.ruleset);
  return { ...ready(newest, freeze), older: older.map((read) => ready(read, freeze)) };
}

export function versionsOf(entry: CatalogueEntry): RulesetVersion[] {
  return [...entry.older, entry];
}

export function versionIn(catalogue: Catalogue, id: string, rulesVersion: unknown): RulesetVersion | undefined {
  const entry = catalogue.get(id);
  return entry && versionsOf(entry).find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
}

function ready(read: RulesetFolder, freeze: boolean): RulesetVersion {
  const { ruleset, rules } = read;
  return { ruleset: freeze ? frozen(ruleset) : ruleset, inputs: readInputs(read), rules };
}

async function readOlder(
  { versions }: ListedRuleset,
  { id, rulesVersion: present }: AnyRuleset,
): Promise<RulesetFolder[]> {
  return Promise.all(
    Object.entries(versions).map(async ([version, listed]) => {
      const read = await readRules(listed, `${id}/versions/${version}`, id);
      const { place, ruleset } = read;
      if (ruleset.rulesVersion !== Number(version))
        throw new UnreadableRuleset(`${place} must have rulesVersion ${version}, not ${ruleset.rulesVersion}.`);
      if (ruleset.rulesVersion >= present) {
        throw new UnreadableRuleset(
          `${place} has rulesVersion ${version}, which must be lower than rulesVersion of rules/${id}/index.ts (${present}).`,
        );
      }
      return { ...read, ruleset: { ...ruleset, schemas: versionedSchemas(ruleset) } };
    }),
  );
}

/** Returns the same ruleset with every position frozen. A rule that mutates a position then throws at once. */
export function frozen(ruleset: AnyRuleset): AnyRuleset {
  return {
    ...ruleset,
    setup: (options, seats, chance) => deepFreeze(ruleset.setup(options, seats, chance)),
    apply: (state, seat, action, chance) => deepFreeze(ruleset.apply(state, seat, action, chance)),
    redeal: (state, viewer, chance) => deepFreeze(ruleset.redeal(state, viewer, chance)),
  };
}
