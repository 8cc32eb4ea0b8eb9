import { expect, test } from 'vitest';
import { LEAST_MS, nextOnWall, RESULT_MS } from '../../web/src/pages/projector/projected-tables.ts';

const table = (gameId: string, dealt: number, ...ranks: number[]) => {
  return { gameId, dealt, entries: ranks.map((rank) => ({ rank, points: 10 - rank })) };
};
const RUNNING = [table('last', 1, 7, 8), table('middle', 2, 3, 6), table('top', 3, 2, 1)];
const NOBODY = new Map<string, number>();
const ids = (shown: readonly { gameId: string }[]) => shown.map(({ gameId }) => gameId);

test('the page “On the wall” begins with the tables of the highest ranks', () => {
  expect(ids(nextOnWall([], RUNNING, NOBODY, 0))).toEqual(['top', 'middle']);
});

test('tables with equal ranks are ordered by closeness, then by dealing', () => {
  const [far, near] = [table('far', 1, 1, 6), table('near', 2, 3, 4)];
  const [earlier, later] = [table('earlier', 3, 3, 4), table('later', 4, 3, 4)];
  expect(ids(nextOnWall([], [far, near], NOBODY, 0))).toEqual(['near', 'far']);
  expect(ids(nextOnWall([], [later, earlier, far], NOBODY, 0))).toEqual(['earlier', 'later']);
});

test('a table stays for a time, though another one has become more interesting', () => {
  const shown = nextOnWall([], RUNNING.slice(0, 2), NOBODY, 0);
  expect(ids(shown)).toEqual(['middle', 'last']);
  expect(ids(nextOnWall(shown, RUNNING, NOBODY, LEAST_MS - 1))).toEqual(['middle', 'last']);
  expect(ids(nextOnWall(shown, RUNNING, NOBODY, LEAST_MS))).toEqual(['middle', 'top']);
});

test('a result stays until it has been read, and while nothing else is played', () => {
  const shown = nextOnWall([], RUNNING, NOBODY, 0);
  const ended = new Map([['top', 1_000]]);
  expect(ids(nextOnWall(shown, RUNNING, ended, 1_000 + RESULT_MS - 1))).toEqual(['top', 'middle']);
  expect(ids(nextOnWall(shown, RUNNING, ended, 1_000 + RESULT_MS))).toEqual(['last', 'middle']);
  expect(ids(nextOnWall(shown, RUNNING.slice(1, 2), ended, 1_000 + RESULT_MS))).toEqual(['top', 'middle']);
});
