import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { reachOf } from '../../src/notifications/address.ts';
import { Deliveries } from '../../src/notifications/deliveries.ts';
import { SCHEDULE, type Schedule } from '../../src/notifications/schedule.ts';
import { newSecret } from '../../src/notifications/webhook/message.ts';
import type { DeliveryRow } from '../../src/store/deliveries.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { WEBHOOKS, type WebhookRow } from '../../src/store/notifications.ts';
import type { Store } from '../../src/store/store.ts';
import { PATIENCE } from '../patience.ts';
import { appendTo, creationOf, gameRow, playerRow, registrationOf } from '../store/rows.ts';
import { freshDatabase, KINDS, type Kind, type TestDatabase } from '../store/test-store.ts';
import { isSigned, Receiver } from './receiver.ts';

const FAST: Partial<Schedule> = {
  lookMs: 20,
  timeoutMs: 300_000,
  leaseMs: 600_000,
  retryMs: [30, 60, 120],
  failingMs: 60_000,
  tidyMs: 60_000,
  partingMs: 100,
};

let database: TestDatabase;
let store: Store;
const running: Deliveries[] = [];
const webhooks: WebhookRow[] = [];
const errors: unknown[] = [];

/** A clock that is one hour ahead, and that only the test moves. */
class StandingClock {
  #at = Date.now() + 3_600_000;
  readonly now = () => new Date(this.#at);

  advance(ms: number): void {
    this.#at += ms;
  }
}

/** Opens one database for all tests of the group. After each test, nothing is left to deliver. */
function useDatabase(kind: Kind): void {
  beforeAll(async () => {
    database = await freshDatabase(kind);
    store = await database.open();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((deliveries) => deliveries.stop()));
    await Promise.all(webhooks.splice(0).map(({ playerId, id }) => store.notifications.remove(playerId, id, WEBHOOKS)));
    errors.length = 0;
  });

  afterAll(async () => {
    await store.close();
    await database.remove();
  });
}

function deliver(schedule: Partial<Schedule> = {}, on = store, now = () => new Date()): Deliveries {
  const deliveries = new Deliveries(on.notifications, {
    reach: reachOf('allow'),
    schedule: { ...FAST, ...schedule },
    now,
    onError: (error) => errors.push(error),
  });
  deliveries.start();
  running.push(deliveries);
  return deliveries;
}

async function newWebhook(receiver: Receiver, path = '', host = '127.0.0.1'): Promise<WebhookRow> {
  const player = playerRow();
  await store.players.create(registrationOf(player));
  const webhook: WebhookRow = {
    id: randomUUID(),
    kind: 'webhook',
    playerId: player.id,
    url: receiver.url(host) + path,
    secret: newSecret(),
    events: ['turn', 'gameEnded'],
    createdAt: new Date(),
    failingSince: null,
    disabledAt: null,
    disabledBecause: null,
  };
  await store.notifications.create(webhook, 10);
  webhooks.push(webhook);
  return webhook;
}

async function tell({ id, playerId }: WebhookRow, times = 1, on = store): Promise<string[]> {
  const before = new Set((await store.notifications.deliveries(id, 10_000)).map((delivery) => delivery.id));
  const games = Array.from({ length: times }, () => gameRow());
  await Promise.all(games.map((game) => on.log.create(creationOf(game))));
  await Promise.all(
    games.map((game) => {
      const change = appendTo(game, 1);
      change.game.updatedAt = new Date();
      return on.log.append({ ...change, notifications: [{ playerId, type: 'turn', seat: 1 }] });
    }),
  );
  const after = await store.notifications.deliveries(id, 10_000);
  return after.map((delivery) => delivery.id).filter((delivery) => !before.has(delivery));
}

async function settled({ id }: WebhookRow, check: (delivery: DeliveryRow) => boolean): Promise<DeliveryRow[]> {
  return vi.waitFor(async () => {
    const deliveries = await store.notifications.deliveries(id, 10_000);
    expect(deliveries.filter((delivery) => !check(delivery))).toEqual([]);
    return deliveries;
  }, PATIENCE);
}

const isDelivered = ({ status }: DeliveryRow) => status === 'delivered';
const isFailed = ({ status }: DeliveryRow) => status === 'failed';

describe.each(KINDS)('deliveries on the %s database', (kind) => {
  useDatabase(kind);

  test('are sent as soon as they are written, signed, with only the place to read', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    deliver({ lookMs: 60_000 });
    const [id] = await tell(webhook);
    const [received] = await receiver.arrived(1);
    const [{ gameId, createdAt }] = (await settled(webhook, isDelivered)) as [DeliveryRow];
    expect(received?.body).toEqual({
      type: 'turn',
      timestamp: createdAt.toISOString(),
      data: { gameId, ruleset: 'pascal', version: 2, seat: 1 },
    });
    expect(received?.id).toBe(id);
    expect(isSigned(received as never, webhook.secret)).toBe(true);
    expect(errors).toEqual([]);
  });

  test('that found no room are sent when there is some', async () => {
    const receiver = await Receiver.start();
    const [one, other] = [await newWebhook(receiver), await newWebhook(receiver)];
    deliver({ lookMs: 60_000, mostAtOnce: 3, maxPerWebhook: 2 });
    await Promise.all([tell(one, 9), tell(other, 9)]);
    for (const webhook of [one, other]) await settled(webhook, isDelivered);
    expect(receiver.received).toHaveLength(18);
  });

  test('are sent again after a failure, with growing pauses, as the same message', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    const at: number[] = [];
    receiver.answering = (response) => response.writeHead(at.push(performance.now()) < 3 ? 500 : 200).end();
    deliver();
    const [id] = await tell(webhook);
    const [delivery] = await settled(webhook, isDelivered);
    expect(delivery).toMatchObject({ id, attempts: 3, lastStatus: 200, lastError: null });
    expect(receiver.received.map((received) => received.id)).toEqual([id, id, id]);
    expect(receiver.received.every((received) => isSigned(received, webhook.secret))).toBe(true);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(23);
    expect(third - second).toBeGreaterThanOrEqual(47);
    expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toMatchObject({ failingSince: null });
  });

  test('are given up after the last attempt', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    receiver.answering = (response) => response.writeHead(503).end();
    deliver();
    await tell(webhook);
    const [delivery] = await settled(webhook, isFailed);
    expect(delivery).toMatchObject({ attempts: 4, lastStatus: 503, lastError: 'the answer was 503' });
    expect(receiver.received).toHaveLength(4);
    expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toMatchObject({ disabledAt: null });
  });

  test('are retried for more than two days with the production clock', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    receiver.answering = (response) => response.writeHead(500).end();
    const { retryMs, failingMs } = SCHEDULE;
    const leaseMs = 1_000;
    const clock = new StandingClock();
    const start = clock.now().getTime();
    deliver({ retryMs, failingMs, leaseMs }, store, clock.now);
    await tell(webhook);
    for (const [i, wait] of retryMs.entries()) {
      const leftUntil = ({ dueAt }: DeliveryRow) => dueAt.getTime() - clock.now().getTime();
      const [delivery] = await settled(webhook, (delivery) => {
        return delivery.attempts === i + 1 && leftUntil(delivery) > 2 * leaseMs;
      });
      const left = leftUntil(delivery as DeliveryRow);
      expect(left / wait).toBeGreaterThanOrEqual(0.8);
      expect(left / wait).toBeLessThanOrEqual(1.2);
      clock.advance(left);
    }
    expect(await settled(webhook, isFailed)).toMatchObject([{ attempts: retryMs.length + 1 }]);
    expect(clock.now().getTime() - start).toBeGreaterThan(2 * 86_400_000 * 0.8);
  });

  test('to a hanging receiver delay no other', async () => {
    const receiver = await Receiver.start();
    receiver.answering = (response, { path }) => {
      if (!path.endsWith('hangs')) response.writeHead(204).end();
    };
    const [hangs, works] = [await newWebhook(receiver, '/hangs'), await newWebhook(receiver, '/works')];
    deliver({ mostAtOnce: 6, maxPerWebhook: 2 });
    await tell(hangs, 10);
    await receiver.arrived(2);
    await tell(works, 20);
    await settled(works, isDelivered);
    expect(receiver.received.filter(({ path }) => path.endsWith('hangs'))).toHaveLength(2);
  });

  test('to many hanging receivers at one destination have a share, and delay none elsewhere', async () => {
    const [hanging, working] = [await Receiver.start(), await Receiver.start({ host: '127.0.0.2' })];
    hanging.answering = () => {};
    const hang = await Promise.all(Array.from({ length: 8 }, () => newWebhook(hanging)));
    for (const webhook of hang) await tell(webhook);
    const works = await newWebhook(working, '', '127.0.0.2');
    deliver({ mostAtOnce: 6, maxPerWebhook: 2, maxPerDestination: 4 });
    await hanging.arrived(2);
    await tell(works, 20);
    await settled(works, isDelivered);
    expect(hanging.received.length).toBeLessThanOrEqual(4);
  });

  test('that hang are retried', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    receiver.answering = (response) => receiver.received.length > 1 && response.writeHead(204).end();
    deliver({ timeoutMs: 500 });
    await tell(webhook);
    const [delivery] = await settled(webhook, isDelivered);
    expect(delivery?.attempts).toBeGreaterThan(1); // a slow machine may time out twice
  });

  test('stop for good when the receiver answers 410, also those that wait', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    receiver.answering = (response) => response.writeHead(410).end();
    deliver({ maxPerWebhook: 1 });
    await tell(webhook, 3);
    const deliveries = await settled(webhook, isFailed);
    expect(deliveries.map(({ lastStatus }) => lastStatus).sort()).toEqual([410, null, null]);
    expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toMatchObject({
      disabledBecause: 'gone',
    });
    expect(await tell(webhook)).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });

  test('stop when none has succeeded for a long time', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    receiver.answering = (response) => response.writeHead(500).end();
    const clock = new StandingClock();
    const now = () => {
      clock.advance(20); // each reading moves the clock
      return clock.now();
    };
    deliver({ retryMs: Array(50).fill(60), failingMs: 1000 }, store, now);
    await tell(webhook);
    const [delivery] = await settled(webhook, isFailed);
    expect(delivery?.lastError).toBe('the answer was 500');
    expect(delivery?.attempts).toBeGreaterThan(2);
    expect(delivery?.attempts).toBeLessThan(25);
    expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toMatchObject({
      disabledBecause: 'failing',
    });
  });

  test('stop when too many wait, and are deleted when they are old', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    receiver.answering = () => {};
    deliver({ tidyMs: 20, mostWaiting: 10 });
    await tell(webhook, 11);
    await settled(webhook, isFailed);
    expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toMatchObject({
      disabledBecause: 'backlog',
    });
    deliver({ tidyMs: 20, keptMs: 0 });
    await settled(webhook, () => false);
  });

  test('in flight are finished when the server stops, or left to the next one', async () => {
    const receiver = await Receiver.start();
    const [slow, hangs] = [await newWebhook(receiver, '/slow'), await newWebhook(receiver, '/hangs')];
    let answer = () => {};
    receiver.answering = (response) => {
      answer = () => response.writeHead(204).end();
    };
    const first = deliver({ partingMs: PATIENCE.timeout });
    await tell(slow);
    await receiver.arrived(1);
    const stopped = first.stop();
    answer();
    await stopped;
    expect(await store.notifications.deliveries(slow.id, 1)).toMatchObject([{ status: 'delivered' }]);

    receiver.answering = () => {};
    const second = deliver({ partingMs: 10 });
    await tell(hangs);
    await receiver.arrived(2);
    await second.stop();
    expect(await store.notifications.deliveries(hangs.id, 1)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    await tell(slow);
    expect(receiver.received).toHaveLength(2);

    receiver.answering = (response) => response.writeHead(204).end();
    deliver();
    await settled(hangs, isDelivered);
    const ids = receiver.received.filter(({ path }) => path.endsWith('hangs')).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('that a crash interrupted are repeated by another server', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    const [id] = await tell(webhook);
    const leaseUntil = new Date(Date.now() + 200);
    const claim = {
      now: new Date(),
      leaseUntil,
      most: 1,
      maxPerWebhook: 1,
      maxPerPlayer: 1,
      maxPerDestination: 1,
      mostFailing: 1,
      except: { webhooks: [], players: [], destinations: [] },
    };
    expect(await store.notifications.claim(claim)).toMatchObject([{ id, attempt: 1 }]);
    deliver();
    expect(await settled(webhook, isDelivered)).toMatchObject([{ id, attempts: 2 }]);
    expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime());
    expect(receiver.received).toHaveLength(1);
  });
});

describe.runIf(KINDS.includes('postgres'))('several servers on one PostgreSQL', () => {
  useDatabase('postgres');

  test('send each delivery once', async () => {
    const receiver = await Receiver.start();
    const ten = await Promise.all(Array.from({ length: 10 }, (_, i) => newWebhook(receiver, `/${i}`)));
    const other = await database.open();
    onTestFinished(() => other.close());
    for (const on of [store, other]) deliver({}, on);
    const ids = await Promise.all(ten.map((webhook, i) => tell(webhook, 30, i % 2 === 0 ? store : other)));
    for (const webhook of ten) await settled(webhook, isDelivered);
    expect(receiver.received.map(({ id }) => id).sort()).toEqual(ids.flat().sort());
    expect(errors).toEqual([]);
  });
});

describe('deliveries during an outage of the database', () => {
  useDatabase('embedded');

  test('wait while the database is unavailable, and continue by themselves', async () => {
    const receiver = await Receiver.start();
    const webhook = await newWebhook(receiver);
    const claim = store.notifications.claim.bind(store.notifications);
    const outage = vi.spyOn(store.notifications, 'claim').mockRejectedValue(new StoreUnavailable('gone fishing'));
    deliver();
    await tell(webhook);
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(2), PATIENCE);
    expect(receiver.received).toEqual([]);
    outage.mockImplementation(claim);
    await settled(webhook, isDelivered);
  });
});
