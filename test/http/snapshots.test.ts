import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { GameService } from '../../src/games/game-service.ts';
import type { Game } from '../../src/games/model/game.ts';
import { GameLog } from '../../src/games/runtime/game-log.ts';
import { VERSIONS_BETWEEN } from '../../src/games/runtime/snapshot.ts';
import { CODE } from '../../src/generated/code.ts';
import { Players } from '../../src/players/players.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import type { Store } from '../../src/store/store.ts';
import { PATIENCE } from '../patience.ts';
import { openTestStore } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create } from './table.ts';

const LONG_GAME = {
  ruleset: 'pascals-ruin',
  seats: ['me', 'me', 'me'],
  options: { mode: 'eternal', maxRounds: 99 },
  seed: 'snapshots',
};
const FURTHER = 10;

let store: Store;
let first: Service;
let ada: Caller;
let game: any;
beforeAll(async () => {
  store = await openTestStore();
  first = await startService({ store });
  ada = await first.stranger.register('Ada');
  game = await played(ada, VERSIONS_BETWEEN + FURTHER);
  // snapshots are stored in the background
  await vi.waitFor(async () => expect(await store.snapshots.find(game.id, CODE)).not.toBeNull(), PATIENCE);
});
afterAll(() => first.stop());

async function played(player: Caller, versions: number): Promise<any> {
  const chance = new FastChance('long');
  let state = await create(player, LONG_GAME);
  while (state.version < versions) {
    const legal = legalActionsOf(state).filter((action: any) => action.type !== 'voteStop');
    const action = legal[chance.int(legal.length)];
    const body = { action, seat: state.viewer, expectedVersion: state.version };
    const answer = await player.post(`/v1/games/${state.id}/actions`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    state = answer.body.state;
  }
  return state;
}

async function readAnew(): Promise<{ game: Game; from: number[] }> {
  const gameService = new GameService(store, await loadCatalogue(true), new Players(store), { liveGames: 10 });
  const events = vi.spyOn(store.log, 'events');
  const looked = await gameService.gameReader.look({ playerId: ada.id }, game.id, {});
  const from = events.mock.calls.map(([, after]) => after);
  events.mockRestore();
  if (!looked.ok) throw new Error(looked.refusal.detail);
  return { game: looked.value.game, from };
}

async function folded(): Promise<Game> {
  const opened = await first.gameService.gameReader.open({ playerId: ada.id }, game.id);
  if (!opened.ok) throw new Error(opened.refusal.detail);
  return new GameLog(store).gameAt(opened.value.header, game.version);
}

function contentOf({ header: _, ...content }: Game) {
  return content;
}

test('a long game is read from its snapshot, and equals the fold of its whole log', async () => {
  const { game: found, from } = await readAnew();
  expect(from[0]).toBe(VERSIONS_BETWEEN);
  expect(contentOf(found)).toEqual(contentOf(await folded()));
  expect(found.head).toBe(game.head);
});

test('a snapshot by other code is ignored and replaced', async () => {
  const stored = await store.snapshots.find(game.id, CODE);
  await store.snapshots.keep({ gameId: game.id, version: game.version, code: 'older', game: '{}' });
  expect(await store.snapshots.find(game.id, CODE)).toBeNull();
  const { game: found, from } = await readAnew();
  expect(from[0]).toBe(0);
  expect(contentOf(found)).toEqual(contentOf(await folded()));
  await vi.waitFor(async () => expect(await store.snapshots.find(game.id, CODE)).not.toBeNull(), PATIENCE);
  expect(stored).toMatchObject({ version: VERSIONS_BETWEEN, code: CODE });
  expect((await readAnew()).from[0]).toBe(game.version);
});

test('an older snapshot does not replace a newer one', async () => {
  const newest = await store.snapshots.find(game.id, CODE);
  await store.snapshots.keep({ gameId: game.id, version: 1, code: CODE, game: '{}' });
  expect(await store.snapshots.find(game.id, CODE)).toEqual(newest);
});

test('a snapshot that was altered is ignored', async () => {
  const stored = await store.snapshots.find(game.id, CODE);
  const changed = stored?.game.replace('"takenBack":0', '"takenBack":1') ?? '';
  expect(changed).not.toBe(stored?.game);
  for (const text of [changed, '{}']) {
    await store.snapshots.keep({ gameId: game.id, version: game.version, code: 'older', game: '' });
    await store.snapshots.keep({ gameId: game.id, version: game.version, code: CODE, game: text });
    const { game: found, from } = await readAnew();
    expect(from[0]).toBe(0);
    expect(contentOf(found)).toEqual(contentOf(await folded()));
  }
});

test('a snapshot ahead of the log is ignored', async () => {
  const other = await played(ada, VERSIONS_BETWEEN + 1);
  const ahead = { gameId: other.id, version: other.version + 1, code: CODE, game: '{}' };
  await store.snapshots.keep(ahead);
  game = other;
  const { game: found, from } = await readAnew();
  expect(from[0]).toBe(0);
  expect(found.head).toBe(other.head);
});

test('a game continues if a snapshot cannot be stored', async () => {
  const keep = vi.spyOn(store.snapshots, 'keep').mockRejectedValue(new StoreUnavailable('the disk is full'));
  const other = await played(ada, VERSIONS_BETWEEN + 1);
  expect(keep).toHaveBeenCalledOnce();
  keep.mockRestore();
  expect(await store.snapshots.find(other.id, CODE)).toBeNull();
});
