/** A JSON pointer (RFC 6901) as text. */
const POINTER = /^(\/([^~/]|~[01])*)*$/;

export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** The names that a pointer goes by. */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What stands there in a value; undefined where nothing does. */
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

/** Whether a text names a place in a list. */
export function isIndex(step: string): boolean {
  return INDEX.test(step);
}

export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
