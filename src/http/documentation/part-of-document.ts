import { familyName } from '#rules/schema-names.ts';
import type { Doc } from './shared-parts.ts';

const SCHEMAS = '#/components/schemas/';

/** What a reader wants of the document; without a list of tags the operations of all tags. */
export interface Part {
  ruleset?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** The rulesets and tags that can be asked for. */
export function choicesIn({ components, tags }: Doc): { rulesets: string[]; tags: string[] } {
  const { mapping = {} } = components?.schemas?.NewGame?.discriminator ?? {};
  return { rulesets: Object.keys(mapping), tags: (tags ?? []).map(({ name }: Doc) => name) };
}

/** The document with the operations of these tags, the types of this ruleset, and of all components only what these refer to. */
export function partOf(document: Doc, { ruleset, tags }: Part): Doc {
  const ofTags = tags === undefined ? document : withTags(document, tags);
  return withoutUnreferred(ruleset === undefined ? ofTags : withRuleset(ofTags, ruleset));
}

function withTags(document: Doc, tags: readonly string[]): Doc {
  const isWanted = (operation: Doc) => operation.tags.some((tag: string) => tags.includes(tag));
  const wantedIn = (paths: Doc) => {
    const items = Object.entries<Doc>(paths).map(([path, item]) => [path, entriesOf(item, isWanted)]);
    return entriesOf(Object.fromEntries(items), (item) => Object.keys(item).length > 0);
  };
  const groups = document['x-tagGroups'].map((group: Doc) => ({
    ...group,
    tags: group.tags.filter((tag: string) => tags.includes(tag)),
  }));
  return {
    ...document,
    tags: document.tags.filter(({ name }: Doc) => tags.includes(name)),
    'x-tagGroups': groups.filter((group: Doc) => group.tags.length > 0),
    paths: wantedIn(document.paths),
    webhooks: wantedIn(document.webhooks),
  };
}

/**
 * Leaves the branches of other rulesets out of unions; a union of one branch is that branch. An example stays when it is named
 * after the ruleset, or is of a game of it, or when no such union has to do with it.
 */
function withRuleset(document: Doc, ruleset: string): Doc {
  const { schemas, examples: shared } = document.components;
  const others = choicesIn(document).rulesets.filter((id) => id !== ruleset);
  const foreign = new RegExp(`/(New|Any)?(${others.map(familyName).join('|')})(V\\d+)?(?=[A-Z]|$)`);
  const isOwn = ({ $ref = '' }: Doc) => !foreign.test($ref);
  const onlyBranch = new Map<string, string>();
  for (const [name, { oneOf, anyOf }] of Object.entries<Doc>(schemas)) {
    const branches: Doc[] = oneOf ?? anyOf ?? [];
    const own = branches.filter(isOwn);
    if (own.length === 1 && own.length < branches.length) onlyBranch.set(`${SCHEMAS}${name}`, own[0]?.$ref);
  }
  const isOfGames = (schema: Doc) => [...referredFrom(schema, { schemas })].some((ref) => onlyBranch.has(ref));
  const shownIn = ({ schema, examples }: Doc) => {
    const isOfOne = isOfGames(schema);
    return entriesOf(examples, ({ $ref, ...example }, name) => {
      const text = JSON.stringify($ref === undefined ? example : shared[nameIn($ref)]);
      const named = others.filter((id) => id === name || text.includes(`"ruleset":"${id}"`));
      return named.length === 0 && (!isOfOne || name === ruleset || text.includes(`"ruleset":"${ruleset}"`));
    });
  };
  const narrowed = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return (isUnion(key) ? value.filter(isOwn) : value).map((part) => narrowed(part));
    if (typeof value !== 'object' || value === null)
      return key === '$ref' ? (onlyBranch.get(`${value}`) ?? value) : value;
    const kept = 'schema' in value && 'examples' in value ? { ...value, examples: shownIn(value) } : value;
    return Object.fromEntries(Object.entries(kept).map(([name, part]) => [name, narrowed(part, name)]));
  };
  return narrowed(document) as Doc;
}

function isUnion(key: string): boolean {
  return key === 'oneOf' || key === 'anyOf';
}

function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function withoutUnreferred(document: Doc): Doc {
  const { components, ...calls } = document;
  const { securitySchemes, ...kinds } = components as Record<string, Doc>;
  const found = referredFrom(calls, kinds);
  const kept = Object.entries(kinds).map(([kind, named]) => [
    kind,
    entriesOf(named, (_, name) => found.has(`#/components/${kind}/${name}`)),
  ]);
  return { ...calls, components: { securitySchemes, ...Object.fromEntries(kept) } };
}

/** What a part of the document refers to, directly or through these components. */
function referredFrom(start: unknown, kinds: Record<string, Doc>): Set<string> {
  const found = new Set<string>();
  const find = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key !== '$ref') find(value);
      else if (!found.has(value)) {
        found.add(value);
        const [kind, name] = value.split('/').slice(-2);
        find(kinds[kind]?.[name]);
      }
    }
  };
  find(start);
  return found;
}

function entriesOf(named: object, isKept: (part: Doc, name: string) => boolean): Doc {
  return Object.fromEntries(Object.entries(named).filter(([name, part]) => isKept(part, name)));
}
