import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { FairQueue, type Share } from '../../src/eventlog/queue.ts';
import { HouseWork, shareOf } from '../../src/games/runtime/timekeeper.ts';
import { SearchWorkerPool } from '../../src/games/search/search-bots.ts';
import { fixedGame } from './fixed-game.ts';

const share = (owner: string, withPeople = true): Share => ({ owner, withPeople });

function many(length: number, name: string): string[] {
  return Array.from({ length }, (_, nth) => `${name}${nth}`);
}

test("an owner's first task waits for one task of each other owner, however many the owner has", () => {
  const queue = new FairQueue<string>();
  for (const item of many(300, 'ada')) queue.add(item, share('ada'));
  queue.add('bob0', share('bob'));
  for (const item of many(2, 'cem')) queue.add(item, share('cem'));
  expect([...queue.drain()].slice(0, 6)).toEqual(['ada0', 'bob0', 'cem0', 'ada1', 'cem1', 'ada2']);
  queue.add('bob1', share('bob'));
  queue.add('ada', share('ada'));
  expect([...queue.drain()]).toEqual(['bob1', 'ada']);
  expect(queue.next()).toBeUndefined();
});

test('all games of a competition have one owner, so that its games delay no other', async () => {
  const { game } = fixedGame(await loadCatalogue(false));
  const at = (id: string, competitionId: string | null, createdBy: string | null = null) => {
    const place = competitionId && { competitionId, round: 1, table: 1, board: 1, copy: 1, sealed: false };
    return shareOf({ ...game, header: { ...game.header, id, createdBy, place: place || null } }).owner;
  };
  expect([at('one', 'cup'), at('two', 'cup'), at('three', 'league')]).toEqual(['cup', 'cup', 'league']);
  expect([at('one', null), at('two', null), at('three', null, 'ada')]).toEqual(['one', 'two', 'ada']);
});

test('games with people come first, for any creator and despite waiting games of bots', () => {
  const queue = new FairQueue<string>();
  for (const item of many(3, 'bots')) queue.add(item, share('ada', false));
  queue.add('of bob', share('bob', false));
  queue.add('with people', share('cem'));
  queue.add('of ada with people', share('ada'));
  expect([...queue.drain()]).toEqual(['with people', 'of ada with people', 'bots0', 'of bob', 'bots1', 'bots2']);
});

test('low-priority work waits for all else, and is done for each owner in turn', () => {
  const queue = new FairQueue<string>();
  for (const item of many(2, 'ada')) queue.add(item, { ...share('ada'), isLowPriority: true });
  queue.add('bob', { ...share('bob'), isLowPriority: true });
  queue.add('bots', share('cem', false));
  expect(queue.isEmpty).toBe(false);
  expect([...queue.drain()]).toEqual(['bots', 'ada0', 'bob', 'ada1']);
  expect(queue.isEmpty).toBe(true);
});

test('the queue begins one task per turn of the event loop, each owner in turn, and completes all', async () => {
  const houseWork = new HouseWork();
  const begun: string[] = [];
  let ofThisTurn = 0;
  let most = 0;
  const work = (name: string) => async () => {
    begun.push(name);
    most = Math.max(most, ++ofThisTurn);
    await turn();
  };
  const all = Promise.all([
    ...many(60, 'ada').map((name) => houseWork.do(work(name), share('ada'))),
    houseWork.do(work('bob'), share('bob')),
  ]);
  let isOver = false;
  void all.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    ofThisTurn = 0;
    await turn();
  }
  expect(begun).toHaveLength(61);
  expect(begun.indexOf('bob')).toBeLessThanOrEqual(1);
  expect(most).toBeLessThanOrEqual(2);
});

test('search begins for each creator in turn, and its input is made only then', async () => {
  const pool = new SearchWorkerPool(1);
  onTestFinished(() => pool.stop());
  const made: string[] = [];
  const think = (name: string, owner: string) => {
    const ask = () => {
      made.push(name);
      return { ruleset: 'none', rulesVersion: 1, options: {}, seat: 0, worlds: [], seed: name, budget: { ms: 1 } };
    };
    return pool.think(ask, share(owner)).catch((error: Error) => error.message);
  };
  const thinking = [...many(3, 'ada').map((name) => think(name, 'ada')), think('bob', 'bob')];
  expect(made).toEqual(['ada0']);
  for (const answer of await Promise.all(thinking)) expect(answer).toBe('there is no version 1 of ruleset none');
  expect(made).toEqual(['ada0', 'ada1', 'bob', 'ada2']);
});
