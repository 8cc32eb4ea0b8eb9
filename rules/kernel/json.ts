export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Whether two values are the same JSON, whatever the order of their fields. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}

/**
 * What there is in a value that is not in another: by JSON pointer, what stands there now. Objects are looked
 * into as long as both have the same fields; everything else counts as a whole.
 */
export function changesBetween(before: unknown, after: unknown, pointer = ''): Record<string, unknown> {
  if (sameJson(before, after)) return {};
  if (!isObject(before) || !isObject(after) || !haveSameNames(before, after)) return { [pointer]: after };
  const changesOf = (name: string) =>
    changesBetween(before[name], after[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return Object.assign({}, ...Object.keys(after).map(changesOf));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function haveSameNames(a: object, b: object): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name));
}

/** Freezes a plain value all the way down and returns it. Stops at what is frozen already. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * The one text of a JSON value after RFC 8785: names sorted, no spaces. The numbers that games hold are whole, so that
 * every language writes them alike.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (Number.isInteger(value)) return String(value); // far cheaper, and nearly all that draws are made of
  if (!isObject(value)) return JSON.stringify(value);
  const field = (name: string) => `${JSON.stringify(name)}:${canonical(value[name])}`;
  return `{${Object.keys(value).sort().map(field).join(',')}}`;
}
