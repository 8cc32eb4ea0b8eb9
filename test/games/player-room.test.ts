import { expect, test } from 'vitest';
import { PlayerRoom } from '../../src/games/game-service.ts';
import type { PlayerCaps } from '../../src/games/model/caps.ts';

const CAPS: PlayerCaps = {
  games: 50,
  hostedGames: 50,
  ratedGames: 16,
  pendingGames: 50,
  invitations: 250,
  commitments: 50,
  competitions: 1,
  seeks: 16,
  vacationDays: 30,
};
const ADA = 'ada';

function table() {
  let games = 0;
  const usage = async () => {
    await new Promise(setImmediate);
    return { games, hostedGames: 0, ratedGames: 0, pendingGames: 0, invitations: 0 };
  };
  const room = new PlayerRoom(CAPS, usage);
  const take = () => {
    return room.take(ADA, async (had) => {
      if (had.games >= CAPS.games) return false;
      await new Promise(setImmediate);
      games++;
      return true;
    });
  };
  return { room, take };
}

test('simultaneous calls reach a cap and do not exceed it', async () => {
  const { take } = table();
  const taken = await Promise.all(Array.from({ length: 200 }, take));
  expect(taken.filter(Boolean)).toHaveLength(CAPS.games);
});

test('a failed join does not block the next one', async () => {
  const { room, take } = table();
  const failing = room.take(ADA, () => Promise.reject(new Error('refused')));
  const next = take();
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe(true);
});

test('while the database does not answer, all waiting calls fail at once, and later ones try again', async () => {
  let asked = 0;
  const room = new PlayerRoom(CAPS, async () => {
    asked++;
    await new Promise(setImmediate);
    throw new Error('no answer');
  });
  const take = () => room.take(ADA, async () => 'taken');
  const told = await Promise.allSettled(Array.from({ length: 20 }, take));
  expect(told.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  expect(asked).toBe(1);
  await expect(take()).rejects.toThrow('no answer');
  expect(asked).toBe(2);
});
