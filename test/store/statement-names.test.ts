import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { createGames } from './contention.ts';
import { appendTo } from './rows.ts';
import { freshDatabase, KINDS } from './test-store.ts';

interface Statement {
  name: string;
  text: string;
}

async function statementsFor(store: Store, count: number): Promise<Statement[]> {
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  const games = await createGames(store, count);
  await Promise.all(games.map((game) => store.log.append(appendTo(game, 1))));
  await Promise.all(games.map(({ id }) => store.game(id)));
  await Promise.all(games.map(({ id }) => store.log.tip(id)));
  await Promise.all(games.map(({ id }) => store.log.events(id, 0)));
  const asked = query.mock.calls.map(([statement]) => statement as unknown);
  query.mockRestore();
  return asked.filter((statement): statement is Statement => typeof statement === 'object'); // work in the background passes strings
}

describe.each(KINDS)('on the %s database', (kind) => {
  it('each SQL text that repeats is a prepared statement with one name, and other texts have no name', async () => {
    const database = await freshDatabase(kind);
    const store = await database.open();
    const [one, many, more] = [
      await statementsFor(store, 1),
      await statementsFor(store, 7),
      await statementsFor(store, 9),
    ];
    const named = new Map(one.filter(({ name }) => name !== '').map(({ name, text }) => [name, text]));
    expect(new Set(named.values()).size).toBe(named.size);
    for (const text of [/update game set/, /^\s*select id, version, head, erased, plan_mark/, /from game_event/]) {
      expect([...named.values()].filter((known) => text.test(known))).toHaveLength(1);
    }
    const later = [...many, ...more];
    for (const { name, text } of later) if (name !== '') expect(text).toBe(named.get(name));
    expect(later.some(({ name }) => name === '')).toBe(true);
    await store.close();
    await database.remove();
  });
});
