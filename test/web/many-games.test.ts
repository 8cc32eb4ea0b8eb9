import { describe, expect, test } from 'vitest';
import type { GameSummary, TurnList } from '../../clients/typescript/src/index.ts';
import { seatNames } from '../../web/src/core/seat-names.ts';
import { isFound, opponentNames } from '../../web/src/pages/home/own-game-rows.ts';
import { shortDuration, tickOf } from '../../web/src/pages/home/short-duration.ts';
import { nextGame } from '../../web/src/pages/table/next-game.ts';

describe('the next game', () => {
  const listOf = (total: number, ...ids: string[]) =>
    ({
      turns: ids.map((gameId) => ({ gameId })),
      total: { turns: total, asks: 0, invitations: 0 },
    }) as unknown as TurnList;

  test.each([
    ['the first one, where the present one is another', listOf(3, 'a', 'b'), 'x', 'a', 3],
    ['the first one, where the present one waits as well, and later', listOf(3, 'a', 'b'), 'turn x', 'a', 2],
    ['the first one, where the present one no longer waits', listOf(2, 'a', 'b'), 'turn x', 'a', 2],
    ['the second one, where the present one is the first', listOf(3, 'a', 'b'), 'a', 'b', 2],
    ['the first one, where the present one is the second', listOf(3, 'a', 'b'), 'b', 'a', 2],
    ['none, where the present one is alone', listOf(1, 'a'), 'a', null, 0],
    ['none, where nothing waits', listOf(0), 'a', null, 0],
  ])('is %s', (_, list, present, next, others) => {
    const found = nextGame(list, { id: present.replace('turn ', ''), isTurn: present.startsWith('turn ') });
    expect([found.next?.gameId ?? null, found.others]).toEqual([next, others]);
  });
});

test('a deadline has its relevant units, and seconds only near its end', () => {
  expect([0, 40, 119, 120, 3_599, 3_600, 90_000, 200_000].map(shortDuration)).toEqual([
    '0 seconds',
    '40 seconds',
    '119 seconds',
    '2 minutes',
    '59 minutes',
    '1 hour',
    '1 day 1 hour',
    '2 days 7 hours',
  ]);
  expect(shortDuration(-5)).toBe('0 seconds');
  expect([tickOf(119), tickOf(120)]).toEqual([1_000, 30_000]);
});

test('a game is found by any of its words, in any order and case', () => {
  const texts = ['Pascal’s Ruin', 'Bo', 'Your turn'];
  expect(['', 'ruin', 'BO pasc', 'turn bo'].every((typed) => isFound(typed, ...texts))).toBe(true);
  expect(['eve', 'bo eve'].some((typed) => isFound(typed, ...texts))).toBe(false);
});

test('opponents of one name are named once, without a number that would not be that of their seat', () => {
  const bot = { seat: 0, kind: 'bot', player: null, policy: 'random' };
  const bo = { kind: 'player', player: { id: 'b', name: 'Bo' }, policy: null };
  const opponents = [bot, bo, bot] as unknown as TurnList['turns'][number]['opponents'];
  expect(opponentNames({ opponents })).toEqual(['Pip', 'Bo']);
});

test('a bot has one name at every seat, and a second one with its policy has another', () => {
  const seats = ['random', 'plain', 'random'].map((policy, seat) => ({ seat, kind: 'bot', player: null, policy }));
  expect(seatNames({ seats } as unknown as GameSummary)).toEqual(['Pip', 'Mara', 'Dot']);
});
