import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';

const catalogue = await loadCatalogue(true);

test.each([...catalogue])('the schemas of %s check its options and each type of action', (_, { ruleset, inputs }) => {
  const defaults = inputs.options({});
  expect(defaults.ok).toBe(true);
  expect(defaults.ok && inputs.options(defaults.value)).toEqual(defaults);
  expect(inputs.options({ unheardOf: 1 })).toEqual({
    ok: false,
    errors: [{ pointer: '/unheardOf', message: expect.stringMatching(/^is not a known field/) }],
  });
  for (const { properties } of ruleset.schemas.actions) {
    const checked = inputs.action({ type: properties.type?.const, unheardOf: 1 });
    expect(checked.ok || checked.errors).toContainEqual({
      pointer: '/unheardOf',
      message: expect.stringMatching(/^is not a known field/),
    });
  }
});
