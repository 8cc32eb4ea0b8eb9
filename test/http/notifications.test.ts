import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { reachOf } from '../../src/notifications/address.ts';
import { PushEndpoint, type PushReceived } from '../notifications/push-endpoint.ts';
import { type MailReceived, SmtpServer, tokenIn } from '../notifications/smtp-server.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, serviceOfTest, startService } from './service.ts';

const SEED = 'first game';
const CHANNELS = '/v1/me/notification-channels';

let service: Service;
let endpoint: PushEndpoint;
let smtp: SmtpServer;
let aheadMs = 0;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  endpoint = await PushEndpoint.start();
  smtp = await new SmtpServer().start();
  service = await startService({
    reach: reachOf('allow'),
    schedule: { lookMs: 20, retryMs: Array(9).fill(30) },
    mail: { smtp: smtp.url, from: 'Croupier <house@play.example>', publicUrl: 'https://play.example' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(async () => {
  await service.stop();
  await endpoint.stop();
  await smtp.stop();
});

async function newGame(): Promise<string> {
  const seats = ['me', { player: bob.id }];
  const { body } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats, seed: SEED });
  expect((await bob.post(`/v1/games/${body.id}/seats`, {})).status).toBe(200);
  return body.id;
}

async function arrived(path: string, gameId: string): Promise<PushReceived[]> {
  return vi.waitFor(() => {
    const of = endpoint.received.filter((each) => each.path === path && each.said.fragment === `#/g/${gameId}`);
    expect(of).not.toEqual([]);
    return of;
  }, PATIENCE);
}

async function subscribed(caller: Caller, events?: string[]): Promise<{ id: string; path: string; push: string }> {
  const subscription = endpoint.subscribe();
  const { status, body } = await caller.post(CHANNELS, { kind: 'push', subscription, events });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, path: `${CHANNELS}/${body.id}`, push: new URL(subscription.endpoint).pathname };
}

describe('a browser', () => {
  test("gets Web Push, encrypted for it alone and signed with its subscription's key", async () => {
    const { push } = await subscribed(ada, ['turn', 'gameEnded']);
    const gameId = await newGame();
    const [{ headers, said, claims }] = (await arrived(push, gameId)) as [PushReceived];
    expect(said).toMatchObject({ type: 'turn', title: "Your turn: Pascal's Ruin" });
    expect(said.text).toContain('with Bob');
    expect(headers).toMatchObject({ ttl: '172800', topic: gameId.replaceAll('-', ''), urgency: 'high' });
    expect(headers['content-encoding']).toBe('aes128gcm');
    expect(claims.key).toBe((await service.stranger.get('/v1/notifications/push-key')).body.publicKey);
    expect(claims.aud).toBe(endpoint.origin);
    await ada.post(`/v1/games/${gameId}/resignation`, {});
    const types = await vi.waitFor(async () => {
      const all = (await arrived(push, gameId)).map((each) => each.said.type);
      expect(all).toContain('gameEnded');
      return all;
    }, PATIENCE);
    expect(types).toEqual(['turn', 'gameEnded']);
  });

  test('is listed for its player alone, changed, tried, renewed by the same subscription, and deleted', async () => {
    const carl = await service.stranger.register('Carl');
    const subscription = endpoint.subscribe();
    const { body: channel } = await carl.post(CHANNELS, { kind: 'push', subscription });
    expect(channel).toMatchObject({ kind: 'push', service: new URL(endpoint.origin).host, enabled: true });
    expect(JSON.stringify(channel)).not.toContain('/send/');
    const path = `${CHANNELS}/${channel.id}`;
    expect((await carl.get(CHANNELS)).body).toEqual({ channels: [channel] });
    expect((await bob.get(CHANNELS)).body.channels).toEqual([]);
    for (const body of [{ enabled: false }, { events: ['turn'] }]) {
      expect((await bob.call('PATCH', path, { body })).body.code).toBe('notification-channel-not-found');
    }
    expect((await bob.call('DELETE', path)).status).toBe(404);
    expect((await bob.post(`${path}/test`, {})).status).toBe(404);
    const answered = endpoint.answering;
    let arrive: (() => void) | undefined;
    endpoint.answering = (response) => {
      if (response.req.url === new URL(subscription.endpoint).pathname) arrive = () => answered(response);
      else answered(response);
    };
    const first = carl.post(`${path}/test`, {});
    await vi.waitFor(() => expect(arrive).toBeDefined(), PATIENCE);
    expect((await carl.post(`${path}/test`, {})).body.code).toBe('notification-test-running');
    endpoint.answering = answered;
    arrive?.();
    expect((await first).body).toEqual({ delivered: true, error: null });
    const off = await carl.call('PATCH', path, { body: { enabled: false, events: ['turn'] } });
    expect(off.body).toMatchObject({ enabled: false, disabledBecause: 'owner', events: ['turn'] });
    const again = await carl.post(CHANNELS, { kind: 'push', subscription });
    expect(again.body).toMatchObject({ id: channel.id, enabled: true });
    expect((await carl.call('DELETE', path)).status).toBe(204);
    expect((await carl.call('DELETE', path)).status).toBe(404);
    expect((await carl.get(CHANNELS)).body).toEqual({ channels: [] });
  });

  test('that is gone gets nothing more, and a failed push is retried', async () => {
    const gone = await subscribed(bob);
    const codes = [503, 503, 410];
    endpoint.answering = (response) => {
      const code = response.req.url === gone.push ? codes.shift() : 201;
      response.writeHead(code ?? 201).end();
    };
    await newGame();
    await vi.waitFor(async () => {
      const [channel] = (await bob.get(CHANNELS)).body.channels;
      expect(channel).toMatchObject({ id: gone.id, enabled: false, disabledBecause: 'gone' });
    }, PATIENCE);
    expect(codes).toEqual([]);
    await bob.call('DELETE', gone.path);
  });

  test('is rejected with an invalid subscription, or beyond the limit', async () => {
    const dora = await service.stranger.register('Dora');
    const good = endpoint.subscribe();
    const keys = { ...good.keys, auth: 'AAAA' };
    for (const subscription of [
      { ...good, keys },
      { ...good, endpoint: 'ftp://push.example/' },
    ]) {
      expect((await dora.post(CHANNELS, { kind: 'push', subscription })).body.code).toBe('invalid-push-subscription');
    }
    expect((await dora.post(CHANNELS, { kind: 'push' })).body.code).toBe('invalid-request');
    for (let i = 0; i < 10; i++) await subscribed(dora);
    const { body } = await dora.post(CHANNELS, { kind: 'push', subscription: endpoint.subscribe() });
    expect(body.code).toBe('too-many-notification-channels');
  });
});

/** Checks that a turn token may call only five operations. */
async function expectAllElseRefused({ caller, token, gameId }: { caller: Caller; token: string; gameId: string }) {
  const granted = ['getState', 'listActions', 'listEvents', 'followEvents', 'submitAction'];
  const { paths } = JSON.parse(await readFile(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'));
  const passed: string[] = [];
  for (const [path, item] of Object.entries<Record<string, any>>(paths)) {
    for (const method of ['get', 'put', 'post', 'patch', 'delete']) {
      const operation = item[method];
      if (operation === undefined || operation.tags.includes('operations')) continue;
      const url = path.replace('{gameId}', gameId).replace(/\{\w+\}/g, caller.id as string);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = method === 'get' ? {} : { body: '{}' };
      if (!granted.includes(operation.operationId)) {
        const { body: refusal } = await caller
          .as(token)
          .call(method.toUpperCase(), url, method === 'get' ? {} : { body: {} });
        expect(refusal.code, operation.operationId).toBe('turn-token');
        continue;
      }
      const answer = await fetch(service.url + url, { method: method.toUpperCase(), headers, ...body });
      if (answer.status === 403) continue;
      passed.push(operation.operationId);
      await answer.body?.cancel();
    }
  }
  expect(passed.sort()).toEqual(granted.sort());
}

async function mailed(address: string, count = 1): Promise<MailReceived> {
  return vi.waitFor(() => {
    const mails = smtp.to(address);
    expect(mails.length).toBeGreaterThanOrEqual(count);
    return mails.at(-1) as MailReceived;
  }, PATIENCE);
}

async function confirmed(caller: Caller, address: string, more: object = {}): Promise<string> {
  const { status, body } = await caller.post(CHANNELS, { kind: 'mail', address, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  const token = tokenIn(await mailed(address), 'confirm');
  expect((await service.stranger.post('/v1/notifications/confirmations', { token })).status).toBe(204);
  return `${CHANNELS}/${body.id}`;
}

describe('a mail address', () => {
  test('that was removed is not restored by the same key', async () => {
    const gil = await service.stranger.register('Gil');
    const key = { 'idempotency-key': 'once' };
    const asked = { kind: 'mail', address: 'una@mail.example' };
    const { body } = await gil.post(CHANNELS, asked, key);
    expect((await gil.call('DELETE', `${CHANNELS}/${body.id}`)).status).toBe(204);
    expect((await gil.post(CHANNELS, asked, key)).body.code).toBe('notification-channel-not-found');
  });

  test('gets only a question before it is confirmed, by a token for one use', async () => {
    const address = 'Ada.New@mail.example';
    const { body: channel } = await ada.post(CHANNELS, { kind: 'mail', address, events: ['turn'] });
    expect(channel).toMatchObject({ address, enabled: false, disabledBecause: 'unconfirmed', confirmedAt: null });
    const path = `${CHANNELS}/${channel.id}`;
    expect((await ada.call('PATCH', path, { body: { enabled: true } })).body.code).toBe('mail-unconfirmed');
    expect((await ada.post(`${path}/test`, {})).body.code).toBe('mail-unconfirmed');
    const question = await mailed(address);
    expect(question.headers.has('list-unsubscribe')).toBe(false);
    await newGame();
    const confirm = (token: string) => service.stranger.post('/v1/notifications/confirmations', { token });
    expect((await confirm('x'.repeat(43))).body.code).toBe('notification-link-spent');
    const weak = { 'idempotency-key': 'weak' };
    expect(
      (await service.stranger.post('/v1/notifications/confirmations', { token: 'x'.repeat(43) }, weak)).body.code,
    ).toBe('weak-idempotency-key');
    const longLink = `/v1/notifications/unsubscriptions/${'x'.repeat(201)}`;
    expect((await service.stranger.post(longLink, {})).body.code).toBe('invalid-request');
    expect((await confirm(tokenIn(question, 'confirm'))).status).toBe(204);
    expect((await confirm(tokenIn(question, 'confirm'))).body.code).toBe('notification-link-spent');
    const gameId = await newGame();
    const mail = await mailed(address, 2);
    expect(smtp.to(address)).toHaveLength(2);
    expect(mail.headers.get('subject')).toBe("Your turn: Pascal's Ruin");
    expect(mail.text).toContain(`https://play.example/#/g/${gameId}`);
    expect(mail.text).toContain('with Bob');
    await ada.call('DELETE', path);
  });

  test('opens the game of a turn by a link, once, for that decision and nothing else', async () => {
    const [ida, jon] = await service.stranger.registerAll('Ida', 'Jon');
    const address = 'ida@mail.example';
    await confirmed(ida, address, { events: ['turn'] });
    const seats = ['me', { player: jon.id }];
    const { body: game } = await ida.post('/v1/games', { ruleset: 'pascals-ruin', seats, seed: SEED });
    await jon.post(`/v1/games/${game.id}/seats`, {});
    const open = (token: string) => service.stranger.post('/v1/notifications/turns', { token });
    const link = tokenIn(await mailed(address, 2), 'turn');
    expect((await service.stranger.post('/v1/notifications/confirmations', { token: link })).status).toBe(404);
    expect((await open('x'.repeat(43))).body.code).toBe('notification-link-spent');
    const { status, headers, body: opened } = await open(link);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(opened).toMatchObject({ player: { id: ida.id, name: 'Ida' }, gameId: game.id, seat: 0 });
    expect((await open(link)).body.code).toBe('notification-link-spent');
    const guest = ida.as(opened.token);
    const path = `/v1/games/${game.id}`;
    const own = { caller: ida, token: opened.token, gameId: game.id };
    await expectAllElseRefused(own);
    for (const read of ['', '/actions', '/events']) {
      const [seen, shown] = [await ida.get(path + read), await guest.get(path + read)];
      expect(shown.body).toEqual(seen.body);
    }
    const other = await newGame();
    for (const part of ['', '/actions', '/events', '/events/stream']) {
      expect((await guest.get(`/v1/games/${other}${part}`)).body.code).toBe('turn-token');
    }
    const { version, actions } = (await guest.get(`${path}/actions`)).body;
    const act = (expectedVersion?: number, seat?: number) =>
      guest.post(`${path}/actions`, { action: actions[0].action, expectedVersion, seat });
    expect((await act()).body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/expectedVersion' }] });
    expect((await act(version, 1)).body.code).toBe('turn-token');
    expect((await act(version)).status).toBe(200);
    // the token is only for the decision that was just made; at the seat's next turn it is refused
    await vi.waitFor(async () => {
      const now = (await ida.get(path)).body;
      if (now.toAct[0] === 0) return;
      const [{ action }] = (await jon.get(`${path}/actions`)).body.actions;
      await jon.post(`${path}/actions`, { action });
      throw new Error('it is not the turn of seat 0 yet');
    }, PATIENCE);
    const next = (await guest.get(`${path}/actions`)).body;
    const late = { action: next.actions[0].action, expectedVersion: next.version };
    expect((await guest.post(`${path}/actions`, late)).body.code).toBe('stale-version');
    const again = tokenIn(await mailed(address, 3), 'turn');
    const isListed = async () =>
      (await ida.get('/v1/me/tokens')).body.tokens.some((each: any) => each.scope === 'turn');
    expect(await isListed()).toBe(true);
    aheadMs += 86_400_000;
    expect((await open(again)).body.code).toBe('notification-link-spent');
    expect((await guest.get(path)).status).toBe(401);
    await vi.waitFor(async () => expect(await isListed()).toBe(false), PATIENCE);
  });

  test.each(['recovery', 'tokens'])('that a thief added does nothing once its tokens ended: %s', async (how) => {
    const { body: own } = await service.stranger.post('/v1/players', { name: `Owner ${how}`, kind: 'human' });
    const thief = service.stranger.as(own.token);
    const [address, late] = [`thief-${how}@mail.example`, `late-${how}@mail.example`];
    const path = await confirmed(thief, address, { events: ['turn'] });
    const browser = await subscribed(thief);
    await thief.post(CHANNELS, { kind: 'mail', address: late });
    const seats = ['me', { player: bob.id }];
    const { body: game } = await thief.post('/v1/games', { ruleset: 'pascals-ruin', seats, seed: SEED });
    await bob.post(`/v1/games/${game.id}/seats`, {});
    const token = tokenIn(await mailed(address, 2), 'turn');
    const { recoveryCode } = own;
    const ended =
      how === 'recovery'
        ? await service.stranger.post('/v1/players/recovery', { player: own.player.id, recoveryCode })
        : await thief.call('DELETE', '/v1/me/tokens');
    expect(ended.status).toBe(200);
    const owner = how === 'recovery' ? service.stranger.as(ended.body.token) : thief;
    const refusal = (await service.stranger.post('/v1/notifications/turns', { token })).body;
    expect(refusal.code).toBe('notification-link-spent');
    const question = { token: tokenIn(await mailed(late), 'confirm') };
    expect((await service.stranger.post('/v1/notifications/confirmations', question)).status).toBe(404);
    expect((await owner.get(CHANNELS)).body.channels).toMatchObject([
      { address, enabled: false, disabledBecause: 'unconfirmed', confirmedAt: null },
      { id: browser.id, enabled: false, disabledBecause: 'owner' },
      { address: late, enabled: false, disabledBecause: 'unconfirmed' },
    ]);
    expect((await owner.call('PATCH', path, { body: { enabled: true } })).body.code).toBe('mail-unconfirmed');
    expect((await owner.call('PATCH', browser.path, { body: { enabled: true } })).status).toBe(200);
    const { body: again } = await owner.post(CHANNELS, { kind: 'mail', address });
    expect([`${CHANNELS}/${again.id}`, again.enabled]).toEqual([path, false]);
    const confirmation = { token: tokenIn(await mailed(address, 3), 'confirm') };
    expect((await service.stranger.post('/v1/notifications/confirmations', confirmation)).status).toBe(204);
    expect((await service.stranger.post('/v1/notifications/turns', { token })).status).toBe(404);
  });

  test('gets no question for a token that ends meanwhile', async () => {
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 1_000)];
    const [hash, addressHash, tokenHash] = ['link', 'mailbox', 'ended'].map((word) => Buffer.from(word)) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    const row = {
      hash,
      addressHash,
      tokenHash,
      channelId: randomUUID(),
      playerId: bob.id as string,
      createdAt,
      expiresAt,
    };
    const limits = { address: [], player: [], service: { since: createdAt, most: 1 } };
    expect(await service.store.notifications.addConfirmation(row, limits)).toBe('ended');
  });

  test('at Gmail is one mailbox with and without dots and tags, also for deleted accounts', async () => {
    const codes = [];
    for (const address of ['a.nn.b@gmail.com', 'AnnB+x@googlemail.com', 'annb@gmail.com', 'a.n.n.b+2@gmail.com']) {
      const { token, recoveryCode } = (
        await service.stranger.post('/v1/players', { name: `Asks for ${codes.length} mails`, kind: 'human' })
      ).body;
      const caller = service.stranger.as(token);
      codes.push((await caller.post(CHANNELS, { kind: 'mail', address })).body.code ?? 'asked');
      const headers = { 'recovery-code': recoveryCode };
      expect((await caller.call('DELETE', '/v1/me', { headers })).status).toBe(204);
    }
    expect(codes).toEqual(['asked', 'asked', 'asked', 'too-many-confirmations']);
    const other = { kind: 'mail', address: 'a.nnb@mail.example' };
    expect((await bob.post(CHANNELS, other)).status).toBe(201);
  });

  test("gets no question beyond the service's hourly limit", async () => {
    let laterMs = 0;
    const few = await startService({
      mail: { smtp: smtp.url, from: 'house@play.example', publicUrl: 'https://play.example' },
      confirmations: 2,
      clock: { now: () => new Date(Date.now() + laterMs) },
    });
    const ask = async (i: number) =>
      (await few.stranger.register(`Asker ${i}`)).post(CHANNELS, { kind: 'mail', address: `few${i}@mail.example` });
    expect([(await ask(1)).status, (await ask(2)).status]).toEqual([201, 201]);
    const { status, body } = await ask(6);
    expect([status, body.code]).toEqual([429, 'too-many-confirmations']);
    expect(body.detail).toContain('at most 2 confirmation mails an hour');
    expect(smtp.to('few6@mail.example')).toEqual([]);
    laterMs += 3_600_001;
    expect((await ask(9)).status).toBe(201);
    await few.stop();
  });

  test('gets only a few questions a day, from all accounts together', async () => {
    const address = 'victim@mail.example';
    const [eve, mallory] = await service.stranger.registerAll('Eve', 'Mallory');
    const ask = (caller: Caller) => caller.post(CHANNELS, { kind: 'mail', address });
    const tagged = { kind: 'mail', address: 'Victim+tag@mail.example' };
    const codes = [(await mallory.post(CHANNELS, tagged)).body.code ?? 'asked'];
    for (const caller of [eve, mallory, mallory, eve]) codes.push((await ask(caller)).body.code ?? 'asked');
    expect(codes).toEqual(['asked', 'asked', 'asked', 'too-many-confirmations', 'too-many-confirmations']);
    expect(smtp.to(address)).toHaveLength(2);
    expect((await mailed(address)).text).not.toContain('Mallory');
    for (const bad of [
      'no',
      'a@b',
      'a@127.0.0.1',
      'b@10.0.0.1',
      'a@b.example\r\nBcc: c@d.example',
      '"x y"@b.example',
      'a@b.example,c@d.example',
    ]) {
      expect((await ask(eve)).status, bad).toBe(429);
      expect((await eve.post(CHANNELS, { kind: 'mail', address: bad })).body.code).toMatch(/^invalid-/);
    }
  });

  test('is unsubscribed by one click, repeatedly, and only by a valid token', async () => {
    const fay = await service.stranger.register('Fay');
    const address = 'fay@mail.example';
    const path = await confirmed(fay, address);
    const tried = [];
    for (let i = 0; i < 4; i++) tried.push((await fay.post(`${path}/test`, {})).body.code ?? 'sent');
    expect(tried).toEqual(['sent', 'sent', 'sent', 'too-many-notification-tests']);
    await fay.call('PATCH', path, { body: { enabled: false } });
    expect((await fay.post(`${path}/test`, {})).body.code).toBe('notification-channel-disabled');
    expect((await fay.call('PATCH', path, { body: { enabled: true } })).status).toBe(200);
    const list = (await mailed(address, 2)).headers.get('list-unsubscribe') ?? '';
    const url = service.url + list.slice(1 + 'https://play.example'.length, -1);
    const click = () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect([(await click()).status, (await click()).status]).toEqual([204, 204]);
    const [channel] = (await fay.get(CHANNELS)).body.channels;
    expect(channel).toMatchObject({ enabled: false, disabledBecause: 'unsubscribed' });
    for (const enabled of [true, false, true]) await fay.call('PATCH', path, { body: { enabled } });
    expect((await fay.call('PATCH', path, { body: { enabled: true } })).body.code).toBe('mail-unconfirmed');
    await fay.post(CHANNELS, { kind: 'mail', address });
    const token = tokenIn(await mailed(address, 5), 'confirm');
    expect((await service.stranger.post('/v1/notifications/confirmations', { token })).status).toBe(204);
    expect((await fay.get(CHANNELS)).body.channels).toMatchObject([{ id: channel.id, enabled: true }]);
    const forged = await fetch(`${url}A`, { method: 'POST' });
    expect([forged.status, (await fetch(url)).status]).toEqual([404, 405]);
  });

  test('is not tried by a server without mail', async () => {
    const database = await freshDatabase(KINDS.at(-1) as 'embedded' | 'postgres');
    onTestFinished(() => database.remove());
    const mail = { smtp: smtp.url, from: 'Croupier <house@play.example>', publicUrl: 'https://play.example' };
    const mailing = await startService({ store: await database.open(), mail });
    const hal = await mailing.stranger.register('Hal');
    const { id } = (await hal.post(CHANNELS, { kind: 'mail', address: 'hal@mail.example' })).body;
    const token = tokenIn(await mailed('hal@mail.example'), 'confirm');
    expect((await mailing.stranger.post('/v1/notifications/confirmations', { token })).status).toBe(204);
    await mailing.stop();
    const silent = await serviceOfTest({ store: await database.open() });
    expect((await hal.on(silent.url).post(`${CHANNELS}/${id}/test`, {})).body.code).toBe('mail-off');
  });

  test('gets what still applies of an hour in one mail, after the hour and when the server is back', async () => {
    const [gil, hal] = await service.stranger.registerAll('Gil', 'Hal');
    const address = 'gil@mail.example';
    await confirmed(gil, address, { digest: 'hourly', events: ['turn'] });
    const games: string[] = [];
    for (let i = 0; i < 3; i++) {
      const seats = ['me', { player: hal.id }];
      const { body } = await gil.post('/v1/games', { ruleset: 'pascals-ruin', seats, seed: SEED });
      await hal.post(`/v1/games/${body.id}/seats`, {});
      games.push(body.id);
    }
    await gil.post(`/v1/games/${games[0]}/resignation`, {});
    await smtp.stop();
    aheadMs += 3_600_000;
    await smtp.start();
    const mail = await mailed(address, 2);
    expect(mail.headers.get('subject')).toBe("Your turn: Pascal's Ruin, and 1 more");
    expect(games.map((id) => mail.text.includes(`#/g/${id}`))).toEqual([false, true, true]);
  });

  test('is not flooded: it gets a limited number at once, and further invitations at the full hour', async () => {
    const [ida, jo] = await service.stranger.registerAll('Ida', 'Jo');
    const address = 'ida@mail.example';
    await confirmed(ida, address, { events: ['invited'] });
    const HOUR_MS = 3_600_000;
    aheadMs += HOUR_MS - ((Date.now() + aheadMs) % HOUR_MS) + 600_000; // moves the clock to ten minutes after the hour
    const games: string[] = [];
    for (let i = 0; i < 25; i++) {
      const { body } = await jo.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', { player: ida.id }] });
      games.push(body.id);
    }
    const told = () => games.map((id) => smtp.to(address).some(({ text }) => text.includes(`#/g/${id}`)));
    await vi.waitFor(() => expect(told().slice(0, 20)).not.toContain(false), PATIENCE);
    await jo.post(`/v1/games/${games[24]}/abort`, {});
    expect(told().slice(20)).not.toContain(true);
    aheadMs += HOUR_MS;
    await vi.waitFor(() => expect(told().slice(20)).toEqual([true, true, true, true, false]), PATIENCE);
    expect(smtp.to(address).at(-1)?.headers.get('subject')).toMatch(/and 3 more$/);
  });
});
