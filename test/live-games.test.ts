import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { fold } from '../src/games/model/fold.ts';
import type { Change, Game } from '../src/games/model/game.ts';
import { GameLog } from '../src/games/runtime/game-log.ts';
import { LiveGames } from '../src/games/runtime/live-games.ts';
import { fixedGame } from './games/fixed-game.ts';
import { openTestStore } from './store/test-store.ts';

const OF_ONE = 100;
const OF_ALL = 30_000;
/** The version at which play of a game stops while other games continue. */
const EARLY = 10;
const MORE = 10;

const logged = fixedGame(await loadCatalogue(false));
const rulesetOf = () => logged.game.header.ruleset;

test('the last events are cached for the latest games, however many are in memory', async () => {
  const store = await openTestStore();
  const live = new LiveGames({ store, log: new GameLog(store), rulesetOf, max: OF_ALL });

  const begun = changesOf('begun');
  for (const change of begun.slice(0, EARLY)) live.keep(change);
  const told = begun.slice(0, EARLY).flatMap(({ events }) => events);
  expect(live.recentEvents('begun', 0)).toEqual(told);

  const other = changesOf('other');
  const events = other.flatMap((change) => change.events).slice(-OF_ONE);
  const others = Math.ceil(OF_ALL / events.length) + 1;
  for (let nth = 0; nth < others; nth++) for (const change of other) live.keep(renamed(change, `other ${nth}`));
  expect(live.size).toBe(others + 1);
  expect(live.recentEvents(`other ${others - 1}`, logged.game.version - 1)).toEqual(other.at(-1)?.events);
  expect(live.recentEvents('other 0', logged.game.version - 1)).toBeNull();
  expect([live.recentEvents('begun', EARLY - 1), live.recentAfter('begun')]).toEqual([null, null]);
  expect(live.remembered('begun')?.version).toBe(EARLY);

  // a change to a game that was dropped begins a new cache without earlier entries
  for (const change of begun.slice(EARLY, EARLY + MORE)) live.keep(change);
  const since = begun.slice(EARLY, EARLY + MORE).flatMap((change) => change.events);
  expect(live.recentAfter('begun')).toBe(EARLY + 1);
  expect(live.recentEvents('begun', EARLY)).toBeNull();
  expect(live.recentEvents('begun', EARLY + 1)).toEqual(since.filter(({ version }) => version > EARLY + 1));
  for (const change of begun.slice(EARLY + MORE)) live.keep(change);
  const last = begun.flatMap((change) => change.events).slice(-OF_ONE);
  expect(live.recentAfter('begun')).toBe(last[0]?.version);
  live.forget('begun');
  expect([live.remembered('begun'), live.recentAfter('begun')]).toEqual([null, null]);
  await store.close();
});

test('packed games stay cached like others, with the mark of their plans', async () => {
  const store = await openTestStore();
  const live = new LiveGames({ store, log: new GameLog(store), rulesetOf, max: 8, unpacked: 3 });
  const ids = Array.from({ length: 8 }, (_, nth) => `game ${nth}`);
  const begun = new Map(ids.map((id) => [id, changesOf(id).slice(0, EARLY + 1)]));
  for (const [id, changes] of begun) {
    for (const change of changes.slice(0, EARLY)) live.keep(change);
    live.markPlans(live.remembered(id) as Game, ids.indexOf(id));
  }
  expect(live.size).toBe(ids.length);
  for (const [nth, id] of ids.entries()) {
    const game = live.remembered(id);
    expect(game).toEqual({ ...begun.get(id)?.[EARLY - 1]?.game, planMark: nth });
    expect(live.remembered(id)).toBe(game);
  }
  // a packed game accepts the next version
  const next = begun.get('game 0')?.[EARLY] as Change;
  live.keep(next);
  expect([live.remembered('game 0'), live.recentAfter('game 0')]).toEqual([next.game, EARLY + 1]);
  live.keep(begun.get('game 1')?.[0] as Change); // an older version is ignored
  expect(live.remembered('game 1')?.version).toBe(EARLY);
  expect(live.size).toBe(ids.length);
  for (const id of ['game 2', 'game 7']) live.forget(id);
  expect([live.remembered('game 2'), live.remembered('game 7'), live.size]).toEqual([null, null, 6]);
  for (const id of ['a', 'b', 'c']) for (const change of changesOf(id).slice(0, 1)) live.keep(change);
  expect(live.size).toBe(8);
  await store.close();
});

function changesOf(id: string): Change[] {
  const header = { ...logged.game.header, id };
  let game: Game | null = null;
  return logged.rows.map((row) => {
    const change = fold(header, game, row);
    game = change.game;
    return change;
  });
}

function renamed({ game, events }: Change, id: string): Change {
  return { game: { ...game, header: { ...game.header, id } }, events };
}
