import { expect, onTestFinished, test } from 'vitest';
import { administer } from '../../src/admin/admin.ts';
import { openTestStore } from '../store/test-store.ts';
import { newPlayer, openHouse, playThrough, QUICK, startedWith, whenIs } from './house.ts';

test('a game that an operator voids is dealt again on a new board, and the competition goes on to its end', async () => {
  const store = await openTestStore();
  onTestFinished(() => store.close());
  const house = await openHouse(store);
  onTestFinished(house.stop);
  const { players, games, competitions } = house;
  const id = await startedWith(house, [await newPlayer(house), await newPlayer(house)], QUICK);
  const dealt = await whenIs(house, id, (competition) => competition.games.length > 0);
  const [{ gameId, table, round, board } = { gameId: '', table: 0, round: 0, board: 0 }] = dealt.games;
  const flags = { reason: 'fault', because: 'a fault', yes: true };
  const call = { command: 'void', target: gameId, flags, by: 'Olga' };
  const answer = await administer({ store, players, games, competitions }, call);
  expect(answer).toMatchObject({ outcome: 'done', lines: [expect.stringContaining('again on a new board')] });

  const after = await whenIs(house, id, (competition) =>
    competition.games.some((game) => game.table === table && game.round === round && game.board > board),
  );
  const again = after.games.find((game) => game.table === table && game.round === round && game.board > board);
  expect(again).toMatchObject({ entries: dealt.games[0]?.entries });
  const over = await playThrough(house, id);
  expect(over.status).toBe('finished');
  expect((await store.game(gameId))?.status).toBe('aborted');
  const late = await administer({ store, players, games, competitions }, { ...call, target: again?.gameId ?? '' });
  expect(late.outcome).toBe('refused');
});
