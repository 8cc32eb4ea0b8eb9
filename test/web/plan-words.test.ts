import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { ViewSchema } from '../../web/src/auto/view-schema.ts';
import { actionSaid, conditionSaid, type GameSchemas, nameAt, plain } from '../../web/src/pages/table/plan-words.ts';
import { fieldsIn } from '../../web/src/pages/table/planned-steps.ts';

const kindOf = (type: string, properties: Record<string, ViewSchema>, more: ViewSchema = {}): ViewSchema => ({
  ...more,
  type: 'object',
  properties: { type: { type: 'string', const: type }, ...properties },
});

const SCHEMAS: GameSchemas = {
  view: {
    $defs: { Card: { type: 'object', properties: { faceUp: { type: 'boolean' }, hp: { title: 'hit points' } } } },
    properties: {
      chainPoints: { type: 'integer', description: 'The sum of the chain; null without a diceLeft.' },
      diceLeft: { type: 'array', description: 'By seat: the dice.', items: { type: 'array' } },
      topCard: { anyOf: [{ $ref: '#/$defs/Card' }, { type: 'null' }] },
      roundWins: { type: 'array', 'x-by': 'seat', title: 'rounds won', items: { type: 'integer' } },
      rowOf: { type: 'array', items: { $ref: '#/$defs/Card' } },
    },
  },
  event: {
    oneOf: [{ $ref: '#/$defs/DieRolled' }],
    $defs: {
      DieRolled: kindOf('dieRolled', { data: { $ref: '#/$defs/Data' } }),
      Data: { type: 'object', properties: { faceShown: { title: 'number shown' }, rowOf: { type: 'array' } } },
    },
  },
  action: {
    oneOf: [
      kindOf(
        'playCard',
        { cardId: { title: 'which card' }, toSeat: { type: 'integer', 'x-kind': 'seat' } },
        { title: 'lay a card' },
      ),
    ],
  },
};

const NAMES = { seats: ['Ada', 'Bo'], cards: new Map([['B21', 'number 4']]) };

test.each([
  ['/chainPoints', 'chain points'],
  ['/roundWins/1', 'rounds won, seat 2'],
  ['/diceLeft/0', 'dice left, seat 1'],
  ['/diceLeft/0/2', 'dice left, seat 1, place 3'],
  ['/topCard/faceUp', 'top card, face up'],
  ['/rowOf/0/hp', 'row of, place 1, hit points'],
  ['/a~1b/c~0d', 'a/b, c~d'],
])('the value at %s is called “%s”', (pointer, name) => {
  expect(nameAt(SCHEMAS.view, pointer)).toBe(name);
});

test("names of the API become words, and people's own names stay", () => {
  expect(['chainPoints', 'natural20', 'full-house', 'phase'].map(plain)).toEqual([
    'chain points',
    'natural 20',
    'full house',
    'phase',
  ]);
  for (const word of ['d20', '10S', 'X1', 'HP', 'QC']) expect(plain(word)).toBe(word);
});

test('a condition is described in words, with its names', () => {
  expect(conditionSaid(SCHEMAS, { view: '/chainPoints', min: 10, max: 20 })).toBe(
    'chain points is at least 10, is at most 20',
  );
  const event = { type: 'dieRolled', seat: 1, where: [{ data: '/faceShown', in: [1, 2] }] } as never;
  expect(conditionSaid(SCHEMAS, { event })).toBe(
    '“die rolled” has happened to seat 2 with number shown is one of 1, 2',
  );
  expect(conditionSaid(SCHEMAS, { event }, NAMES)).toMatch(/^“die rolled” has happened to Bo with/);
  expect(conditionSaid(SCHEMAS, { view: '/roundWins/1', is: 2 }, NAMES)).toBe('rounds won, Bo is 2');
  expect(conditionSaid(null, { event })).toContain('with face shown is one of 1, 2');
});

test('an action without a label is described in words, with and without its rules', () => {
  const action = { type: 'playCard', cardId: 'QC', toSeat: null } as never;
  expect(actionSaid(SCHEMAS, action)).toBe('lay a card, which card Q♣, to seat none');
  expect(actionSaid(null, action)).toBe('play card, card id Q♣, to seat none');
  const named = { type: 'playCard', cardId: 'B21', toSeat: 1 } as never;
  expect(actionSaid(SCHEMAS, named, NAMES)).toBe('lay a card, which card number 4, to seat Bo');
});

test('a field has a description for people', () => {
  expect(fieldsIn(SCHEMAS.view, {})[0]).toEqual({
    pointer: '/chainPoints',
    name: 'chain points',
    description: 'The sum of the chain; none without a “dice left”.',
    words: null,
  });
});

const catalogue = await loadCatalogue(true);

test.each([...catalogue.values()].map(({ ruleset }) => [ruleset.id, ruleset.schemas.view as ViewSchema] as const))(
  'every value of %s that a condition can test has a name in words',
  (_, view) => {
    const fields = fieldsIn(view, {});
    expect(fields.length).toBeGreaterThan(2);
    for (const { name, pointer } of fields) expect(name, pointer).toMatch(/^[a-z ]+$/);
    for (const { description, pointer } of fields) expect(description, pointer).not.toMatch(/\bnull\b|\b[a-z]+[A-Z]/);
  },
);
