import type { AnyRuleset, RulesetSchemas } from './kernel/ruleset.ts';

/** What the names of a ruleset's schemas begin with: `PascalsRuin` for `pascals-ruin`. */
export function familyName(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** What they begin with in an older version, which stands beside the newest one: `PascalsRuinV1`. */
export function olderFamilyName({ id, rulesVersion }: AnyRuleset): string {
  return `${familyName(id)}V${rulesVersion}`;
}

/**
 * The schemas of an older version under names of their own: `PascalsRuinView` becomes `PascalsRuinV1View`. They are
 * named anew here and not in the files of that version, which stay what they were when it was the newest.
 */
export function versionedSchemas(ruleset: AnyRuleset): RulesetSchemas {
  const family = familyName(ruleset.id);
  const older = olderFamilyName(ruleset);
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    // TypeBox keeps what a schema is under symbols.
    const entries = Reflect.ownKeys(value).map((key) => {
      const part = (value as Record<PropertyKey, unknown>)[key];
      return [key, key === '$id' || key === '$ref' ? newName(String(part)) : renamed(part)];
    });
    return Object.fromEntries(entries);
  };
  const newName = (name: string): string => {
    if (name.startsWith(family)) return `${older}${name.slice(family.length)}`;
    throw new Error(`the schema ${name} of ${ruleset.id} does not begin with ${family}`);
  };
  return renamed(ruleset.schemas) as RulesetSchemas;
}
