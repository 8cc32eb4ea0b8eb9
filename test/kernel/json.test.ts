import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { changesBetween, deepFreeze, sameJson } from '#rules/kernel/json.ts';

const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, turned(part)]),
  );
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join()}}`;
}

describe('sameJson', () => {
  test.prop([json])('finds a value equal to its copy, in any order of fields', (value) => {
    expect(sameJson(value, JSON.parse(JSON.stringify(value)))).toBe(true);
    expect(sameJson(value, turned(value))).toBe(true);
  });

  test.prop([json, json], { numRuns: 500 })('agrees with the sorted text, in both directions', (a, b) => {
    const same = canonical(a) === canonical(b);
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });

  it.each([
    [[], {}],
    [null, {}],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[1], [1, 2]],
    [{ 0: 'a', length: 1 }, ['a']],
    ['1', 1],
    [0, null],
    [{ toString: 1 }, { b: 1 }],
  ])('tells %j from %j', (a, b) => {
    expect(sameJson(a, b)).toBe(false);
    expect(sameJson(b, a)).toBe(false);
  });
});

describe('deepFreeze', () => {
  function everyPart(value: unknown): unknown[] {
    if (typeof value !== 'object' || value === null) return [value];
    return [value, ...Object.values(value).flatMap(everyPart)];
  }

  test.prop([json])('freezes every part and changes nothing', (value) => {
    const before = JSON.stringify(value);
    const result = deepFreeze(value);
    expect(result).toBe(value);
    expect(JSON.stringify(result)).toBe(before);
    expect(everyPart(result).every(Object.isFrozen)).toBe(true);
  });

  it('makes a change in place throw', () => {
    const position = deepFreeze({ hands: [['7H'], ['AC']] });
    expect(() => position.hands[1]?.push('KD')).toThrow(TypeError);
    expect(position).toEqual({ hands: [['7H'], ['AC']] });
  });

  it('skips frozen parts, because positions share their unchanged parts', () => {
    const inside = { open: true };
    deepFreeze(Object.freeze({ inside }));
    expect(Object.isFrozen(inside)).toBe(false);
  });
});

function changed(value: any, changes: Record<string, unknown>): unknown {
  const result = structuredClone(value);
  for (const [pointer, part] of Object.entries(changes)) {
    if (pointer === '') return part;
    const names = pointer
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop() as string;
    let parent = result;
    for (const name of names) parent = parent[name];
    parent[last] = part;
  }
  return result;
}

describe('changesBetween', () => {
  test.prop([json])('finds nothing between a value and its copy', (value) => {
    expect(changesBetween(value, turned(value))).toEqual({});
  });

  test.prop([fc.array(fc.constantFrom('a', 'b/c', '~d', '')), json, json], { numRuns: 500 })(
    'finds all changes from one value to the other, at any depth',
    (path, a, b) => {
      const wrapped = (inner: unknown) => path.reduce<unknown>((part, name) => ({ [name]: part, same: [1] }), inner);
      const [before, after] = [wrapped(a), wrapped(b)];
      const changes = changesBetween(before, after);
      expect(sameJson(changed(before, changes), after)).toBe(true);
      expect(JSON.stringify(changes)).not.toContain('"same"');
    },
  );

  it('names only changed fields, and an object as a whole when its fields differ', () => {
    const before = { dice: [1, 2], fields: { a: { value: 1 }, b: { value: null } }, last: { seat: 0 } };
    const after = { dice: [1, 3], fields: { a: { value: 1 }, b: { value: 7 } }, last: { seat: 0, card: 'N1' } };
    expect(changesBetween(before, after)).toEqual({
      '/dice': [1, 3],
      '/fields/b/value': 7,
      '/last': { seat: 0, card: 'N1' },
    });
    expect(changesBetween({ last: null }, { last: { seat: 1 } })).toEqual({ '/last': { seat: 1 } });
  });
});
