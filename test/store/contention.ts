import { expect } from 'vitest';
import type { GameRow } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';
import { appendTo, creationOf, gameRow } from './rows.ts';

export interface Tally {
  made: { gameId: string; version: number; mark: string }[];
  conflicts: number;
}

let marks = 0;

export async function createGames(store: Store, count: number): Promise<GameRow[]> {
  const games = Array.from({ length: count }, () => gameRow());
  await Promise.all(games.map((game) => store.log.create(creationOf(game))));
  return games;
}

/** Appends changes to a game, each to the version that the store confirmed last, as a player does. */
export async function contend(store: Store, game: GameRow, until: number, tally: Tally): Promise<void> {
  while (performance.now() < until) {
    const base = (await store.log.tip(game.id))?.version ?? 0;
    const change = appendTo(game, base, 1 + (marks % 2));
    const marked = change.events.map((event) => ({ ...event, kind: `mark ${marks++}` }));
    if (await store.log.append({ ...change, events: marked })) {
      tally.made.push(...marked.map(({ version, kind }) => ({ gameId: game.id, version, mark: kind })));
    } else {
      tally.conflicts++;
    }
  }
}

/** Checks that logs have no gap and contain every confirmed change once. Without `since`, allows no other changes. */
export async function assertSoundLogs(
  store: Store,
  games: GameRow[],
  made: Tally['made'],
  since?: ReadonlyMap<string, number | null>,
): Promise<void> {
  const kept = new Map<string, string>();
  for (const { id } of games) {
    const events = await store.log.events(id, 0);
    expect(events.map(({ version }) => version)).toEqual(events.map((_, i) => i + 1));
    expect((await store.log.tip(id))?.version).toBe(events.length);
    for (const { version, kind } of events.slice(since?.get(id) ?? 1)) kept.set(`${id} ${version}`, kind);
  }
  for (const { gameId, version, mark } of made) expect(kept.get(`${gameId} ${version}`)).toBe(mark);
  if (since === undefined) expect(kept.size).toBe(made.length);
}
