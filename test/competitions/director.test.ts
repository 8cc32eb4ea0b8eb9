import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Player } from '../../src/players/players.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openTestStore } from '../store/test-store.ts';
import { type House, newPlayer, openHouse, playThrough, QUICK, startedWith } from './house.ts';

let store: Store;
let house: House;
let players: Player[];

beforeAll(async () => {
  store = await openTestStore();
  house = await openHouse(store);
  players = [await newPlayer(house), await newPlayer(house), await newPlayer(house)];
});

afterAll(async () => {
  await house.stop();
  await store.close();
});

test('A round robin is paired, dealt, counted and ended by the house, each game once', async () => {
  const id = await startedWith(house, players, QUICK);
  const over = await playThrough(house, id);
  expect(over).toMatchObject({ status: 'finished', roundsEnded: 3 });
  const places = over.counted.map(({ round, table, board, copy }) => [round, table, board, copy]);
  expect(places).toEqual([1, 2, 3].flatMap((round) => [1, 2].map((table) => [round, table, round, table])));
  const meetings = over.counted.map(({ entries }) => entries.toSorted().join(' '));
  expect(meetings.sort()).toEqual(['1 2', '1 3', '1 4', '2 3', '2 4', '3 4']);
  expect(over.boards.every(({ closed, seed }) => closed && seed !== null)).toBe(true);
});
