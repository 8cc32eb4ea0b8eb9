import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { Game } from '../../src/games/model/game.ts';
import { PackedGames } from '../../src/games/runtime/snapshot.ts';
import { begunGame } from './begun-game.ts';
import { fixedGame, playedOn } from './fixed-game.ts';

const catalogue = await loadCatalogue(false);

test.each([...catalogue])('packed games of %s unpack to the same games', (_, entry) => {
  const packed = new PackedGames(10);
  const games = ['first', 'second', 'third'].flatMap((seed) => {
    const begun = begunGame(entry, seed);
    return [{ ...begun.game, planMark: 7 }, playedOn(begunGame(entry, seed), seed).game].map(withPlainBytes);
  });
  for (const game of games) packed.put(game);
  expect(packed.size).toBe(games.length);
  for (const game of games) {
    const taken = packed.take(game.header.id);
    expect(taken).toEqual(game);
    expect(taken?.header.ruleset).toBe(game.header.ruleset);
    expect(packed.take(game.header.id)).toBeNull();
  }
  expect(packed.size).toBe(0);
});

test('a packed game holds no bytes but its own', () => {
  const { game } = fixedGame(catalogue);
  const packed = new PackedGames(1);
  packed.put(game);
  const taken = packed.take(game.header.id);
  expect(taken).toEqual(game);
  expect(taken?.header.chainKey.buffer.byteLength).toBe(game.header.chainKey.length);
  expect(secretOf(taken)?.buffer.byteLength).toBe(secretOf(game)?.length);
});

test('the oldest packed games make room, and a game that is packed again has its latest state', () => {
  const { game } = fixedGame(catalogue);
  const packed = new PackedGames(2);
  for (const id of ['a', 'b', 'a', 'c']) packed.put({ ...named(game, id), planMark: packed.size });
  expect(['a', 'b', 'c'].map((id) => packed.take(id)?.planMark)).toEqual([2, undefined, 2]);
  packed.put(named(game, 'a'));
  packed.delete('a');
  expect([packed.take('a'), packed.size]).toEqual([null, 0]);
});

/** Turns the Buffer of a new header into a plain byte array, because vitest does not regard the two as equal. */
function withPlainBytes(game: Game): Game {
  return { ...game, header: { ...game.header, chainKey: new Uint8Array(game.header.chainKey) } };
}

function named(game: Game, id: string): Game {
  return { ...game, header: { ...game.header, id } };
}

function secretOf(game: Game | null): Uint8Array | null {
  return game !== null && 'serverSeed' in game.header.chance ? game.header.chance.serverSeed : null;
}
