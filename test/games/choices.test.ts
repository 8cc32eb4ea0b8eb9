import { expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { actionsIn, choicesOf } from '#rules/kernel/choices.ts';
import { applyLegal, setUp } from '#rules/kernel/play.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';

const catalogue = await loadCatalogue(false);

const textsOf = (actions: readonly ActionShape[]) => actions.map((action) => JSON.stringify(action)).sort();

function* listsIn(ruleset: AnyRuleset, seats: number, mostActions: number): Generator<ActionShape[]> {
  const chance = new FastChance(`choices of ${ruleset.id}`);
  const { properties } = ruleset.schemas.options;
  const options = Object.fromEntries(Object.entries(properties).map(([name, option]) => [name, option.default]));
  let { state } = setUp(ruleset, options, seats, chance);
  for (let acted = 0; acted < mostActions; acted++) {
    const [seat] = ruleset.actors(state);
    if (seat === undefined) return;
    const legal: ActionShape[] = ruleset.legalActions(state, seat);
    yield legal;
    ({ state } = applyLegal(ruleset, state, seat, legal[chance.int(legal.length)] as ActionShape, chance));
  }
}

test.each([...catalogue])('the choices of %s hold each legal action once', (_, { ruleset }) => {
  for (const seats of new Set([ruleset.seats.min, ruleset.seats.max])) {
    for (const legal of listsIn(ruleset, seats, 150)) {
      expect(textsOf(actionsIn(choicesOf(legal)))).toEqual(textsOf(legal));
    }
  }
});

test('the choices of Pascal take less than a tenth of the space of its lists of legal actions', () => {
  const { ruleset } = catalogue.get('pascal') as CatalogueEntry;
  const lists = [...listsIn(ruleset, 1, 50)];
  expect(JSON.stringify(lists.map(choicesOf)).length).toBeLessThan(JSON.stringify(lists).length / 10);
});

test('actions whose fields vary independently share an entry, others do not', () => {
  const place = (card: string, row: number) => ({ type: 'place', card, row });
  const choices = choicesOf([place('A', 1), place('A', 2), place('B', 1), place('B', 2), { type: 'pass' }]);
  expect(choices).toEqual([{ type: 'place', card: ['A', 'B'], row: [1, 2] }, { type: 'pass' }]);
  expect(choicesOf([place('A', 1), place('B', 2)])).toEqual([
    { type: 'place', card: ['A'], row: [1] },
    { type: 'place', card: ['B'], row: [2] },
  ]);
  expect(choicesOf([])).toEqual([]);
});

test('equal-looking words within a list and omitted fields stay distinct', () => {
  const odd = [
    { type: 'say', words: ['a|b'] },
    { type: 'say', words: ['a', 'b'] },
    { type: 'say', words: 'a' },
    { type: 'say' },
    { type: 'say', words: null },
  ];
  expect(textsOf(actionsIn(choicesOf(odd)))).toEqual(textsOf(odd));
});
