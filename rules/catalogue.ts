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

/**
 * Loads every ruleset that the build has found by its folder, so that a new game is a new folder and nothing else, and the older
 * versions of one by theirs: `<id>/versions/<n>/`. `freeze` makes every position immutable: on everywhere but in production, where it
 * costs speed. Throws `UnreadableRuleset`, with a sentence about each folder that does not hold what its name says.
 */
export async function loadCatalogue(freeze: boolean, listed: Listed = RULESETS): Promise<Catalogue> {
  const { catalogue, faults } = await readCatalogue(freeze, listed);
  if (faults.size > 0) throw new UnreadableRuleset([...faults.values()].join('\n'));
  return catalogue;
}

/**
 * One ruleset alone, for programs that need no other: it takes a third of the time of all. Undefined when there is none of this id;
 * throws `UnreadableRuleset`.
 */
export async function loadEntry(id: string, freeze: boolean): Promise<CatalogueEntry | undefined> {
  const listed: Listed = RULESETS;
  return listed[id] && readEntry(id, listed[id], freeze);
}

/** The rulesets that there are, without reading any of them. */
export function rulesetIds(): string[] {
  return Object.keys(RULESETS);
}

/** One version of one ruleset alone, as it is in production: not frozen. */
export async function loadVersion(id: string, rulesVersion: number): Promise<RulesetVersion | undefined> {
  const entry = await loadEntry(id, false);
  return entry && versionsOf(entry).find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
}

/** The rulesets that can be read, and a sentence about each that cannot, by its id. */
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

/** Every version that there is of a ruleset, the oldest first. */
export function versionsOf(entry: CatalogueEntry): RulesetVersion[] {
  return [...entry.older, entry];
}

/** The rules that a game is played by; undefined when this build does not have them. */
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
        throw new UnreadableRuleset(`${place} holds rules of another version.`);
      if (ruleset.rulesVersion >= present) {
        throw new UnreadableRuleset(`${place} is not older than ${id}: raise rulesVersion in its index.`);
      }
      return { ...read, ruleset: { ...ruleset, schemas: versionedSchemas(ruleset) } };
    }),
  );
}

/** The same ruleset with every position frozen, so that a rule that changes one in place throws at once. */
export function frozen(ruleset: AnyRuleset): AnyRuleset {
  return {
    ...ruleset,
    setup: (options, seats, chance) => deepFreeze(ruleset.setup(options, seats, chance)),
    apply: (state, seat, action, chance) => deepFreeze(ruleset.apply(state, seat, action, chance)),
    redeal: (state, viewer, chance) => deepFreeze(ruleset.redeal(state, viewer, chance)),
  };
}
