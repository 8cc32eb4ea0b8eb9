export type Leaf = string | number | boolean | null | undefined;

const WAYS: ReadonlySet<string> = new Set(['trail', 'mixes']);

type Read = (part: unknown) => Leaf | readonly unknown[];

export interface Feature {
  path: string;
  of: Read;
}

export function featuresOf(values: readonly unknown[]): { leaves: Feature[]; lists: Feature[] } {
  const leaves = new Map<string, Feature>();
  const lists = new Map<string, Feature>();
  const add = (to: Map<string, Feature>, way: readonly string[], end: string, read: Read) => {
    const path = `/${way.join('/')}${end}`;
    if (!to.has(path)) to.set(path, { path, of: (value) => read(follow(value, way)) });
  };
  const walk = (part: unknown, way: readonly string[]): void => {
    for (const [end, read] of readsAt(part)) add(leaves, way, end, read);
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part) && part.some((item) => typeof item !== 'object')) add(lists, way, '/any', listOf);
    for (const [name, inner] of Object.entries(part)) if (!WAYS.has(name)) walk(inner, [...way, name]);
  };
  for (const value of values) walk(value, []);
  return { leaves: [...leaves.values()], lists: [...lists.values()] };
}

/** Returns ways to read a part: words and numbers of a text ("hearts-7" has two), length, sum and order of a list. */
function readsAt(part: unknown): [end: string, read: Read][] {
  if (Array.isArray(part)) {
    const length: [string, Read] = ['/length', (list) => listOf(list)?.length];
    if (part.length < 2 || !part.every((item) => typeof item === 'number')) return [length];
    const rises = [...part.keys()].slice(1).map((i): [string, Read] => [`/${i - 1}-${i}`, (list) => riseOf(list, i)]);
    return [length, ['/sum', sumOf], ...rises];
  }
  if (typeof part === 'object' && part !== null) return [];
  const words = wordsIn(part);
  return words.length < 2 ? [['', leafOf]] : words.map((_, i) => [`~${i}`, (text) => wordsIn(text)[i]]);
}

function listOf(part: unknown): readonly unknown[] | undefined {
  return Array.isArray(part) ? part : undefined;
}

function sumOf(part: unknown): Leaf {
  return listOf(part)?.reduce((sum: number, item) => sum + (typeof item === 'number' ? item : 0), 0);
}

function riseOf(part: unknown, i: number): Leaf {
  const list = listOf(part);
  return list === undefined || list.length <= i ? undefined : order(list[i - 1] as Leaf, list[i] as Leaf);
}

function follow(value: unknown, way: readonly string[]): unknown {
  let part = value;
  for (const name of way) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<string, unknown>)[name];
  }
  return part;
}

function leafOf(part: unknown): Leaf {
  return typeof part === 'object' && part !== null ? undefined : (part as Leaf);
}

const LONGEST_KEPT = 20;
const wordsOfTexts = new Map<string, readonly (string | number)[]>();

/** Returns words and numbers of a text. Caches those of short texts, which are names: a game has few of them. */
function wordsIn(text: unknown): readonly (string | number)[] {
  if (typeof text !== 'string') return [];
  const known = wordsOfTexts.get(text);
  if (known !== undefined) return known;
  const words = (text.match(/\d+|[^\W\d_]+/g) ?? []).map((word) => (/^\d/.test(word) ? Number(word) : word));
  if (text.length <= LONGEST_KEPT) wordsOfTexts.set(text, words);
  return words;
}

const KINDS = ['undefined', 'object', 'boolean', 'number', 'string'];

/** Sorts missing values before null, and null before all others. */
export function order(one: Leaf, other: Leaf): number {
  if (one === other) return 0;
  if (typeof one !== typeof other) return Math.sign(KINDS.indexOf(typeof one) - KINDS.indexOf(typeof other));
  return (one as string) < (other as string) ? -1 : 1;
}
