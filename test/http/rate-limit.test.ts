import { expect, onTestFinished, test } from 'vitest';
import { startService } from './service.ts';

test('whoever asks too often is told how long to wait, and the others do not notice', async () => {
  const service = await startService({ rateLimit: 5 });
  onTestFinished(() => service.stop());
  const [ada, bob] = [await service.stranger.register('Ada'), await service.stranger.register('Bob')];
  const answers = [];
  for (let i = 0; i < 7; i++) answers.push(await ada.get('/v1/me'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const [refused] = answers.slice(-1);
  expect(refused?.body).toMatchObject({ code: 'rate-limited', status: 429, type: '/problems/rate-limited' });
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await bob.get('/v1/me')).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});
