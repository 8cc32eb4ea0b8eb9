import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import coc from '../../../src/rulesets/champions-of-chance/index.ts';
import { catalogueFaults } from '../../laws/catalogue-law.ts';
import { tryExtremes, tryLaws } from '../../laws/plan.ts';
import { Subject } from '../../laws/trial.ts';

const rules = readFileSync(new URL('../../../src/rulesets/champions-of-chance/rules.md', import.meta.url), 'utf8');
it('cat', () => console.log(catalogueFaults(coc, rules)));
const extent = process.env.GAMES ? { games: Number(process.env.GAMES) } : { work: Number(process.env.WORK ?? 10000) };
for (const seats of [2, 3, 4, 5]) {
  it(`laws ${seats}`, { timeout: 3600000 }, () => {
    const s = new Subject(coc, rules);
    console.log(seats, tryLaws(s, seats, extent), s.work);
  });
  for (const d of ['smallest', 'largest'] as const)
    it(`extremes ${d} ${seats}`, { timeout: 60000 }, () => tryExtremes(new Subject(coc, rules), seats, d, 2));
}
