import { expect, test } from 'vitest';
import { plainSentence } from '#rules/kernel/narration.ts';

test('an event without a sentence in the ruleset is described by its type and its known values', () => {
  const rolled = { die: 'd6', value: 5, isCritical: false, kept: [], from: null };
  expect(plainSentence({ type: 'dieRolled', seat: 0, data: rolled })).toBe(
    'Seat 0: die rolled (die d6, value 5, is critical no, kept none).',
  );
  const given = { cards: [{ id: 'B01' }, { id: 'B02' }], seat: 1, cost: { hp: 2 } };
  expect(plainSentence({ type: 'cardsGiven', seat: null, data: given })).toBe(
    'Cards given (cards B01 and B02, seat 1, cost [hp 2]).',
  );
  expect(plainSentence({ type: 'passed', seat: 2, data: {} })).toBe('Seat 2: passed.');
});
