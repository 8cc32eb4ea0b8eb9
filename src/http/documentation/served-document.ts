import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { familyName } from '#rules/schema-names.ts';
import type { FieldError } from '../../eventlog/result.ts';
import { JSON_TYPE } from '../answers/bodies.ts';
import { type SharedFile, sharedFile } from '../answers/files.ts';
import { type Doc, nameIn } from './shared-parts.ts';

const NAME = 'openapi.json';
/** The folder with a part for each ruleset: `<ruleset>.json`, with only the operations that a player needs. */
const PARTS = 'openapi/';
const TO_PLAY = ['rulesets', 'games', 'seats'];
const MOST_KEPT = 16;

export function documentFile(text: string): SharedFile {
  return sharedFile(Buffer.from(text), JSON_TYPE);
}

export class Documents {
  readonly #make: () => SharedFile;
  readonly #parts = new LRUCache<string, SharedFile>({ max: MOST_KEPT });
  #made: SharedFile | undefined;
  #choices: ReturnType<typeof choicesIn> | undefined;

  constructor(make: () => SharedFile) {
    this.#make = make;
  }

  asked(query: Record<string, unknown>): Part | { errors: FieldError[] } {
    if (Object.keys(query).length === 0) return {};
    this.#choices ??= choicesIn(this.#read());
    const { rulesets, tags } = this.#choices;
    const { ruleset, tags: list, ...others } = query;
    const wanted = list === undefined ? undefined : [...new Set(`${list}`.split(','))];
    const errors = Object.keys(others).map((name) =>
      misfit(name, 'is not a parameter of this call, which has only `ruleset` and `tags`'),
    );
    if (ruleset !== undefined && !rulesets.includes(`${ruleset}`)) {
      errors.push(misfit('ruleset', `must be one of the rulesets ${rulesets.join(', ')}`));
    }
    const unknown = wanted?.filter((tag) => !tags.includes(tag)) ?? [];
    if (unknown.length > 0)
      errors.push(misfit('tags', `must have only the tags ${tags.join(', ')}, not ${unknown.join(', ')}`));
    return errors.length > 0 ? { errors } : { ruleset: ruleset as string | undefined, tags: wanted };
  }

  of(part: Part): SharedFile {
    if (part.ruleset === undefined && part.tags === undefined) return this.#whole();
    const key = JSON.stringify([part.ruleset, part.tags?.toSorted()]);
    const made = this.#parts.get(key) ?? documentFile(JSON.stringify(partOf(this.#read(), part)));
    this.#parts.set(key, made);
    return made;
  }

  #whole(): SharedFile {
    this.#made ??= this.#make();
    return this.#made;
  }

  #read(): Doc {
    return JSON.parse(this.#whole().plain.toString());
  }
}

function misfit(name: string, message: string): FieldError {
  return { pointer: `/${name}`, message };
}

/** Writes the parts first and the whole document last. So if the document exists, its parts exist too. */
export function writeBuiltDocument(folder: URL, text: string): void {
  const path = fileURLToPath(new URL(NAME, folder));
  rmSync(path, { force: true });
  const document: Doc = JSON.parse(text);
  mkdirSync(new URL(PARTS, folder), { recursive: true });
  for (const ruleset of choicesIn(document).rulesets) {
    const part = partOf(document, { ruleset, tags: TO_PLAY });
    writeFileSync(new URL(`${PARTS}${ruleset}.json`, folder), JSON.stringify(part));
  }
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Returns the built document; null: the folder has none. */
export function readBuiltDocument(folder: URL): SharedFile | null {
  const file = new URL(NAME, folder);
  return existsSync(file) ? sharedFile(readFileSync(file), JSON_TYPE) : null;
}

const SCHEMAS = '#/components/schemas/';

interface Part {
  ruleset?: string | undefined;
  tags?: readonly string[] | undefined;
}

export function choicesIn({ components, tags }: Doc): { rulesets: string[]; tags: string[] } {
  const { mapping = {} } = components?.schemas?.NewGame?.discriminator ?? {};
  return { rulesets: Object.keys(mapping), tags: (tags ?? []).map(({ name }: Doc) => name) };
}

/** Returns a part of the document. Keeps only components to which its operations refer. */
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

/** Reduces the document to one ruleset. Drops examples that name another ruleset. Where a schema has a variant for each
 * ruleset, keeps only examples that name this one. */
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
