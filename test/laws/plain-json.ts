/** The first thing in a value that JSON would lose or change, as a sentence; null when there is none. */
export function jsonFault(value: unknown, path = 'the state'): string | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return null;
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0) ? null : `${path} is ${Object.is(value, -0) ? '-0' : value}`;
  }
  if (typeof value !== 'object') return `${path} is ${value === undefined ? 'undefined' : `a ${typeof value}`}`;
  if (Array.isArray(value)) {
    if (Object.keys(value).length !== value.length) return `${path} is a list with holes or names`;
    return firstFault(value.map((item, i) => [`${path}[${i}]`, item]));
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is a ${value.constructor?.name}`;
  if (Object.getOwnPropertySymbols(value).length > 0) return `${path} has a symbol for a name`;
  return firstFault(Object.entries(value).map(([name, part]) => [`${path}.${name}`, part]));
}

function firstFault(parts: readonly [string, unknown][]): string | null {
  for (const [path, part] of parts) {
    const fault = jsonFault(part, path);
    if (fault !== null) return fault;
  }
  return null;
}
