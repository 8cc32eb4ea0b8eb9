import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, serviceOfTest, startService } from './service.ts';
import { problem } from './table.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const register = async (name: string) => (await service.stranger.post('/v1/players', { name, kind: 'human' })).body;
const recover = (player: string, recoveryCode: string) =>
  service.stranger.post('/v1/players/recovery', { player, recoveryCode });

describe('a recovery code', () => {
  test('ends every token of its player, gives a new one and a new code, by id or name', async () => {
    const ada = await register('Ada');
    expect(ada.recoveryCode).toMatch(/^crr_[\w-]{43}$/);
    const lost = service.stranger.as(ada.token);
    const { body: read } = await lost.post('/v1/me/read-tokens', {});
    for (const who of [ada.player.id, 'ada']) {
      const answer = await recover(who, ada.recoveryCode);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body.player).toEqual(ada.player);
      for (const token of [ada.token, read.token]) {
        expect(problem(await service.stranger.as(token).get('/v1/me'))).toBe('401 unauthorized');
      }
      const back = service.stranger.as(answer.body.token);
      expect((await back.get('/v1/me')).body).toEqual(ada.player);
      expect((await back.get('/v1/me/tokens')).body.tokens).toMatchObject([{ scope: 'play' }]);
      expect(problem(await recover(who, ada.recoveryCode))).toBe('403 recovery-refused');
      Object.assign(ada, { token: answer.body.token, recoveryCode: answer.body.recoveryCode });
    }
  });

  test('of another player, a wrong one and one of no player are rejected alike, and change nothing', async () => {
    const [bob, eve] = [await register('Bob'), await register('Eve')];
    const nobody = '01930000-0000-7000-8000-0000000000ff';
    const answers = [
      await recover(bob.player.id, eve.recoveryCode),
      await recover('Bob', bob.token),
      await recover(nobody, bob.recoveryCode),
      await recover('Nobody at all', bob.recoveryCode),
      await recover('Bob', 'x'),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([403, answers[0]?.body]);
    for (const { token } of [bob, eve]) expect((await service.stranger.as(token).get('/v1/me')).status).toBe(200);
    expect((await recover('Bob', bob.recoveryCode)).status).toBe(200);
  });

  test('admits one of many simultaneous calls', async () => {
    const { recoveryCode } = await register('Once');
    const answers = await Promise.all(Array.from({ length: 8 }, () => recover('Once', recoveryCode)));
    const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body.token);
    const tried = await Promise.all(tokens.map((token) => service.stranger.as(token).get('/v1/me')));
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(problem(await recover('Once', recoveryCode))).toBe('403 recovery-refused');
  });

  test('stays valid until its new token is used, in case the response is lost', async () => {
    const { recoveryCode } = await register('Lost');
    const first = (await recover('Lost', recoveryCode)).body;
    const second = (await recover('Lost', recoveryCode)).body;
    expect(problem(await service.stranger.as(first.token).get('/v1/me'))).toBe('401 unauthorized');
    expect(problem(await recover('Lost', first.recoveryCode))).toBe('403 recovery-refused');
    const third = (await recover('Lost', second.recoveryCode)).body; // that this code works proves that the second answer arrived
    expect(problem(await recover('Lost', recoveryCode))).toBe('403 recovery-refused');
    expect((await service.stranger.as(third.token).get('/v1/me')).status).toBe(200);
    expect(problem(await recover('Lost', second.recoveryCode))).toBe('403 recovery-refused');
    expect((await recover('Lost', third.recoveryCode)).status).toBe(200);
  });

  test('is not stored, and does not authenticate calls', async () => {
    const { recoveryCode } = await register('Kept');
    expect(problem(await service.stranger.as(recoveryCode).get('/v1/me'))).toBe('401 unauthorized');
    for (const body of [{}, { player: 'Kept' }, { player: '', recoveryCode }, { player: 'Kept', recoveryCode, x: 1 }]) {
      expect(problem(await service.stranger.post('/v1/players/recovery', body))).toBe('400 invalid-request');
    }
  });
});

test('guesses at a recovery code count as registrations', async () => {
  const limited = await serviceOfTest({ limits: { rates: { player: 'off', address: 'off', registration: 3 } } });
  const guess = () => limited.stranger.post('/v1/players/recovery', { player: 'Ada', recoveryCode: 'guessed' });
  for (let i = 0; i < 3; i++) expect(problem(await guess())).toBe('403 recovery-refused');
  expect((await guess()).body).toMatchObject({ code: 'rate-limited', limit: 'registration' });
});
