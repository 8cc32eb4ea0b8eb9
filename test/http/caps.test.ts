import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem } from './table.ts';

const RUIN = { ruleset: 'pascals-ruin', options: { mode: 'eternal', maxRounds: 99 } };
const RATED = { ...RUIN, options: { roundsToWin: 9 }, rated: true, clock: { perAction: 600, onTimeout: 'resign' } };
const BOT = { bot: 'search' };

let service: Service;
beforeAll(async () => {
  service = await startService({
    caps: {
      games: 4,
      hostedGames: 2,
      ratedGames: 2,
      pendingGames: 2,
      invitations: 3,
      commitments: 2,
      competitions: 1,
      seeks: 16,
      vacationDays: 30,
    },
  });
});
afterAll(() => service.stop());

const refusedBy = async (caller: Caller, path: string, body: object) => {
  const answer = await caller.post(path, body);
  return answer.status < 300 ? 'nothing' : `${problem(answer)} ${answer.body.cap}`;
};

describe('a player is limited in', () => {
  test('unfinished games, created or joined, with room again when one is over', async () => {
    const [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
    const games = [];
    for (let i = 0; i < 4; i++) games.push(await create(ada, { ...RUIN, seats: ['me', 'me'] }));
    expect(await refusedBy(ada, '/v1/games', { ...RUIN, seats: ['me', 'me'] })).toBe('409 cap-reached games');
    const open = await create(bob, { ...RUIN, seats: ['me', 'open'] });
    expect(await refusedBy(ada, `/v1/games/${open.id}/seats`, {})).toBe('409 cap-reached games');
    expect((await bob.get(`/v1/games/${open.id}`)).body.version).toBe(open.version);
    await ada.post(`/v1/games/${games[0].id}/abort`, {});
    expect(await refusedBy(ada, `/v1/games/${open.id}/seats`, {})).toBe('nothing');
  });

  test('rated games, created, joined or rematched, while an unrated one is still allowed', async () => {
    const [oda, pia] = await service.stranger.registerAll('Oda', 'Pia');
    const rated = { ...RATED, seats: ['me', 'open'] };
    const [first, second] = [await create(oda, rated), await create(oda, rated)];
    expect(await refusedBy(oda, '/v1/games', rated)).toBe('409 cap-reached ratedGames');
    expect((await oda.post('/v1/games', rated)).body.hint).toContain('/resignation');
    for (const { id } of [first, second]) expect(await refusedBy(pia, `/v1/games/${id}/seats`, {})).toBe('nothing');
    const third = await create(await service.stranger.register('Rut'), rated);
    expect(await refusedBy(pia, `/v1/games/${third.id}/seats`, {})).toBe('409 cap-reached ratedGames');
    await oda.post(`/v1/games/${first.id}/resignation`, {});
    expect(await refusedBy(pia, `/v1/games/${third.id}/seats`, {})).toBe('nothing');
    expect(await refusedBy(pia, `/v1/games/${first.id}/rematch`, {})).toBe('409 cap-reached ratedGames');
    expect(await refusedBy(pia, '/v1/games', { ...RUIN, seats: ['me', 'me'] })).toBe('nothing');
  });

  test('games that wait for others', async () => {
    const cem = await service.stranger.register('Cem');
    for (let i = 0; i < 2; i++) await create(cem, { ...RUIN, seats: ['me', 'open'] });
    expect(await refusedBy(cem, '/v1/games', { ...RUIN, seats: ['me', 'open'] })).toBe('409 cap-reached pendingGames');
    const dan = await service.stranger.register('Dan');
    const [three, two] = [
      ['me', 'open', 'open'],
      ['me', 'open'],
    ];
    const [waiting, starting] = [
      await create(dan, { ...RUIN, seats: three }),
      await create(dan, { ...RUIN, seats: two }),
    ];
    const path = (id: string) => `/v1/games/${id}/seats`;
    expect(await refusedBy(cem, path(waiting.id), {})).toBe('409 cap-reached pendingGames');
    expect(await refusedBy(cem, path(starting.id), {})).toBe('nothing');
  });

  test('reserved seats for others', async () => {
    const names = ['Eve', 'Fay', 'Jan'];
    const [eve, ...guests] = await Promise.all(names.map((name) => service.stranger.register(name)));
    const game = { ...RUIN, seats: ['me', ...guests.map(({ id }) => ({ player: id }))] };
    await create(eve as Caller, game);
    expect(await refusedBy(eve as Caller, '/v1/games', game)).toBe('409 cap-reached invitations');
  });

  test('games of bots alone, which their creator can abort', async () => {
    const [gus, hal] = await service.stranger.registerAll('Gus', 'Hal');
    const hosted = { ...RUIN, options: { roundsToWin: 9 }, seats: [BOT, BOT] };
    const games = [await create(gus, hosted), await create(gus, { ...RUIN, seats: ['open', 'open'] })];
    expect(await refusedBy(gus, '/v1/games', hosted)).toBe('409 cap-reached hostedGames');
    expect(problem(await hal.post(`/v1/games/${games[0].id}/abort`, {}))).toBe('403 not-your-seat');
    const aborted = await gus.post(`/v1/games/${games[0].id}/abort`, {});
    expect(['aborted', 'game-over']).toContain(aborted.body.status === 'aborted' ? 'aborted' : aborted.body.code);
    const checked = await gus.get(`/v1/games/${games[0].id}/transcript`);
    expect(checked.status).toBe(200);
    expect(await refusedBy(gus, '/v1/games', hosted)).toBe('nothing');
  });

  test('each of these, also with simultaneous calls', async () => {
    const [kim, lou] = await service.stranger.registerAll('Kim', 'Lou');
    const ten = async (caller: Caller, path: string, body: object) => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => caller.post(path, body)));
      return answers.filter(({ status }) => status === 201).length;
    };
    expect(await ten(kim, '/v1/games', { ...RUIN, seats: ['open', 'open'] })).toBe(2);
    expect(await ten(kim, '/v1/games', { ...RUIN, seats: ['me', 'open'] })).toBe(2);
    expect(await ten(kim, '/v1/games', { ...RUIN, seats: ['me', 'me'] })).toBe(2);
    expect(await ten(kim, '/v1/commitments', {})).toBe(2);
    expect(await ten(lou, '/v1/games', { ...RUIN, seats: ['me', { player: kim.id }, { player: kim.id }] })).toBe(1);
  });

  test('games where they sit, including rematches by others', async () => {
    const [meg, ned] = await service.stranger.registerAll('Meg', 'Ned');
    const over = await create(meg, { ...RUIN, seats: ['me', 'open'] });
    await ned.post(`/v1/games/${over.id}/seats`, {});
    await ned.post(`/v1/games/${over.id}/resignation`, {});
    for (let i = 0; i < 4; i++) await create(ned, { ...RUIN, seats: ['me', 'me'] });
    const rematch = `/v1/games/${over.id}/rematch`;
    expect((await meg.post(rematch, {})).status).toBe(200);
    expect(await refusedBy(ned, rematch, {})).toBe('409 cap-reached games');
  });

  test('paired games, with room again when one is over', async () => {
    const pia = await service.stranger.register('Pia');
    const games = [];
    for (let i = 0; i < 4; i++) games.push(await create(pia, { ...RUIN, seats: ['me', 'me'] }));
    const clock = { perAction: 60, onTimeout: 'resign' };
    const { body } = await pia.post('/v1/me/seeks', { ruleset: RUIN.ruleset, clock, opponents: 'house' });
    const path = `/v1/me/seeks/${body.id}`;
    const waits = await pia.get(`${path}?after=1&wait=20`);
    expect(waits.body).toMatchObject({ version: 2, waitingBecause: 'ownGames', runningGames: [] });
    await pia.post(`/v1/games/${games[0].id}/abort`, {});
    const plays = await pia.get(`${path}?after=2&wait=20`);
    expect(plays.body).toMatchObject({ waitingBecause: 'ownGames', runningGames: [plays.body.lastGameId] });
  });

  test('competitions created within a day, with room again on the next', async () => {
    const liv = await service.stranger.register('Liv');
    const clock = { perAction: 60, onTimeout: 'random' };
    const competition = { name: 'Cup', ruleset: 'pascal', format: 'cup', clock };
    expect(await refusedBy(liv, '/v1/competitions', competition)).toBe('nothing');
    expect(await refusedBy(liv, '/v1/competitions', competition)).toBe('409 cap-reached competitions');
    const { hint, detail } = (await liv.post('/v1/competitions', competition)).body;
    expect(detail).toBe('You have reached the limit of competitions created within 24 hours: 1.');
    expect(hint).toMatch(/counts for 24 hours/);
  });

  test('commitments without a game', async () => {
    const ida = await service.stranger.register('Ida');
    const made = [await ida.post('/v1/commitments', {}), await ida.post('/v1/commitments', {})];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(await refusedBy(ida, '/v1/commitments', {})).toBe('409 cap-reached commitments');
    await create(ida, { ...RUIN, seats: ['me', 'me'], commitmentId: made[0]?.body.commitmentId });
    expect(await refusedBy(ida, '/v1/commitments', {})).toBe('nothing');
  });
});
