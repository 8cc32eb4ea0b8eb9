/** Patterns of values that differ between runs. The first pattern that matches determines the kind of a value. */
const CHANGING: [kind: string, look: RegExp][] = [
  ['id', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/],
  ['time', /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/],
  ['port', /(?<=127\.0\.0\.1:)\d+/],
  ['code', /(?<="(?:inviteCode|invite-code)":")[^"]+|\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/],
  ['token', /\bcr[a-z]_[\w-]{20,}|\bwhsec_[\w+/=-]{20,}/],
  ['hash', /(?<![\w-])[0-9a-f]{12,}(?![\w-])/],
  ['tag', /(?<="(?:etag|if-none-match)":"(?:W\/)?\\")[\w-]+|(?<="id: )[\w-]{20,}/],
  ['salt', /(?<="(?:nameSalt|auth)":")[\w-]+/],
  ['secret', /(?<![\w-])(?=[\w-]*[A-Z])[\w-]{40,}(?![\w-])/],
];
const ANY = new RegExp(CHANGING.map(([kind, look]) => `(?<${kind}>${look.source})`).join('|'), 'g');
/** Ids of events end in this many characters of a hash. */
const BEGINNING = 12;
const HASH = 64;

/** Replaces values that differ between runs by numbered names: `<id 2>` is the second id. A value that only one line
 * contains gets no number. Shortened hashes have their length: `<hash 2 of 16>`. Times in `year` stay. */
export function renamed(lines: readonly string[], year: number): string[] {
  const shared = sharedValues(lines);
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();
  return lines.map((line) =>
    line.replace(ANY, (...match) => {
      const [value, kind] = found(match);
      if (kind === 'time') return value.startsWith(`${year}-`) ? value : '<time>';
      const form = kind === 'token' ? /^[a-z]+_/.exec(value)?.[0] : '';
      const length = kind === 'hash' && value.length !== HASH ? ` of ${value.length}` : '';
      if (!shared.has(keyOf(value, kind))) return `${form}<${kind}${length}>`;
      const nth = numbers.get(keyOf(value, kind)) ?? (counts.get(kind) ?? 0) + 1;
      if (!numbers.has(keyOf(value, kind))) counts.set(kind, nth);
      numbers.set(keyOf(value, kind), nth);
      return `${form}<${kind} ${nth}${length}>`;
    }),
  );
}

function sharedValues(lines: readonly string[]): Set<string> {
  const firstLine = new Map<string, number>();
  const shared = new Set<string>();
  for (const [at, line] of lines.entries()) {
    for (const match of line.matchAll(ANY)) {
      const [value, kind] = found([...match, match.groups]);
      const key = keyOf(value, kind);
      if (firstLine.has(key) && firstLine.get(key) !== at) shared.add(key);
      firstLine.set(key, at);
    }
  }
  return shared;
}

function found(match: unknown[]): [value: string, kind: string] {
  const [kind] = Object.entries(match.at(-1) as object).find(([, part]) => part !== undefined) as [string, string];
  return [match[0] as string, kind];
}

/** Returns the key of a value. A hash and its beginning have the same key, so they get the same name. */
function keyOf(value: string, kind: string): string {
  return kind === 'hash' ? value.slice(0, BEGINNING) : value;
}
