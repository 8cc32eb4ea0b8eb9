import { expect, test } from 'vitest';
import type { Game } from '../../clients/typescript/src/index.ts';
import { decidedBy, headlineOf } from '../../web/src/core/headline.ts';

const NAMES = ['Ada', 'Bo', 'Cy'];

interface Ended {
  seats: number;
  winners: number[];
  you: number[];
  left?: 'resigned' | 'timedOut';
}

function ended({ seats, winners, you, left }: Ended): string {
  const outcome = { winners, left: left === undefined ? [] : [{ seat: 0, how: left, version: 1 }] };
  const game = { status: 'finished', seats: Array(seats).fill({}), toAct: [], you, outcome } as unknown as Game;
  return headlineOf(game, NAMES);
}

test.each<[string, Ended, string]>([
  ['a player who has won', { seats: 2, winners: [0], you: [0] }, 'You won'],
  ['a player whose rival has won', { seats: 2, winners: [1], you: [0] }, 'You lost: Bo won'],
  ['a spectator', { seats: 2, winners: [1], you: [] }, 'Bo won'],
  ['a player who shares the win', { seats: 3, winners: [0, 2], you: [2] }, 'You and Ada won'],
  ['a spectator of a shared win', { seats: 3, winners: [0, 2], you: [] }, 'Ada and Cy won'],
  ['a player of both seats', { seats: 2, winners: [1], you: [0, 1] }, 'Bo won'],
  ['a player of a game without a winner', { seats: 2, winners: [], you: [0] }, 'No one won'],
  ['a player who has won alone', { seats: 1, winners: [0], you: [0] }, 'You won'],
  ['a player who has lost alone', { seats: 1, winners: [], you: [0] }, 'You lost'],
  ['a player who has resigned alone', { seats: 1, winners: [], you: [0], left: 'resigned' }, 'You resigned'],
  ['a player who was late alone', { seats: 1, winners: [], you: [0], left: 'timedOut' }, 'You ran out of time'],
  ['a spectator of a game that was won alone', { seats: 1, winners: [0], you: [] }, 'Ada won'],
  ['a spectator of a game that was lost alone', { seats: 1, winners: [], you: [] }, 'Ada lost'],
  ['a spectator of a player who resigned alone', { seats: 1, winners: [], you: [], left: 'resigned' }, 'Ada resigned'],
])('%s reads the result in the headline', (_, game, words) => {
  expect(ended(game)).toBe(words);
});

test('a duel that was played to its end is shown with its points, if the highest wins', () => {
  const outcome = { winners: [1], left: [], scores: [1, 3], text: 'Seat 1 won 3 rounds.' };
  const game = { status: 'finished', seats: [{}, {}], toAct: [], you: [1], outcome } as unknown as Game;
  expect(headlineOf({ ...game, scoring: 'highest' }, NAMES)).toBe('You won 3 : 1');
  expect(headlineOf({ ...game, scoring: 'lowest' }, NAMES)).toBe('You won');
  expect(decidedBy(game, NAMES)).toBe('Bo won 3 rounds.');
  const three = { seats: [{}, {}, {}], outcome: { ...outcome, scores: [1, 3, 2] } } as unknown as Game;
  expect(decidedBy(three, NAMES)).toBe('Bo won 3 rounds. Scores: Ada 1, Bo 3, Cy 2.');
});
