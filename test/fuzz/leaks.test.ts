import { expect, test } from 'vitest';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import { walkForLeaks } from './leak-walk.ts';

test('nothing hidden shows at any position of random games (`npm run fuzz:leaks` is the long form)', async () => {
  const looked = walkForLeaks(await loadCatalogue(false), { seed: 'short', positions: 500, ms: 4_000 });
  for (const { ruleset, seats, positions } of looked) expect(positions, `${ruleset}, ${seats}`).toBeGreaterThan(0);
});
