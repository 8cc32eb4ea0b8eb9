import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { CompetitionNotification } from '../../src/store/competitions.ts';
import type { AttemptedDeliveries, ClaimedDelivery } from '../../src/store/deliveries.ts';
import type { EventRow, GameRow, Notification } from '../../src/store/game-rows.ts';
import { WEBHOOKS, type WebhookRow } from '../../src/store/notifications.ts';
import type { Store } from '../../src/store/store.ts';
import { PATIENCE } from '../patience.ts';
import { competitionCreation, competitionRow, dealtGame, stepOn } from './competition-rows.ts';
import { appendTo, creationOf, eventRow, gameRow, NOON, playerRow, registrationOf } from './rows.ts';
import { KINDS, openForAll, type TestDatabase } from './test-store.ts';

type Came = Partial<AttemptedDeliveries & AttemptedDeliveries['deliveries'][number]>;

const NOBODY = '00000000-0000-4000-8000-000000000000';
const MINUTE = 60_000;
const PLENTY = 1_000;

const later = (ms: number): Date => new Date(NOON.getTime() + ms);

function webhookRow(playerId: string, changes: Partial<WebhookRow> = {}): WebhookRow {
  const off = { failingSince: null, disabledAt: null, disabledBecause: null };
  const url = 'https://agent.example/ä?x=1';
  return {
    id: randomUUID(),
    kind: 'webhook',
    playerId,
    url,
    secret: 'whsec_AA==',
    events: ['turn'],
    createdAt: NOON,
    ...off,
    ...changes,
  };
}

describe.each(KINDS)('webhooks on the %s database', (kind) => {
  let database: TestDatabase;
  let store: Store;
  openForAll(kind, (opened) => {
    ({ database, store } = opened);
  });

  async function newPlayer(): Promise<string> {
    const player = playerRow();
    await store.players.create(registrationOf(player));
    return player.id;
  }

  async function newWebhook(changes: Partial<WebhookRow> = {}): Promise<WebhookRow> {
    const webhook = webhookRow(changes.playerId ?? (await newPlayer()), changes);
    expect(await store.notifications.create(webhook, PLENTY)).toBe(true);
    return webhook;
  }

  async function newGame(notifications: Notification[] = []): Promise<GameRow> {
    const game = gameRow();
    await store.log.create({ ...creationOf(game), notifications });
    return game;
  }

  const turnOf = (playerId: string): Notification => ({ playerId, type: 'turn', seat: 1 });

  async function tell(webhook: WebhookRow, times = 1): Promise<void> {
    const games = await Promise.all(Array.from({ length: times }, () => newGame()));
    const notifications = [turnOf(webhook.playerId)];
    await Promise.all(games.map((game) => store.log.append({ ...appendTo(game, 1), notifications })));
  }

  async function claim(now: Date, of: WebhookRow[], limits = {}): Promise<ClaimedDelivery[]> {
    const options = {
      now,
      leaseUntil: new Date(now.getTime() + MINUTE),
      most: PLENTY,
      maxPerWebhook: PLENTY,
      maxPerPlayer: PLENTY,
      maxPerDestination: PLENTY,
      mostFailing: PLENTY,
      except: { webhooks: [], players: [], destinations: [] },
    };
    const claimed = await store.notifications.claim({ ...options, ...limits });
    return claimed.filter(({ webhookId }) => of.some(({ id }) => id === webhookId));
  }

  function came({ id, attempt }: ClaimedDelivery, what: Came): AttemptedDeliveries {
    const { status = 'pending', dueAt = NOON, ...more } = what;
    const nothing = { lastStatus: null, lastError: null, gone: false, failingBefore: new Date(0) };
    const deliveries = [{ id, attempt, status, dueAt }];
    return { deliveries, at: NOON, reached: status === 'delivered', ...nothing, ...more };
  }

  it('receive no more invitations while a hundred are waiting', async () => {
    const webhook = await newWebhook({ events: ['turn', 'invited'] });
    const invited: Notification = { playerId: webhook.playerId, type: 'invited', seat: 1 };
    for (let i = 0; i < 102; i++) await newGame([invited]);
    expect(await store.notifications.deliveries(webhook.id, PLENTY)).toHaveLength(100);
    const [first] = await claim(NOON, [webhook]);
    await store.notifications.settle(came(first as ClaimedDelivery, { status: 'delivered', lastStatus: 200 }));
    await newGame([invited]);
    expect(await store.notifications.deliveries(webhook.id, PLENTY)).toHaveLength(101);
  });

  describe('registering', () => {
    it('returns as it was written, to its owner alone', async () => {
      const webhook = await newWebhook({ events: ['gameEnded', 'turn'] });
      const other = await newPlayer();
      expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toEqual(webhook);
      expect(await store.notifications.of(webhook.playerId, WEBHOOKS)).toEqual([webhook]);
      expect(await store.notifications.get(other, webhook.id, WEBHOOKS)).toBeNull();
      expect(await store.notifications.of(other, WEBHOOKS)).toEqual([]);
      expect(
        await store.notifications.change(other, webhook.id, WEBHOOKS, { url: 'https://x.example' }, NOON),
      ).toBeNull();
      expect(await store.notifications.remove(other, webhook.id, WEBHOOKS)).toBe(false);
      expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toEqual(webhook);
    });

    it('is limited, also with simultaneous requests', async () => {
      const playerId = await newPlayer();
      const rows = Array.from({ length: 8 }, () => webhookRow(playerId));
      const made = await Promise.all(rows.map((row) => store.notifications.create(row, 3)));
      expect(made.filter(Boolean)).toHaveLength(3);
      expect(await store.notifications.of(playerId, WEBHOOKS)).toHaveLength(3);
    });

    it('is undone with all its waiting deliveries', async () => {
      const webhook = await newWebhook();
      await tell(webhook);
      expect(await store.notifications.remove(webhook.playerId, webhook.id, WEBHOOKS)).toBe(true);
      expect(await store.notifications.remove(webhook.playerId, webhook.id, WEBHOOKS)).toBe(false);
      expect(await store.notifications.deliveries(webhook.id, PLENTY)).toEqual([]);
      expect(await claim(later(1), [webhook])).toEqual([]);
    });

    it('can be changed, and enabling clears failures', async () => {
      const webhook = await newWebhook();
      const { playerId, id } = webhook;
      await tell(webhook);
      const [delivery] = await claim(later(1), [webhook]);
      await store.notifications.settle(
        came(delivery as ClaimedDelivery, { status: 'failed', at: later(2), gone: true }),
      );
      const gone = { ...webhook, failingSince: later(2), disabledAt: later(2), disabledBecause: 'gone' as const };
      expect(await store.notifications.get(playerId, id, WEBHOOKS)).toEqual(gone);
      const url = 'https://elsewhere.example/';
      expect(
        await store.notifications.change(playerId, id, WEBHOOKS, { url, events: ['gameEnded'] }, later(3)),
      ).toEqual({
        ...gone,
        url,
        events: ['gameEnded'],
      });
      expect(await store.notifications.change(playerId, id, WEBHOOKS, { enabled: true }, later(4))).toEqual({
        ...webhook,
        url,
        events: ['gameEnded'],
      });
      expect(await store.notifications.change(playerId, id, WEBHOOKS, { enabled: false }, later(5))).toMatchObject({
        disabledAt: later(5),
        disabledBecause: 'owner',
      });
      expect(await store.notifications.change(playerId, NOBODY, WEBHOOKS, {}, NOON)).toBeNull();
    });
  });

  describe('a delivery', () => {
    it('is written with the change, for each enabled webhook that wants it', async () => {
      const webhook = await newWebhook();
      const { playerId } = webhook;
      const both = await newWebhook({ playerId, events: ['turn', 'gameEnded'] });
      const ends = await newWebhook({ playerId, events: ['gameEnded'] });
      const off = await newWebhook({ playerId });
      await store.notifications.change(playerId, off.id, WEBHOOKS, { enabled: false }, NOON);
      const game = await newGame();
      const notifications = [turnOf(playerId), turnOf(await newPlayer())];
      expect(await store.log.append({ ...appendTo(game, 1, 2), notifications })).toBe(true);

      const expected = {
        gameId: game.id,
        competitionId: null,
        version: 3,
        seat: 1,
        round: null,
        type: 'turn',
        ask: null,
        createdAt: NOON,
        dueAt: NOON,
        attempts: 0,
      };
      const untried = { status: 'pending', lastStatus: null, lastError: null, deliveredAt: null };
      for (const { id } of [webhook, both]) {
        const [delivery, ...more] = await store.notifications.deliveries(id, PLENTY);
        expect(delivery).toEqual({ ...expected, ...untried, id: delivery?.id, webhookId: id });
        expect(more).toEqual([]);
      }
      for (const { id } of [ends, off]) expect(await store.notifications.deliveries(id, PLENTY)).toEqual([]);
    });

    it('is written with a new game', async () => {
      const webhook = await newWebhook({ events: ['gameEnded'] });
      const game = await newGame([{ playerId: webhook.playerId, type: 'gameEnded', seat: null }]);
      const told = await store.notifications.deliveries(webhook.id, PLENTY);
      expect(told).toMatchObject([{ gameId: game.id, version: 1, seat: null, type: 'gameEnded' }]);
    });

    it('is written with a step of a competition, about it and its new games, unless the step fails', async () => {
      const webhook = await newWebhook({ events: ['turn', 'roundPaired', 'competitionEnded'] });
      const turns = await newWebhook({ playerId: webhook.playerId, events: ['turn'] });
      const { playerId } = webhook;
      const competition = competitionRow(playerId);
      await store.competitions.create(competitionCreation(competition));
      const step = () => {
        const dealt = dealtGame(competition.id, {}, [playerId]);
        const notifications: CompetitionNotification[] = [
          { playerId, type: 'roundPaired', round: 2 },
          { playerId, type: 'competitionEnded', round: null },
        ];
        return { ...stepOn(competition, 1), games: [{ ...dealt, notifications: [turnOf(playerId)] }], notifications };
      };
      const [made, beaten] = [step(), step()];
      const written = vi.fn();
      store.notifications.onWritten(written);
      expect(await store.competitions.append(made)).toBe(true);
      expect(written).toHaveBeenCalledOnce();
      expect(await store.competitions.append(beaten)).toBe(false);
      expect(written).toHaveBeenCalledOnce();
      const gameId = made.games[0]?.game.id;
      const of = { competitionId: competition.id, gameId: null, seat: null, version: 2, createdAt: NOON };
      const told = [
        { ...of, type: 'competitionEnded', round: null },
        { ...of, type: 'roundPaired', round: 2 },
        { gameId, competitionId: null, seat: 1, round: null, version: 1, type: 'turn' },
      ];
      const byType = (one: { type: string }, other: { type: string }) => one.type.localeCompare(other.type);
      const kept = await store.notifications.deliveries(webhook.id, PLENTY);
      expect(kept.sort(byType)).toMatchObject(told);
      expect(await store.notifications.deliveries(turns.id, PLENTY)).toMatchObject([{ type: 'turn', gameId }]);
      const claimed = await claim(NOON, [webhook]);
      const rulesets = ['pascals-ruin', 'pascals-ruin', 'pascal'];
      expect(claimed.sort(byType)).toMatchObject(told.map((each, i) => ({ ...each, ruleset: rulesets[i] })));
    });

    it('is not written with a failed change', async () => {
      const webhook = await newWebhook();
      const notifications = [turnOf(webhook.playerId)];
      const games = await Promise.all(Array.from({ length: 10 }, () => newGame()));
      const changes = games.flatMap((game) => [appendTo(game, 1), appendTo(game, 1), appendTo(game, 7)]);
      const made = await Promise.all(changes.map((change) => store.log.append({ ...change, notifications })));
      expect(made.filter(Boolean)).toHaveLength(10);
      const told = await store.notifications.deliveries(webhook.id, PLENTY);
      expect(told.map(({ gameId }) => gameId).sort()).toEqual(games.map(({ id }) => id).sort());
      const spoilt = gameRow({ version: 2 });
      const events: EventRow[] = [eventRow(spoilt.id, 1), eventRow(spoilt.id, 2, { seat: 2 ** 40 })];
      await expect(store.log.create({ ...creationOf(spoilt, events), notifications })).rejects.toThrow();
      expect(await store.notifications.deliveries(webhook.id, PLENTY)).toHaveLength(10);
    });

    it('never undoes the change when its webhook is removed simultaneously', async () => {
      const webhook = await newWebhook();
      const { playerId, id } = webhook;
      const games = await Promise.all(Array.from({ length: 20 }, () => newGame()));
      const appends = games.map((game) =>
        store.log.append({ ...appendTo(game, 1), notifications: [turnOf(playerId)] }),
      );
      const [removed, ...made] = await Promise.all([store.notifications.remove(playerId, id, WEBHOOKS), ...appends]);
      expect([removed, ...made].every(Boolean)).toBe(true);
    });

    it.runIf(kind === 'postgres')('waits for a removal in progress, and is left out when it succeeds', async () => {
      const [removed, kept] = [await newWebhook(), await newWebhook()];
      const game = await newGame();
      const client = new pg.Client({ connectionString: database.target });
      await client.connect();
      await client.query('begin');
      await client.query('delete from webhook where id = $1', [removed.id]);
      const append = store.log.append({
        ...appendTo(game, 1),
        notifications: [removed, kept].map(({ playerId }) => turnOf(playerId)),
      });
      const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await vi.waitFor(async () => expect(await database.ask(waiting)).toHaveLength(1), PATIENCE);
      await client.query('commit');
      await client.end();
      expect(await append).toBe(true);
      expect(await store.notifications.deliveries(removed.id, PLENTY)).toEqual([]);
      expect(await store.notifications.deliveries(kept.id, PLENTY)).toHaveLength(1);
    });

    it('wakes the listener, and does not if no webhook wants it', async () => {
      let woken = 0;
      store.notifications.onWritten(() => woken++);
      const webhook = await newWebhook();
      await tell(webhook);
      expect(woken).toBe(1);
      const notifications: Notification[] = [
        turnOf(await newPlayer()),
        { ...turnOf(webhook.playerId), type: 'gameEnded' },
      ];
      expect(await store.log.append({ ...appendTo(await newGame(), 1), notifications })).toBe(true);
      expect(await store.log.append(appendTo(await newGame(), 1))).toBe(true);
      expect(woken).toBe(1);
    });
  });

  describe('claiming', () => {
    it('returns all that an attempt needs, and nothing twice before the lease is over', async () => {
      const webhook = await newWebhook();
      await tell(webhook);
      expect(await claim(later(-1), [webhook])).toEqual([]);
      const [first, ...more] = await claim(later(1), [webhook]);
      const { url, secret } = webhook;
      expect(first).toMatchObject({ webhookId: webhook.id, url, secret, attempt: 1, ruleset: 'pascal', version: 2 });
      expect(first).toMatchObject({ seat: 1, type: 'turn', createdAt: NOON });
      expect(more).toEqual([]);
      expect(await claim(later(MINUTE), [webhook])).toEqual([]);
      expect(await claim(later(MINUTE + 2), [webhook])).toEqual([{ ...first, attempt: 2 }]);
    });

    it('gives a player and a destination at most their share, over all their webhooks', async () => {
      const playerId = await newPlayer();
      const urls = ['https://one.example/a', 'https://one.example:8443/b', 'https://[2606:4700::1]/c'];
      const webhooks = await Promise.all(urls.map((url) => newWebhook({ playerId, url })));
      await tell(webhooks[0] as WebhookRow, 3);
      const ofPlayer = await claim(later(1), webhooks, { maxPerWebhook: 2, maxPerPlayer: 4 });
      expect(ofPlayer).toHaveLength(4);
      for (const { id, attempt } of ofPlayer) await store.notifications.giveBack([{ id, attempt }], NOON);
      const ofDestination = await claim(later(1), webhooks, { maxPerDestination: 3 });
      const destinations = ofDestination.map(({ destination }) => destination).sort();
      expect(destinations).toEqual([...Array(3).fill('[2606:4700::1]'), ...Array(3).fill('one.example')]);
      const nobody = { webhooks: [], players: [], destinations: [] };
      expect(await claim(later(1), webhooks, { except: { ...nobody, players: [playerId] } })).toEqual([]);
      expect(await claim(later(1), webhooks, { except: { ...nobody, destinations: ['one.example'] } })).toEqual([]);
      expect(await claim(later(1), webhooks)).toHaveLength(3);
    });

    it('puts webhooks whose last attempt failed behind the others, and gives them a share together', async () => {
      const [failing, well] = await Promise.all([newWebhook(), newWebhook()]);
      await tell(failing, 4);
      const [first] = await claim(later(1), [failing], { maxPerWebhook: 1 });
      await store.notifications.settle(came(first as ClaimedDelivery, { status: 'pending', dueAt: NOON }));
      await tell(well, 2);
      expect(await claim(later(2), [failing, well], { mostFailing: 0, maxPerWebhook: 1 })).toMatchObject([
        { webhookId: well.id, failing: false },
      ]);
      const claimed = await claim(later(2), [failing, well], { mostFailing: 3 });
      expect(claimed.map(({ failing: isFailing }) => isFailing).sort()).toEqual([false, true, true, true]);
    });

    it('gives each delivery to one of many simultaneous callers', async () => {
      const webhooks = await Promise.all(Array.from({ length: 5 }, () => newWebhook()));
      await Promise.all(webhooks.map((webhook) => tell(webhook, 60)));
      const ids: string[] = [];
      const claimer = async () => {
        for (let empty = 0; empty < 2; ) {
          const claimed = await claim(later(1), webhooks, { most: 3 });
          ids.push(...claimed.map(({ id }) => id));
          if (claimed.length === 0) empty++;
        }
      };
      await Promise.all(Array.from({ length: 9 }, claimer));
      ids.push(...(await claim(later(1), webhooks)).map(({ id }) => id));
      expect(ids).toHaveLength(300);
      expect(new Set(ids).size).toBe(300);
    });

    it('takes a limited number, also of one webhook, and none that must wait', async () => {
      const [one, other, waiting] = [await newWebhook(), await newWebhook(), await newWebhook()];
      for (const webhook of [one, other, waiting]) await tell(webhook, 5);
      const all = [one, other, waiting];
      const except = { webhooks: [waiting.id], players: [], destinations: [] };
      const busy = await claim(later(1), all, { maxPerWebhook: 3, except });
      expect(busy.filter(({ webhookId }) => webhookId === one.id)).toHaveLength(3);
      expect(busy.filter(({ webhookId }) => webhookId === other.id)).toHaveLength(3);
      expect(busy).toHaveLength(6);
      expect(await claim(later(1), all, { most: 1, except })).toHaveLength(1);
      expect(await claim(later(1), [waiting])).toHaveLength(5);
    });

    it('returns interrupted ones', async () => {
      const webhook = await newWebhook();
      await tell(webhook);
      const [delivery] = await claim(later(1), [webhook]);
      await store.notifications.giveBack([delivery as ClaimedDelivery], later(2));
      expect(await claim(later(3), [webhook])).toEqual([delivery]);
    });
  });

  describe('settling', () => {
    async function claimed(webhook: WebhookRow): Promise<ClaimedDelivery> {
      await tell(webhook);
      const [delivery] = await claim(later(1), [webhook]);
      return delivery as ClaimedDelivery;
    }

    it('stores the result of each attempt, and since when the webhook has failed', async () => {
      const webhook = await newWebhook();
      const { playerId, id } = webhook;
      const first = await claimed(webhook);
      const failure = { at: later(10), dueAt: later(5_000), lastStatus: 500, lastError: 'the answer was 500' };
      expect(await store.notifications.settle(came(first, failure))).toBe(false);
      expect(await store.notifications.deliveries(id, 1)).toMatchObject([
        { status: 'pending', attempts: 1, dueAt: later(5_000), lastStatus: 500, lastError: 'the answer was 500' },
      ]);
      expect(await store.notifications.get(playerId, id, WEBHOOKS)).toMatchObject({
        failingSince: later(10),
        disabledAt: null,
      });

      const [second] = await claim(later(5_001), [webhook]);
      expect(second).toEqual({ ...first, attempt: 2, failing: true });
      await store.notifications.settle(came(second as ClaimedDelivery, { at: later(6_000), lastError: 'no answer' }));
      expect(await store.notifications.get(playerId, id, WEBHOOKS)).toMatchObject({ failingSince: later(10) });

      const [third] = await claim(later(6_001), [webhook]);
      const success = { status: 'delivered' as const, at: later(7_000), lastStatus: 204 };
      expect(await store.notifications.settle(came(third as ClaimedDelivery, success))).toBe(false);
      expect(await store.notifications.deliveries(id, 1)).toMatchObject([
        { status: 'delivered', attempts: 3, lastStatus: 204, lastError: null, deliveredAt: later(7_000) },
      ]);
      expect(await store.notifications.get(playerId, id, WEBHOOKS)).toEqual(webhook);
      expect(await claim(later(10 * MINUTE), [webhook])).toEqual([]);
    });

    it('of an attempt that another server has taken over changes nothing', async () => {
      const webhook = await newWebhook();
      const slow = await claimed(webhook);
      const [taken] = await claim(later(2 * MINUTE), [webhook]);
      await store.notifications.settle(came(slow, { status: 'failed', lastError: 'too late', gone: true }));
      expect(await store.notifications.get(webhook.playerId, webhook.id, WEBHOOKS)).toEqual(webhook);
      await store.notifications.settle(came(taken as ClaimedDelivery, { status: 'delivered', lastStatus: 200 }));
      expect(await store.notifications.deliveries(webhook.id, 1)).toMatchObject([
        { status: 'delivered', lastError: null },
      ]);
    });

    it('disables a webhook that is gone, and gives up its waiting deliveries', async () => {
      const webhook = await newWebhook();
      await tell(webhook, 3);
      const [first] = await claim(later(1), [webhook]);
      const gone = { status: 'failed' as const, at: later(2), lastStatus: 410, lastError: 'gone', gone: true };
      expect(await store.notifications.settle(came(first as ClaimedDelivery, gone))).toBe(true);
      const told = await store.notifications.deliveries(webhook.id, PLENTY);
      expect(told.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
      expect(told.map(({ lastError }) => lastError).sort()).toEqual([
        'gone',
        'the webhook was disabled',
        'the webhook was disabled',
      ]);
      await tell(webhook);
      expect(await store.notifications.deliveries(webhook.id, PLENTY)).toHaveLength(3);
    });

    it('disables a webhook that has failed for too long, and not one that has succeeded since', async () => {
      const [dead, alive] = [await newWebhook(), await newWebhook()];
      for (const webhook of [dead, alive]) {
        expect(
          await store.notifications.settle(came(await claimed(webhook), { status: 'failed', at: later(10) })),
        ).toBe(false);
      }
      await store.notifications.settle(came(await claimed(alive), { status: 'delivered', at: later(20) }));
      const long = { at: later(1_000), failingBefore: later(500), dueAt: later(9_000), lastError: 'refused' };
      expect(await store.notifications.settle(came(await claimed(dead), long))).toBe(true);
      expect(await store.notifications.settle(came(await claimed(alive), long))).toBe(false);
      expect(await store.notifications.get(dead.playerId, dead.id, WEBHOOKS)).toMatchObject({
        failingSince: later(10),
        disabledAt: later(1_000),
        disabledBecause: 'failing',
      });
      expect(await store.notifications.get(alive.playerId, alive.id, WEBHOOKS)).toMatchObject({ disabledAt: null });
      const [last] = await store.notifications.deliveries(dead.id, PLENTY);
      expect(last).toMatchObject({ status: 'failed' });
    });
  });

  describe('tidying', () => {
    it('disables webhooks with too many waiting deliveries', async () => {
      const [crowded, other] = [await newWebhook(), await newWebhook()];
      await tell(crowded, 6);
      await tell(other, 5);
      const disabled = await store.notifications.disableCrowded(5, later(1));
      expect(disabled).toContain(crowded.id);
      expect(disabled).not.toContain(other.id);
      expect(await store.notifications.get(crowded.playerId, crowded.id, WEBHOOKS)).toMatchObject({
        disabledBecause: 'backlog',
      });
      expect(await claim(later(1), [crowded, other])).toHaveLength(5);
    });

    it('deletes old deliveries, a part at a time', async () => {
      const webhook = await newWebhook();
      await tell(webhook, 5);
      expect(await store.notifications.forget(NOON, PLENTY)).toBe(0);
      expect(await store.notifications.forget(later(1), 3)).toBe(3);
      while ((await store.notifications.forget(later(1), PLENTY)) > 0);
      expect(await store.notifications.deliveries(webhook.id, PLENTY)).toEqual([]);
    });
  });
});
