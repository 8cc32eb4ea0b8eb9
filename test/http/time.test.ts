import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { GameService } from '../../src/games/game-service.ts';
import { reachOf } from '../../src/notifications/address.ts';
import { Players } from '../../src/players/players.ts';
import { resealed } from '../games/tampering.ts';
import { Receiver } from '../notifications/receiver.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, problem, stateOf } from './table.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const SLOW = { perAction: 86_400, onTimeout: 'resign' };

let time = Date.parse('2026-11-23T10:00:00.000Z');
let service: Service;

beforeAll(async () => {
  service = await startService({
    clock: { now: () => new Date(time) },
    reach: reachOf('allow'),
    schedule: { lookMs: 20 },
  });
});
afterAll(() => service.stop());

function people(...names: string[]): Promise<Caller[]> {
  return Promise.all(names.map((name) => service.stranger.register(name)));
}

async function table(players: Caller[], more: object = { clock: SLOW }): Promise<any> {
  const [host, ...guests] = players as [Caller, ...Caller[]];
  const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
  const game = await create(host, { ruleset: 'pascals-ruin', seats, ...more });
  for (const guest of guests) await guest.post(`/v1/games/${game.id}/seats`, {});
  return stateOf(host, game.id);
}

async function eventsOf(id: string): Promise<any[]> {
  return (await service.stranger.get(`/v1/games/${id}/events?limit=1000&text=true`)).body.events;
}

function later(moment: string, ms: number): string {
  return new Date(Date.parse(moment) + ms).toISOString();
}

describe('more time', () => {
  test('is granted when the only opponent agrees, and every verifier accepts it', async () => {
    const players = await people('Ada', 'Bob');
    const game = await table(players);
    const [{ seat, deadline }] = game.decisions;
    const [mover, other] = [players[seat], players[1 - seat]] as [Caller, Caller];
    const path = `/v1/games/${game.id}/extension`;
    const asked = (await mover.post(path, { seconds: 3600 })).body;
    expect(asked.decisions).toEqual([
      { seat, since: game.decisions[0].since, deadline, because: null, asked: { seconds: 3600, by: [mover.id] } },
    ]);
    expect(problem(await mover.post(path, { seconds: 3600 }))).toBe('409 extension-asked');
    const agreed = (await other.post(path, { seat, seconds: 3600 })).body;
    expect(agreed.decisions).toMatchObject([{ seat, deadline: later(deadline, HOUR), because: 'agreed', asked: null }]);
    expect(agreed.deadline).toBe(later(deadline, HOUR));
    const told = await eventsOf(game.id);
    expect(told.slice(-2)).toMatchObject([
      { type: 'timeAsked', seat, data: { for: seat, seconds: 3600 } },
      { type: 'timeExtended', seat, data: { deadline: later(deadline, HOUR), because: 'agreed' } },
    ]);
    expect(told.at(-1).text).toBe(`Seat ${seat} has until 2026-11-24 11:00 UTC to decide: all others agreed.`);

    await mover.post(`/v1/games/${game.id}/resignation`, {});
    const transcript = (await mover.get(`/v1/games/${game.id}/transcript`)).body;
    const catalogue = await loadCatalogue(true);
    expect(verify(transcript, catalogue)).toMatchObject({ verified: true });
    const faked = structuredClone(transcript);
    const entry = faked.log.find(({ kind }: { kind: string }) => kind === 'timeExtended');
    for (const [field, value] of Object.entries({
      playerId: mover.id,
      deadline: later(deadline, 2 * HOUR),
      because: 'daysOff',
      seconds: 7200,
    })) {
      entry.action = { ...transcript.log[entry.version - 1].action, [field]: value };
      expect(verify(resealed(faked), catalogue)).toMatchObject({ verified: false, version: entry.version });
    }
  });

  test('needs the consent of all remaining players, for the same time', async () => {
    const players = await people('Ada', 'Bob', 'Eve');
    const game = await table(players);
    const [{ seat, deadline }] = game.decisions;
    const [one, other] = players.filter((_, i) => i !== seat) as [Caller, Caller];
    const path = `/v1/games/${game.id}/extension`;
    expect((await one.post(path, { seat, seconds: 600 })).body.decisions[0].asked).toEqual({
      seconds: 600,
      by: [one.id],
    });
    expect((await other.post(path, { seat, seconds: 900 })).body.decisions[0]).toMatchObject({
      deadline,
      asked: { seconds: 900, by: [other.id] },
    });
    expect((await one.post(path, { seat, seconds: 900 })).body.decisions[0]).toMatchObject({
      deadline: later(deadline, 900 * SECOND),
      asked: null,
    });
  });

  test('is granted a limited number of times per decision, requested or not', async () => {
    const players = await people('Ada', 'Bob');
    const game = await table(players);
    const [{ seat }] = game.decisions;
    const other = players[1 - seat] as Caller;
    const path = `/v1/games/${game.id}/extension`;
    for (let i = 0; i < 12; i++) expect((await other.post(path, { seat, seconds: 60 })).status).toBe(200);
    expect(problem(await other.post(path, { seat, seconds: 60 }))).toBe('409 extension-asked');
  });

  test('goes into the bank if there is one', async () => {
    const players = await people('Ada', 'Bob');
    const game = await table(players, { clock: { bank: 1000, increment: 0, onTimeout: 'random' } });
    const [{ seat, deadline }] = game.decisions;
    const granted = (await (players[1 - seat] as Caller).post(`/v1/games/${game.id}/extension`, { seat, seconds: 60 }))
      .body;
    expect(granted.decisions[0].deadline).toBe(later(deadline, 60 * SECOND));
    expect(granted.clock.remaining[seat]).toBe(1060);
  });

  test('is rejected in invalid cases, which change nothing', async () => {
    const players = await people('Ada', 'Bob');
    const [stranger] = (await people('Fay')) as [Caller];
    const game = await table(players);
    const [{ seat }] = game.decisions;
    const mover = players[seat] as Caller;
    const path = `/v1/games/${game.id}/extension`;
    for (const body of [{}, { seconds: 59 }, { seconds: 1e9 }, { seconds: '60' }, { seconds: 60, seat: -1 }]) {
      expect(problem(await mover.post(path, body))).toBe('400 invalid-request');
    }
    expect(problem(await stranger.post(path, { seconds: 60 }))).toBe('403 not-your-seat');
    expect(problem(await mover.post(path, { seat: 7, seconds: 60 }))).toBe('404 no-such-seat');
    expect(problem(await mover.post(path, { seat: 1 - seat, seconds: 60 }))).toBe('409 no-deadline');
    for (let day = 1; day <= 12; day++) await mover.post(path, { seconds: day * 60 });
    expect(problem(await mover.post(path, { seconds: 777 }))).toBe('409 extension-asked');
    expect((await stateOf(mover, game.id)).version).toBe(game.version + 12);
    const untimed = await table(players, {});
    expect(problem(await mover.post(`/v1/games/${untimed.id}/extension`, { seconds: 60 }))).toBe('409 no-deadline');
    const alone = await create(mover, {
      ruleset: 'pascals-ruin',
      seats: ['me', { bot: 'random' }],
      clock: SLOW,
      rated: true,
    });
    expect(problem(await mover.post(`/v1/games/${alone.id}/extension`, { seconds: 60 }))).toBe('409 rated-game');
  });
});

describe('a calendar', () => {
  const BERLIN = {
    timeZone: 'Europe/Berlin',
    workingDays: [5, 1, 2, 3, 4],
    quietHours: { from: '22:00', to: '07:00' },
  };

  test('belongs to its player, and invalid fields change nothing', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [Caller, Caller];
    const nothing = { timeZone: 'UTC', workingDays: [1, 2, 3, 4, 5, 6, 7], quietHours: null, reminderSeconds: null };
    expect((await ada.get('/v1/me/calendar')).body).toEqual(nothing);
    const set = (await ada.call('PUT', '/v1/me/calendar', { body: BERLIN })).body;
    expect(set).toEqual({ ...BERLIN, workingDays: [1, 2, 3, 4, 5], reminderSeconds: null });
    for (const wrong of [
      { timeZone: 'Mars/Olympus' },
      { timeZone: '+02:00' },
      { timeZone: 'UTC', workingDays: [] },
      { timeZone: 'UTC', workingDays: [1, 8] },
      { timeZone: 'UTC', quietHours: { from: '22:00', to: '22:00' } },
      { timeZone: 'UTC', quietHours: { from: '24:00', to: '07:00' } },
      { timeZone: 'UTC', reminderSeconds: -1 },
      { workingDays: [1, 2] },
    ]) {
      const answer = await ada.call('PUT', '/v1/me/calendar', { body: wrong });
      expect(problem(answer), JSON.stringify(wrong)).toBe('400 invalid-request');
    }
    expect((await ada.get('/v1/me/calendar')).body).toEqual(set);
    expect((await bob.get('/v1/me/calendar')).body).toEqual(nothing);
  });

  test('has vacations, a number of days a year, and an early end returns the rest', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [Caller, Caller];
    const today = (await ada.get('/v1/me/vacations')).body.today;
    const take = (from: string, to: string) => ada.post('/v1/me/vacations', { from, to });
    const { body: first } = await take(today, '2026-11-29');
    expect(first).toMatchObject({ from: '2026-11-23', to: '2026-11-29', timeZone: 'UTC' });
    expect(problem(await take('2026-11-29', '2026-11-30'))).toBe('409 vacation-overlaps');
    expect(problem(await take('2026-11-22', '2026-11-22'))).toBe('400 invalid-request');
    expect(problem(await take('2026-12-02', '2026-12-01'))).toBe('400 invalid-request');
    expect(problem(await take('2026-02-30', '2026-03-01'))).toBe('400 invalid-request');
    expect(problem(await take('2026-12-01', '2026-12-24'))).toBe('409 cap-reached');
    const { body: second } = await take('2026-12-09', '2027-01-03');
    expect((await ada.get('/v1/me/vacations')).body.years).toEqual([
      { year: 2026, days: 30, left: 0 },
      { year: 2027, days: 3, left: 27 },
    ]);
    expect(problem(await bob.call('DELETE', `/v1/me/vacations/${first.id}`))).toBe('404 vacation-not-found');
    const ended = (await ada.call('DELETE', `/v1/me/vacations/${first.id}`)).body;
    expect(ended.vacations[0]).toMatchObject({ from: today, to: today });
    const cancelled = (await ada.call('DELETE', `/v1/me/vacations/${second.id}`)).body;
    expect(cancelled).toMatchObject({ vacations: [{ id: first.id }], years: [{ days: 1 }, { days: 0 }] });
    expect(problem(await ada.call('DELETE', `/v1/me/vacations/${second.id}`))).toBe('404 vacation-not-found');
    await Promise.all(
      ['2026-12-01', '2026-12-03', '2026-12-05'].map((day) => take(day, `2026-12-${Number(day.slice(-2)) + 1}`)),
    );
    const both = await Promise.all([take('2026-12-10', '2026-12-25'), take('2026-12-20', '2026-12-31')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('has a limited number of canceled vacations, after which none can be taken for a time', async () => {
    const [ada] = (await people('Ada')) as [Caller];
    const take = () => ada.post('/v1/me/vacations', { from: '2027-01-04', to: '2027-01-05' });
    const callOff = (id: string) => ada.call('DELETE', `/v1/me/vacations/${id}`);
    const { body: kept } = await ada.post('/v1/me/vacations', { from: '2027-02-01', to: '2027-02-01' });
    for (let nth = 0; nth < 12; nth++) expect((await callOff((await take()).body.id)).status).toBe(200);
    expect((await take()).body).toMatchObject({ code: 'cap-reached', cap: 'vacationsCalledOff' });
    expect((await callOff(kept.id)).body.vacations).toEqual([]);
    time += 30 * DAY;
    expect((await take()).status).toBe(201);
    time -= 30 * DAY;
  });
});

describe('a slow clock', () => {
  async function free(caller: Caller, from: string, to: string): Promise<string> {
    const { status, body } = await caller.post('/v1/me/vacations', { from, to });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  }
  const decisionIn = async (caller: Caller, id: string) => (await stateOf(caller, id)).decisions[0];

  test('stops on days off, in the very append that opens the decision, and transcripts show it within bounds', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [Caller, Caller];
    const calendar = { timeZone: 'Europe/Berlin', workingDays: [2, 3, 4, 5] };
    for (const player of [ada, bob]) await player.call('PUT', '/v1/me/calendar', { body: calendar });
    const game = await table([ada, bob]);
    expect(game.decisions[0]).toMatchObject({ deadline: '2026-11-24T23:00:00.000Z', because: 'daysOff' });
    const hasty = await table([ada, bob], { clock: { ...SLOW, perAction: 86_399 } });
    expect(hasty.decisions[0]).toMatchObject({ because: null });
    const { seat } = game.decisions[0];
    const mover = [ada, bob][seat] as Caller;
    const { version, appliedVersion, state } = await act(mover, game.id);
    if (state.decisions[0].since > game.decisions[0].since) {
      expect(version).toBe(appliedVersion + 1);
      expect(state.decisions[0].because).toBe('daysOff');
    }
    await mover.post(`/v1/games/${game.id}/resignation`, {});
    const transcript = (await mover.get(`/v1/games/${game.id}/transcript`)).body;
    const catalogue = await loadCatalogue(true);
    expect(verify(transcript, catalogue)).toMatchObject({ verified: true });
    const moved = transcript.log.find(({ kind }: { kind: string }) => kind === 'timeExtended');
    const { deadline } = moved.action;
    for (const far of [later(deadline, 101 * DAY), later(deadline, -20 * HOUR)]) {
      const faked = structuredClone(transcript);
      faked.log[moved.version - 1].action.deadline = far;
      expect(verify(resealed(faked), catalogue)).toMatchObject({ verified: false, version: moved.version });
    }
  });

  test('stops for a vacation that begins during a decision, and goes on when it is canceled', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [Caller, Caller];
    const game = await table([ada, bob]);
    const [mover, other] = game.toAct[0] === 0 ? [ada, bob] : [bob, ada];
    const { deadline } = game.decisions[0];
    const id = await free(mover, '2026-11-24', '2026-11-26');
    const away = { deadline: later(deadline, 3 * DAY), because: 'vacation' };
    await expect.poll(() => decisionIn(other, game.id)).toMatchObject(away);
    await mover.call('DELETE', `/v1/me/vacations/${id}`);
    await expect.poll(() => decisionIn(other, game.id)).toMatchObject({ deadline, because: 'vacationEnded' });
    await mover.post(`/v1/games/${game.id}/resignation`, {});
    const transcript = (await mover.get(`/v1/games/${game.id}/transcript`)).body;
    expect(verify(transcript, await loadCatalogue(true))).toMatchObject({ verified: true });
  });

  test('expires for no player on vacation, set on any server', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [Caller, Caller];
    const game = await table([ada, bob]);
    const mover = [ada, bob][game.toAct[0]] as Caller;
    await service.gameService.timekeeper.stop();
    await free(mover, '2026-11-24', '2026-11-24');
    time += 25 * HOUR;
    await service.gameService.attend(game.id);
    const late = await stateOf(mover, game.id);
    expect(late).toMatchObject({ status: 'playing', toAct: game.toAct });
    expect(late.decisions[0]).toMatchObject({ deadline: later(game.deadline, DAY), because: 'vacation' });
    time += DAY;
    await service.gameService.attend(game.id);
    expect((await stateOf(mover, game.id)).status).toBe('finished');
    service.gameService.timekeeper.loop.start();
  });

  test('gains nothing from a vacation that is canceled before it begins, even near the deadline', async () => {
    const [ada, bob] = (await people('Ada', 'Bob')) as [Caller, Caller];
    // in this zone, midnight is at 10:00 UTC
    const calendar = { timeZone: 'Pacific/Kiritimati', workingDays: [1, 2, 3, 4, 5, 6, 7] };
    for (const player of [ada, bob]) await player.call('PUT', '/v1/me/calendar', { body: calendar });
    const midnight = time - (time % DAY) + 10 * HOUR + DAY;
    time = midnight + 20 * 60 * SECOND;
    const game = await table([ada, bob]);
    const { deadline } = game.decisions[0];
    const mover = [ada, bob][game.toAct[0]] as Caller;
    time = midnight + DAY - 60 * SECOND;
    const tomorrow = new Date(midnight + DAY + 14 * HOUR).toISOString().slice(0, 10);
    const id = await free(mover, tomorrow, tomorrow);
    const away = { deadline: later(deadline, DAY), because: 'vacation' };
    await expect.poll(() => decisionIn(mover, game.id)).toMatchObject(away);
    await mover.call('DELETE', `/v1/me/vacations/${id}`);
    await expect.poll(() => decisionIn(mover, game.id)).toMatchObject({ deadline, because: 'vacationEnded' });
  });
});

describe('a reminder', () => {
  test('comes once per decision, from one of the servers, and not after the decision', async () => {
    const receiver = await Receiver.start();
    const players = await people('Ada', 'Bob');
    for (const player of players) {
      const { status } = await player.post('/v1/me/webhooks', { url: receiver.url(), events: ['reminder'] });
      expect(status).toBe(201);
    }
    const { store } = service;
    const clock = { now: () => new Date(time) };
    const beside = new GameService(store, await loadCatalogue(true), new Players(store, { clock }), {
      liveGames: 9,
      clock,
    });
    await beside.start();
    try {
      const [game, decided] = [await table(players), await table(players)];
      await act(players[decided.toAct[0]] as Caller, decided.id);
      await expect.poll(() => store.calendars.due(new Date(time), 9)).toEqual([]);
      time += 18 * HOUR - SECOND;
      await expect.poll(() => store.calendars.due(new Date(time), 9)).toEqual([]);
      expect(receiver.received).toEqual([]);
      time += 2 * SECOND;
      const told = (of: typeof game) => receiver.received.filter(({ body }) => body.data.gameId === of.id);
      await expect.poll(() => told(game).length).toBe(1);
      const body = told(game)[0]?.body;
      expect(body).toMatchObject({ type: 'reminder', data: { seat: game.toAct[0], version: game.version } });
      time += 5 * HOUR;
      await expect.poll(() => store.calendars.due(new Date(time), 9)).toEqual([]);
      expect(told(game)).toHaveLength(1);
      const newest = await stateOf(players[0] as Caller, decided.id);
      expect(told(decided).every((each) => each.body.data.version === newest.version)).toBe(true);
      expect(told(decided).length).toBeLessThanOrEqual(1);
    } finally {
      await beside.stop();
    }
  });
});
