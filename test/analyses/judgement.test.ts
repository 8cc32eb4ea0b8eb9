import { expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import {
  type Choice,
  differenceOf,
  estimateOf,
  judged,
  type PlayDeals,
  unitOf,
} from '../../src/analyses/model/judgement.ts';
import { mostDecisions, shareOfNext } from '../../src/analyses/model/spending.ts';
import { verdictOn } from '../../src/analyses/queries/analysis-view.ts';

const LOTS = new FastChance('lots');
const CHOICE: Choice = { options: 4, taken: 0, favourite: null, measure: 'chance', playouts: 240 };

function coins(chances: readonly number[], seed = 'coins') {
  const chance = new FastChance(seed);
  const played: number[][] = [];
  const play: PlayDeals = async (places, deals) => {
    played.push([...places]);
    return Array.from({ length: deals }, () =>
      places.map((place) => (chance.int(1_000) < 1_000 * (chances[place] ?? 0) ? 1 : 0)),
    );
  };
  return { play, played };
}

test('the best option is found, with its lead over the next best', async () => {
  const judgement = await judged(CHOICE, LOTS, coins([0.1, 0.2, 0.9, 0.3]).play);
  expect(judgement).toMatchObject({ best: 2, candidates: [{ place: 0 }, { place: 1 }, { place: 2 }, { place: 3 }] });
  expect(judgement?.loss.low).toBeGreaterThan(0.4);
  expect(judgement?.loss.high).toBeGreaterThan(0.8);
});

test('a player who takes the best option gives nothing away', async () => {
  const judgement = await judged({ ...CHOICE, taken: 2 }, LOTS, coins([0.1, 0.2, 0.9, 0.3]).play);
  expect(judgement).toMatchObject({ best: 2, loss: { value: 0, low: 0, high: 0 } });
});

test('among equal options the best one leads by nothing on average, and mostly within its interval', async () => {
  const alike = Array.from({ length: 8 }, () => 0.5);
  let [sum, wrong] = [0, 0];
  const times = 300;
  for (let time = 0; time < times; time++) {
    const judgement = await judged({ ...CHOICE, options: 8 }, LOTS, coins(alike, `alike ${time}`).play);
    const { value = 0, low = 0, high = 0 } = judgement?.loss ?? {};
    sum += value;
    if (low > 0 || high < 0) wrong++;
  }
  // this would be 0.2 if the deals in which the best option was found also measured how good it is
  expect(Math.abs(sum / times)).toBeLessThan(0.03);
  expect(wrong / times).toBeLessThan(0.08);
});

test('a long list is narrowed to at most eight options, the taken one included, for about as many playouts', async () => {
  const chances = Array.from({ length: 2_000 }, (_, place) => (place % 2 === 0 ? 0.9 : 0.1));
  const { play } = coins(chances);
  let playouts = 0;
  const counted: PlayDeals = async (places, deals) => {
    playouts += places.length * deals;
    return play(places, deals);
  };
  const choice = { ...CHOICE, options: 2_000, taken: 1_001, favourite: 7, playouts: 1_200 };
  const judgement = await judged(choice, LOTS, counted);
  const places = judgement?.candidates.map(({ place }) => place) ?? [];
  expect(places).toHaveLength(8);
  expect(places).toContain(1_001);
  expect(places.filter((place) => place % 2 === 0).length).toBeGreaterThanOrEqual(6);
  expect((judgement?.best ?? 1) % 2).toBe(0);
  expect(playouts).toBeLessThan(1_350);
});

test('few playouts compare few options, and options without a verdict have no values', async () => {
  const { play, played } = coins([0.5, 0.5, 0.5, 0.5]);
  expect((await judged({ ...CHOICE, playouts: 32 }, LOTS, play))?.candidates).toHaveLength(2);
  expect(Math.max(...played.flat())).toBeLessThan(4);
  expect(await judged(CHOICE, LOTS, async (_, deals) => Array.from({ length: deals }, () => null))).toBeNull();
});

test('an interval has a width where chance plays a part, and none where a score is certain', () => {
  const alike = Array.from({ length: 20 }, () => [0, 0]);
  const zeros = alike.map(() => 0);
  expect(estimateOf(zeros, 'chance', unitOf(alike, 'chance'))).toMatchObject({ value: 0, low: 0, high: 0.1611 });
  const difference = differenceOf(zeros, zeros, 'chance', unitOf(alike, 'chance'));
  expect(difference.low).toBeLessThan(-0.1);
  expect(difference.high).toBeGreaterThan(0.1);
  const score = differenceOf(zeros, zeros, 'score', unitOf(alike, 'score'));
  expect(score).toEqual({ value: 0, low: 0, high: 0 });
});

test('every decision gets its share of the remaining playouts and time', () => {
  const spending = { playoutsMost: 1_000, secondsMost: 10, playouts: 0, seconds: 0 };
  expect(shareOfNext(spending, 10)).toBe(100);
  expect(shareOfNext({ ...spending, playouts: 100, seconds: 1 }, 9)).toBe(100);
  expect(shareOfNext({ ...spending, playouts: 100, seconds: 5.5 }, 9)).toBe(9);
  expect(shareOfNext({ ...spending, playouts: 100, seconds: 11 }, 9)).toBe(0);
  expect([mostDecisions(50_000), mostDecisions(100), mostDecisions(1)]).toEqual([1_562, 3, 1]);
});

test('a verdict is given only if the interval shows which action is better', () => {
  const told = (low: number, high: number) => verdictOn({ value: 0, low, high }, 'Roll', 'Stop', 'chance');
  expect(told(-0.1, 0.3)).toBeNull();
  expect(told(0, 0)).toBeNull();
  expect(told(0.05, 0.2)).toBe('“Stop” is worth 5.0 to 20.0 percentage points more of the win than “Roll”.');
  expect(told(-0.2, -0.0512)).toBe('“Roll” is worth 5.1 to 20.0 percentage points more of the win than “Stop”.');
  expect(verdictOn({ value: 2, low: 0.25, high: 3 }, 'Roll', 'Stop', 'score')).toBe(
    '“Stop” is 0.25 to 3.0 points better than “Roll”.',
  );
});
