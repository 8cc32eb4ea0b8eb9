import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reachOf } from '../../src/notifications/address.ts';
import { Receiver } from '../notifications/receiver.ts';
import { SmtpServer } from '../notifications/smtp-server.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, stateOf } from './table.ts';

const DAY = { perAction: 86_400, onTimeout: 'random' };

let service: Service;
let smtp: SmtpServer;
let aheadMs = 0;
beforeAll(async () => {
  smtp = await new SmtpServer().start();
  service = await startService({
    reach: reachOf('allow'),
    schedule: { lookMs: 20 },
    mail: { smtp: smtp.url, from: 'house@play.example', publicUrl: 'https://play.example' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

/** Creates a game of three players and plays at least one action, until only the first player must act. */
async function table(strangers: Caller[]): Promise<{ id: string; players: [Caller, Caller, Caller]; to: number }> {
  const names = ['Ada', 'Bob', 'Cem'];
  const people = await Promise.all(names.map((name, i) => (strangers[i] as Caller).register(name)));
  const [host, ...guests] = people as [Caller, ...Caller[]];
  const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
  const { id } = await create(host, { ruleset: 'pascals-ruin', seats, clock: DAY });
  for (const guest of guests) expect((await guest.post(`/v1/games/${id}/seats`, {})).status).toBe(200);
  const { toAct: first, version: to } = await stateOf(host, id);
  let toAct = first;
  do {
    await act(people[toAct[0]] as Caller, id);
    ({ toAct } = await stateOf(host, id));
  } while (toAct.length > 1);
  const [mover] = toAct;
  const players = [...people.slice(mover), ...people.slice(0, mover)] as [Caller, Caller, Caller];
  return { id, players, to };
}

function strangers(): Caller[] {
  return Array(3).fill(service.stranger);
}

async function webhookOf(player: Caller, url: string): Promise<() => Promise<any[]>> {
  const { body } = await player.post('/v1/me/webhooks', { url, events: ['asked'] });
  return async () => (await player.get(`/v1/me/webhooks/${body.webhook.id}`)).body.deliveries.toReversed();
}

async function asksOf(player: Caller): Promise<any[]> {
  const { asks, total } = (await player.get('/v1/me/turns')).body;
  expect(total.asks).toBe(asks.length);
  return asks;
}

describe('a request to other players', () => {
  test.each([
    ['takeback', (path: string, to: number) => [`${path}/takeback`, { to }] as const],
    ['moreTime', (path: string) => [`${path}/extension`, { seconds: 3_600 }] as const],
    ['abort', (path: string) => [`${path}/abort`, {}] as const],
  ])(
    '(%s) notifies each of them once, lists it until they answer, and does not notify its author',
    async (what, call) => {
      const receiver = await Receiver.start();
      const { id, players, to } = await table(strangers());
      const told = await Promise.all(players.map((player, i) => webhookOf(player, `${receiver.url()}/${i}`)));
      const [ada, bob, cem] = players;
      const { toAct, version } = await stateOf(ada, id);
      const [path, body] = call(`/v1/games/${id}`, to);
      const answer = what === 'moreTime' ? { ...body, seat: toAct[0] } : body;
      expect((await ada.post(path, body)).status).toBe(200);
      const details = { takeback: { to }, moreTime: { for: toAct[0], seconds: 3_600 }, abort: {} }[what];
      const ask = { what, ...details, by: [ada.id] };
      const data = { gameId: id, ruleset: 'pascals-ruin', version: version + 1, seat: null, ask };
      await vi.waitFor(() => expect(receiver.received).toHaveLength(2), PATIENCE);
      expect(receiver.received.map((each) => each.path).sort()).toEqual(['/hook/1', '/hook/2']);
      for (const each of receiver.received) expect(each.body).toMatchObject({ type: 'asked', data });
      expect(await asksOf(ada)).toEqual([]);
      for (const player of [bob, cem]) expect(await asksOf(player)).toMatchObject([{ gameId: id, asks: [ask] }]);
      expect((await bob.post(path, answer)).status).toBe(200);
      expect(await asksOf(bob)).toEqual([]);
      expect(await asksOf(cem)).toMatchObject([{ gameId: id, asks: [{ ...ask, by: [ada.id, bob.id] }] }]);
      expect((await cem.post(path, answer)).status).toBe(200);
      expect(await asksOf(cem)).toEqual([]);
      const counts = await Promise.all(told.map(async (deliveries) => (await deliveries()).length));
      expect(counts).toEqual([0, 1, 1]);
    },
  );

  test('is mailed with the next digest, unless it was refused meanwhile', async () => {
    const { id, players, to } = await table(strangers());
    const [ada, bob, cem] = players;
    const address = 'cem@mail.example';
    const channel = { kind: 'mail', address, events: ['asked'], digest: 'hourly' };
    expect((await cem.post('/v1/me/notification-channels', channel)).status).toBe(201);
    const mailed = async (many: number) => {
      await vi.waitFor(() => expect(smtp.to(address)).toHaveLength(many), PATIENCE);
      return smtp.to(address)[many - 1] as { text: string };
    };
    const token = /confirm\/(\S+)/.exec((await mailed(1)).text)?.[1];
    expect((await service.stranger.post('/v1/notifications/confirmations', { token })).status).toBe(204);
    const path = `/v1/games/${id}`;
    await ada.post(`${path}/takeback`, { to });
    await ada.post(`${path}/extension`, { seconds: 3_600 });
    await bob.post(`${path}/abort`, {});
    expect((await bob.call('DELETE', `${path}/takeback`)).status).toBe(200);
    aheadMs += 3_600_000;
    const { text } = await mailed(2);
    const { seats } = await stateOf(ada, id);
    const nameOf = ({ id: own }: Caller) => seats.find((seat: any) => seat.player.id === own).player.name;
    expect(text).toContain(`${nameOf(ada)} asks you for 60 minutes more for a decision`);
    expect(text).toContain(`${nameOf(bob)} asks you to call it off`);
    expect(text).not.toContain('to go back');
  });

  test('ends a waiting call, and if left unanswered does not end the next ones', async () => {
    const { id, players } = await table(strangers());
    const [ada, bob] = players;
    const waiting = bob.get('/v1/me/turns?wait=20');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await ada.post(`/v1/games/${id}/abort`, {});
    expect((await waiting).body).toMatchObject({ turns: [], asks: [{ gameId: id }], total: { turns: 0, asks: 1 } });
    const began = performance.now();
    expect((await bob.get('/v1/me/turns?wait=1')).body.asks).toHaveLength(1);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect((await bob.get('/v1/me/turns?only=turns')).body.asks).toEqual([]);
  });

  test('ends when they play on', async () => {
    const { id, players } = await table(strangers());
    const [ada, bob] = players;
    await ada.post(`/v1/games/${id}/abort`, {});
    await ada.post(`/v1/games/${id}/extension`, { seconds: 600 });
    const [asking] = await asksOf(bob);
    expect(asking.asks.map(({ what }: any) => what)).toEqual(['moreTime', 'abort']);
    let { toAct } = await stateOf(ada, id);
    const [seat] = toAct;
    while (toAct[0] === seat) {
      await act(ada, id);
      ({ toAct } = await stateOf(ada, id));
    }
    expect(await asksOf(bob)).toEqual([]);
  });
});

test.runIf(KINDS.includes('postgres'))('that two players make on two servers notifies the third once', async () => {
  const database = await freshDatabase('postgres');
  const serve = async () => startService({ store: await database.open(), reach: reachOf('allow') });
  const servers = [await serve(), await serve()] as [Service, Service];
  const [one, other] = servers.map(({ stranger }) => stranger) as [Caller, Caller];
  for (let nth = 0; nth < 4; nth++) {
    const { id, players } = await table([one, other, one]);
    const told = await Promise.all(players.map((player) => webhookOf(player, 'https://agent.invalid/')));
    const [ada, bob] = players;
    const asked = await Promise.all([ada, bob].map((player) => player.post(`/v1/games/${id}/abort`, {})));
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    const counts = await Promise.all(told.map(async (deliveries) => (await deliveries()).length));
    const first = (await stateOf(ada, id)).abortAskedBy[0];
    expect(counts).toEqual(first === ada.id ? [0, 1, 1] : [1, 0, 1]);
  }
  for (const server of servers) await server.stop();
  await database.remove();
});
