import type { AnyRuleset, RulesetSchemas } from './kernel/ruleset.ts';

/** Returns the prefix of a ruleset's schema names: `PascalsRuin` for `pascals-ruin`. */
export function familyName(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the prefix for an older rules version, whose schemas need names of their own: `PascalsRuinV1`. */
export function olderFamilyName({ id, rulesVersion }: AnyRuleset): string {
  return `${familyName(id)}V${rulesVersion}`;
}

/** Renames the schemas of an older version when it is loaded: `PascalsRuinView` becomes `PascalsRuinV1View`. */
export function versionedSchemas(ruleset: AnyRuleset): RulesetSchemas {
  const family = familyName(ruleset.id);
  const older = olderFamilyName(ruleset);
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    // TypeBox stores the kind of a schema under symbols, and only `ownKeys` lists these
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
