import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHotSeats, playToEnd } from '../http/random-play.ts';
import { type Service, startService } from '../http/service.ts';
import { openTestStore } from '../store/test-store.ts';
import { commandsOf, fencesOf, PAGES } from './markdown.ts';
import { Terminal } from './terminal.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ store: await openTestStore('embedded'), analyses: { playouts: 100, seconds: 1 } });
});
afterAll(() => service.stop());

const sessionsOf = (page: string) => fencesOf(page).filter(({ language }) => language === 'console');

const SESSIONS = [
  'README.md',
  'docs/accounts.md',
  'docs/agents.md',
  'docs/analysis.md',
  'docs/competitions.md',
  'docs/long-games.md',
  'docs/mcp.md',
  'docs/notifications.md',
  'docs/playing-together.md',
  'docs/ratings.md',
];

test('exactly the pages that are tested here print sessions of a terminal', () => {
  expect(PAGES.filter((page) => sessionsOf(page).length > 0)).toEqual(SESSIONS);
  expect(sessionsOf('README.md')).toHaveLength(6);
});

test.each(SESSIONS)('the session of %s prints what the page shows', async (page) => {
  const terminal = new Terminal(service.url, { '+%s': '+%s%N' });
  // pages without a registration need a player who exists
  await terminal.type(`TOKEN=${(await service.stranger.register('Agent')).token}`);
  for (const { text } of sessionsOf(page)) expect(await terminal.follow(text)).toEqual([]);
  terminal.close();
});

test('the commands of docs/fairness.md verify a finished game', async () => {
  const player = await service.stranger.register('Verifier');
  const game = await createHotSeats(player, { options: { roundsToWin: 1 } });
  await playToEnd(player, game, 'fairness');
  const terminal = new Terminal(service.url, { '12=0f3a…': `${game.version}=${game.head}` });
  await terminal.type(`GAME=localhost:3000/v1/games/${game.id}`);
  const [fetched, ...verified] = commandsOf('docs/fairness.md').filter((command) => / transcript\.json/.test(command));
  await terminal.type(fetched as string);
  expect(verified).toHaveLength(2);
  for (const command of verified) expect(await terminal.type(command)).toContain('verified');
  terminal.close();
});

test('the commands of docs/state-and-actions.md continue from sampled worlds', async () => {
  const player = await service.stranger.register('Looking ahead');
  const game = await createHotSeats(player);
  const terminal = new Terminal(service.url, { '--games 100': '--games 1 --playouts 1' });
  await terminal.type(`GAME=localhost:3000/v1/games/${game.id}`);
  await terminal.type(`TOKEN=${player.token}`);
  const [sampled, simulated] = commandsOf('docs/state-and-actions.md').filter((command) =>
    command.includes('worlds.json'),
  );
  await terminal.type(sampled as string);
  expect(await terminal.type(simulated as string)).toContain('search');
  terminal.close();
});
