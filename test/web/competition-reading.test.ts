import { expect, test } from 'vitest';
import type { Answer, CompetitionEvent } from '../../clients/typescript/src/index.ts';
import { allPages } from '../../web/src/core/all-pages.ts';
import { allIsNews, NO_NEWS, newsAfter } from '../../web/src/core/competition-news.ts';
import { rowsInView } from '../../web/src/core/row-window.ts';

interface Page {
  version: number;
  items: string[];
  next: number | null;
}

function listOf(lists: string[][]) {
  let calls = 0;
  const read = async (cursor = 0): Promise<Answer<Page>> => {
    const version = Math.min(calls++, lists.length - 1);
    const list = lists[version] as string[];
    const next = cursor + 2 < list.length ? cursor + 2 : null;
    return { ok: true, value: { version, items: list.slice(cursor, cursor + 2), next } };
  };
  return { read, itemsOf: ({ items }: Page) => items, keyOf: (item: string) => item };
}

test('a list is read to its end, or up to its maximum', async () => {
  const reader = listOf([['a', 'b', 'c', 'd', 'e']]);
  expect(await allPages({ ...reader, most: 10 })).toEqual({ ok: true, value: { items: [...'abcde'], hasMore: false } });
  expect(await allPages({ ...reader, most: 3 })).toEqual({ ok: true, value: { items: [...'abc'], hasMore: true } });
});

test('a list that changes between two pages is restarted, and one that keeps changing has each item once', async () => {
  const [before, after] = [
    ['a', 'b', 'c'],
    ['n', 'a', 'b', 'c'],
  ];
  const once = await allPages({ ...listOf([before, after]), most: 10 });
  expect(once).toEqual({ ok: true, value: { items: [...'nabc'], hasMore: false } });
  const moving = Array.from({ length: 20 }, (_, i) => Array.from({ length: 4 }, (__, n) => `${(i + 4 - n) % 6}`));
  const taken = await allPages({ ...listOf(moving), most: 10 });
  if (!taken.ok) throw new Error('it was refused');
  expect(new Set(taken.value.items).size).toBe(taken.value.items.length);
});

test('a refused page refuses the list', async () => {
  const refusal = {
    code: 'unreachable',
    status: null,
    detail: 'x',
    hint: null,
    suggestion: null,
    rule: null,
    errors: [],
  };
  const answer = await allPages<Page, string>({
    read: async () => ({ ok: false, refusal: refusal as never }),
    itemsOf: ({ items }) => items,
    keyOf: (item) => item,
    most: 10,
  });
  expect(answer).toEqual({ ok: false, refusal });
});

test('an event makes its topics outdated, and always the competition', () => {
  const counted = [{ type: 'gameCounted' }, { type: 'boardClosed' }] as CompetitionEvent[];
  expect(newsAfter(NO_NEWS, counted)).toEqual({
    ...NO_NEWS,
    competition: 1,
    rounds: 1,
    games: 1,
    standings: 1,
    boards: 1,
  });
  expect(newsAfter(NO_NEWS, [{ type: 'seedPublished' }] as CompetitionEvent[])).toEqual({ ...NO_NEWS, competition: 1 });
  expect(Object.values(allIsNews(NO_NEWS))).toEqual([1, 1, 1, 1, 1, 1]);
});

test('the rows in view of a long table are rendered, at its ends too', () => {
  const view = { rows: 500, rowHeight: 30, height: 300 };
  expect(rowsInView({ ...view, scrollTop: 0 })).toEqual({ from: 0, to: 22 });
  expect(rowsInView({ ...view, scrollTop: 3000 })).toEqual({ from: 88, to: 122 });
  expect(rowsInView({ ...view, scrollTop: 500 * 30 - 300 })).toEqual({ from: 478, to: 500 });
  expect(rowsInView({ ...view, rows: 3, scrollTop: 3000 })).toEqual({ from: 2, to: 3 });
  expect(rowsInView({ ...view, rows: 0, scrollTop: 0 })).toEqual({ from: 0, to: 0 });
});
