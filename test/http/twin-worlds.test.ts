import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { optionSets } from '../laws/option-sets.ts';
import { Subject } from '../laws/trial.ts';
import { compareWorlds, startWorld, type TwinGame, type World } from './twin-worlds.ts';

const MANY = Number(process.env.TWIN_GAMES ?? 1);
const BOUND = MANY === 1 ? 3 : 20;

const clock = { ms: Date.parse('2026-01-01T12:00:00Z') };
const catalogue = await loadCatalogue(true);
let worlds: [World, World];
beforeAll(async () => {
  worlds = [await startWorld(catalogue, clock, false), await startWorld(catalogue, clock, true)];
});
afterAll(() => Promise.all(worlds.map(({ service }) => service.stop())));

const GAMES: [id: string, game: Pick<TwinGame, 'seats' | 'never'>][] = [
  ['champions-of-chance', { seats: 2, never: { view: '/battle', is: 999 } }],
  ['folly-and-fortune', { seats: 2, never: { view: '/drawCount', is: 999 } }],
  ['pascal', { seats: 1, never: null }],
  ['pascals-ruin', { seats: 3, never: { view: '/scores/1', min: 31_337 } }],
  ['pokers-rogue-reckoning', { seats: 1, never: null }],
];

test.each(GAMES)(
  'two worlds of %s that differ only in hidden facts give an onlooker the same responses',
  {
    timeout: 60_000 + MANY * 60_000,
  },
  async (id, game) => {
    const entry = catalogue.get(id) as CatalogueEntry;
    const total = { games: 0, changes: 0, secret: 0, answers: 0 };
    for (const options of optionSets(new Subject(entry.ruleset, entry.rules), game.seats, MANY)) {
      const asked = { entry, options, ...game, seed: `twins ${total.games++}`, bound: BOUND, thorough: MANY > 1 };
      const { changes, secret, answers } = await compareWorlds(worlds, clock, asked);
      total.changes += changes;
      total.secret += secret;
      total.answers += answers;
    }
    expect(total.changes).toBeGreaterThan(0);
    if (MANY > 1) console.info(`${id}: ${JSON.stringify(total)}`);
  },
);
