/** A JSON pointer (RFC 6901), such as `/rooms/0`. */
const POINTER = /^(\/([^~/]|~[01])*)*$/;

export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function readPointer(value: unknown, steps: readonly string[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    if (Array.isArray(at) && !INDEX.test(step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

const INDEX = /^(0|[1-9]\d*)$/;

export function isIndex(step: string): boolean {
  return INDEX.test(step);
}

export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
