import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { DEFAULTS, ruleset } from './scripted-board.ts';

describe('options', () => {
  const validate = new Ajv({ useDefaults: true }).compile(ruleset.schemas.options);

  test('by default a board has 50 dots and 10 crosses, and there are ten boards', () => {
    const options = {};
    expect(validate(options)).toBe(true);
    expect(options).toEqual(DEFAULTS);
  });

  test.each([
    { dotSpaces: 5 },
    { dotSpaces: 500 },
    { crossSpaces: 1, maxBoards: 1 },
    { crossSpaces: 100, maxBoards: 100 },
    { maxBoards: null },
  ])('%j is valid', (options) => {
    expect(validate(options)).toBe(true);
    expect(ruleset.checkOptions({ ...DEFAULTS, ...options }, 1)).toBeNull();
  });

  test('R8 only without a limit of boards a game may be endless', () => {
    expect(ruleset.isUnbounded?.({ ...DEFAULTS, maxBoards: null })).toBe(true);
    expect(ruleset.isUnbounded?.({ ...DEFAULTS, maxBoards: 100 })).toBe(false);
  });

  test.each([
    { dotSpaces: 0 },
    { dotSpaces: 12 },
    { dotSpaces: 505 },
    { crossSpaces: 0 },
    { crossSpaces: 101 },
    { maxBoards: 0 },
    { maxBoards: 101 },
    { maxBoards: 2.5 },
    { fields: 39 },
  ])('%j is invalid', (options) => {
    expect(validate(options)).toBe(false);
  });
});
