import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';

test.each([...(await loadCatalogue(false))])(
  '%s names existing rulings for each type of action, in the order of its rules',
  (_, { ruleset, rules }) => {
    const types = ruleset.schemas.actions.map(({ properties }) => properties.type?.const);
    expect(Object.keys(ruleset.rulings ?? {})).toEqual(types);
    const order = [...rules.matchAll(/^- \*\*(R\d+)\*\* /gm)].map(([, number = '']) => number);
    for (const named of Object.values(ruleset.rulings ?? {})) {
      expect(named).not.toEqual([]);
      expect(named).toEqual(order.filter((number) => named.includes(number)));
    }
  },
);
