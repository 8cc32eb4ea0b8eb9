export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]));
}

/** Returns the changed values by JSON pointer. Two objects with the same fields are compared field by field; any other
 * changed value is returned as a whole. */
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

/** Freezes a plain value and everything in it, and returns it. Skips values that are already frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Writes canonical JSON (RFC 8785). Numbers in games are integers, which every language writes the same way. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (Number.isInteger(value)) return String(value); // faster; almost all values in draws are integers
  if (!isObject(value)) return JSON.stringify(value);
  const field = (name: string) => `${JSON.stringify(name)}:${canonical(value[name])}`;
  return `{${Object.keys(value).sort().map(field).join(',')}}`;
}
