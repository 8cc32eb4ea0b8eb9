import { expect, test } from 'vitest';
import { wordsOf } from '../../src/notifications/words.ts';
import type { ClaimedDelivery, NotificationFact } from '../../src/store/deliveries.ts';

const DAVID = 'דוד 5';
const ISOLATED = `\u2068${DAVID}\u2069`;

const seat = (id: string, name: string) => ({ kind: 'player', player: { id, name } });
const ask = { what: 'abort' as const, by: ['david'] };
const game = {
  status: 'playing',
  version: 3,
  seats: [seat('ada', 'Ada'), seat('david', DAVID), seat('bob', 'Bob')],
  toAct: [0],
  awaiting: [],
  deadline: null,
  asks: [{ ...ask, of: ['ada'] }],
};
const FACT: NotificationFact = { deliveryId: 'd', game, competition: { name: DAVID, status: 'playing' } };

function told(delivery: Partial<ClaimedDelivery>) {
  const about = { playerId: 'ada', ruleset: 'pascal', gameId: 'g', competitionId: 'c', round: 2, ask: null };
  return wordsOf({ ...about, ...delivery } as ClaimedDelivery, FACT, new Map());
}

test('a right-to-left name is isolated, so that it reorders nothing, and others stay as they are', () => {
  const others = `with ${ISOLATED} and Bob.`;
  for (const type of ['turn', 'invited', 'gameEnded'] as const) expect(told({ type }).text).toContain(others);
  expect(told({ type: 'asked', ask }).text).toBe(`${ISOLATED} asks you to call it off in a game of pascal, ${others}`);
});

test("a competition's name is isolated too, in the title and in the text", () => {
  const paired = told({ type: 'roundPaired' });
  expect(paired.title).toBe(`Round 2: ${ISOLATED}`);
  expect(paired.text).toBe(`Round 2 of ${ISOLATED} is paired.`);
  expect(told({ type: 'competitionEnded' }).title).toBe(`Over: ${ISOLATED}`);
});
