import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Batcher } from '../../src/store/db.ts';

/** Returns a batcher that doubles numbers. A batch with a negative number fails as a whole. */
function doubling({ most = 512, held = false, mayBlameOne = true } = {}) {
  const sent: number[][] = [];
  const gates: (() => void)[] = [];
  const batcher = new Batcher<number, number>({
    most,
    mayBlameOne: () => mayBlameOne,
    send: async (asks) => {
      sent.push(asks);
      if (held) await new Promise<void>((open) => gates.push(open));
      if (asks.some((ask) => ask < 0)) throw new Error(`bad: ${asks}`);
      return asks.map((ask) => 2 * ask);
    },
  });
  const free = async () => {
    gates.shift()?.();
    await nextTurn();
  };
  return { batcher, sent, free };
}

it('a batcher sends the statements of one turn together and answers each', async () => {
  const { batcher, sent } = doubling();
  expect(await Promise.all([1, 2, 3].map((ask) => batcher.ask(ask)))).toEqual([2, 4, 6]);
  expect(sent).toEqual([[1, 2, 3]]);
});

it('a batcher gathers while one batch is in flight, and has only one in flight', async () => {
  const { batcher, sent, free } = doubling({ held: true });
  const answers = [batcher.ask(1)];
  await nextTurn();
  answers.push(batcher.ask(2));
  await nextTurn();
  answers.push(batcher.ask(3));
  await nextTurn();
  expect(sent).toEqual([[1]]);
  await free();
  expect(sent).toEqual([[1], [2, 3]]);
  await free();
  expect(await Promise.all(answers)).toEqual([2, 4, 6]);
});

it('a batcher starts again after a rest', async () => {
  const { batcher, sent } = doubling();
  await batcher.ask(1);
  await nextTurn();
  expect(await batcher.ask(2)).toBe(4);
  expect(sent).toEqual([[1], [2]]);
});

it('a batcher sends a limited number at once', async () => {
  const { batcher, sent } = doubling({ most: 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map((ask) => batcher.ask(ask)))).toEqual([2, 4, 6, 8, 10]);
  expect(sent).toEqual([[1, 2], [3, 4], [5]]);
});

it('a batcher fails only the statements that fail alone', async () => {
  const { batcher } = doubling();
  const outcomes = await Promise.allSettled([1, 2, -3, 4, 5, -6, 7].map((ask) => batcher.ask(ask)));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message))).toEqual([
    2,
    4,
    'bad: -3',
    8,
    10,
    'bad: -6',
    14,
  ]);
});

it('a batcher fails all statements if no single one is the cause, and goes on with the next', async () => {
  const { batcher, sent } = doubling({ mayBlameOne: false });
  const outcomes = await Promise.allSettled([1, -2, 3].map((ask) => batcher.ask(ask)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await batcher.ask(4)).toBe(8);
  expect(sent).toEqual([[1, -2, 3], [4]]);
});

it('a batcher treats missing answers as a failure', async () => {
  const batcher = new Batcher<number, number>({ most: 2, mayBlameOne: () => false, send: async () => [1] });
  const outcomes = await Promise.allSettled([batcher.ask(1), batcher.ask(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
