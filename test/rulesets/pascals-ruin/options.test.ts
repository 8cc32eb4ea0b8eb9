import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { DEFAULTS, ruleset } from './scripted-table.ts';

describe('options', () => {
  const validate = new Ajv({ useDefaults: true }).compile(ruleset.schemas.options);

  test('the defaults are a match of three rounds without spicy scoring', () => {
    const options = {};
    expect(validate(options)).toBe(true);
    expect(options).toEqual(DEFAULTS);
  });

  test.each([
    { roundsToWin: 0 },
    { roundsToWin: 10 },
    { roundsToWin: 2.5 },
    { maxRounds: 0 },
    { maxRounds: 100 },
    { mode: 'endless' },
    { spicy: 'yes' },
    { printed: 1 },
    { jokers: true },
  ])('%j is invalid', (options) => {
    expect(validate(options)).toBe(false);
  });

  test('every option has a default and a description', () => {
    for (const option of Object.values(ruleset.schemas.options.properties)) {
      expect(option).toMatchObject({ default: expect.anything(), description: expect.stringMatching(/./) });
    }
  });

  test('the defaults are fine in either mode', () => {
    expect(ruleset.checkOptions(DEFAULTS, 2)).toBeNull();
    expect(ruleset.checkOptions({ ...DEFAULTS, mode: 'eternal' }, 3)).toBeNull();
  });

  test('each mode takes its own option', () => {
    expect(ruleset.checkOptions({ ...DEFAULTS, roundsToWin: 5, spicy: true }, 2)).toBeNull();
    for (const maxRounds of [20, null]) {
      expect(validate({ ...DEFAULTS, mode: 'eternal', maxRounds })).toBe(true);
      expect(ruleset.checkOptions({ ...DEFAULTS, mode: 'eternal', maxRounds, spicy: true }, 2)).toBeNull();
    }
  });

  test('only eternal mode without a last round may be endless', () => {
    const unbounded = (options: object) => ruleset.isUnbounded?.({ ...DEFAULTS, ...options });
    expect([unbounded({}), unbounded({ mode: 'eternal' }), unbounded({ mode: 'eternal', maxRounds: null })]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('an option without an effect is rejected with a sentence', () => {
    for (const maxRounds of [8, null]) {
      expect(ruleset.checkOptions({ ...DEFAULTS, maxRounds }, 2)).toMatch(/maxRounds has no effect in match mode/);
    }
    expect(ruleset.checkOptions({ ...DEFAULTS, mode: 'eternal', roundsToWin: 2 }, 2)).toMatch(
      /roundsToWin has no effect in eternal mode/,
    );
  });
});
