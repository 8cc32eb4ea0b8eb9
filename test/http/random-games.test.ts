import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHotSeats, playToEnd } from './random-play.ts';
import { type Service, startService } from './service.ts';

/** GAMES=200 makes a longer run. */
const GAMES = Number(process.env.GAMES ?? 4);
const AT_ONCE = 4;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const OPTIONS = [
  { mode: 'match', roundsToWin: 1 },
  { mode: 'eternal', maxRounds: 2, spicy: true },
  { mode: 'match', roundsToWin: 1, spicy: true },
  { mode: 'eternal', maxRounds: 1 },
];

test(`three hot seats play ${GAMES} random games to their end with documented responses, and each replays byte for byte`, {
  timeout: 600_000 + GAMES * 5_000,
}, async () => {
  const player = await service.stranger.register('Three hot seats');
  const ends: any[] = [];
  const tables = Array.from({ length: AT_ONCE }, async (_, table) => {
    for (let game = table; game < GAMES; game += AT_ONCE) {
      const options = OPTIONS[game % OPTIONS.length];
      ends.push(await playToEnd(player, await createHotSeats(player, { options }), `game ${game}`));
    }
  });
  await Promise.all(tables);
  expect(ends).toHaveLength(GAMES);
  const anew = await startService({ store: service.store });
  for (const end of ends) {
    const headers = { authorization: `Bearer ${player.token}` };
    const read = await fetch(`${anew.url}/v1/games/${end.id}`, { headers });
    expect(await read.text()).toBe(JSON.stringify(end));
  }
  await anew.app.close();
});
