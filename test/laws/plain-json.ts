interface Fault {
  path: string;
  what: string;
}

export function jsonFault(value: unknown, path = 'the state'): string | null {
  const fault = faultIn(value);
  return fault === null ? null : `${path}${fault.path} is ${fault.what}`;
}

function faultIn(value: unknown): Fault | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return null;
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return { path: '', what: '-0' };
    return Number.isFinite(value) ? null : { path: '', what: `${value}` };
  }
  if (typeof value !== 'object') return { path: '', what: value === undefined ? 'undefined' : `a ${typeof value}` };
  return Array.isArray(value) ? faultInList(value) : faultInObject(value);
}

function faultInList(list: readonly unknown[]): Fault | null {
  if (Object.keys(list).length !== list.length) return { path: '', what: 'a list with holes or names' };
  for (const [i, item] of list.entries()) {
    const fault = faultIn(item);
    if (fault !== null) return { ...fault, path: `[${i}]${fault.path}` };
  }
  return null;
}

function faultInObject(object: object): Fault | null {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return { path: '', what: `a ${object.constructor?.name}` };
  if (Object.getOwnPropertySymbols(object).length > 0) return { path: '', what: 'an object with a symbol for a name' };
  for (const [name, part] of Object.entries(object)) {
    const fault = faultIn(part);
    if (fault !== null) return { ...fault, path: `.${name}${fault.path}` };
  }
  return null;
}
