import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, KINDS, type Kind } from '../store/test-store.ts';
import { DroppingAgent, timeoutsIn } from './dropping-agent.ts';
import { Server } from './server.ts';

test('clocks run during an outage of the server, and expire when it is back', async () => {
  const database = await freshDatabase(KINDS.at(-1) as Kind);
  onTestFinished(() => database.remove());
  const { settings } = database;
  let server = await Server.start(settings);
  const urls = [server.url];
  const agent = new DroppingAgent('sleeper', urls);
  await agent.register();
  const clock = { perAction: 3, onTimeout: 'resign' };
  const game = { ruleset: 'pascals-ruin', seats: ['me', 'me'], clock };
  const { body } = await agent.call('POST', '/v1/games', game);
  await server.stop('SIGKILL');
  await sleep(Date.parse(body.deadline) - Date.now());
  server = await Server.start(settings);
  urls[0] = server.url;
  await expect.poll(async () => (await agent.call('GET', `/v1/games/${body.id}`)).body.status).toBe('finished');
  const [late] = await timeoutsIn(agent, body.id);
  expect(late?.version).toBe(3);
  expect(late?.at).toBeGreaterThanOrEqual(Date.parse(body.deadline));
  expect(await server.stop()).toBe(0);
});
