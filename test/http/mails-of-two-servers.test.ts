import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SmtpServer, tokenIn } from '../notifications/smtp-server.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';

const CHANNELS = '/v1/me/notification-channels';

describe.runIf(KINDS.includes('postgres'))('two servers', () => {
  let database: TestDatabase;
  let smtp: SmtpServer;
  const servers: Service[] = [];
  let aheadMs = 0;
  let one: Caller;
  let other: Caller;
  beforeAll(async () => {
    [database, smtp] = [await freshDatabase('postgres'), await new SmtpServer().start()];
    const mail = { smtp: smtp.url, from: 'house@play.example', publicUrl: 'https://play.example' };
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const serve = async () => startService({ store: await database.open(), mail, clock, schedule: { lookMs: 20 } });
    for (let nth = 0; nth < 2; nth++) servers.push(await serve());
    [one, other] = servers.map(({ stranger }) => stranger) as [Caller, Caller];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await smtp.stop();
    await database.remove();
  });

  async function mailed(address: string, count: number): Promise<string[]> {
    await vi.waitFor(() => expect(smtp.to(address).length).toBeGreaterThanOrEqual(count), PATIENCE);
    return smtp.to(address).map(({ text }) => text);
  }

  async function confirmed(player: Caller, address: string): Promise<string> {
    const { body } = await player.post(CHANNELS, { kind: 'mail', address, events: ['turn'] });
    const [text = ''] = await mailed(address, 1);
    expect((await one.post('/v1/notifications/confirmations', { token: tokenIn({ text }, 'confirm') })).status).toBe(
      204,
    );
    return `${CHANNELS}/${body.id}`;
  }

  test('count confirmation mails to an address together, also simultaneous ones', async () => {
    const here = await one.register('Nan');
    const there = other.as(here.token as string);
    const path = await confirmed(here, 'nan@mail.example');
    const codes: string[] = [];
    for (const caller of [here, there, there]) codes.push((await caller.post(`${path}/test`, {})).body.code ?? 'sent');
    expect(codes).toEqual(['sent', 'sent', 'sent']);
    for (const caller of [here, there]) {
      expect((await caller.post(`${path}/test`, {})).body.code).toBe('too-many-notification-tests');
    }
    aheadMs += 3_600_001;
    await here.post(`${path}/test`, {});
    await there.post(`${path}/test`, {});
    const both = await Promise.all([here, there].map((caller) => caller.post(`${path}/test`, {})));
    expect(both.map(({ body }) => body.code ?? 'sent').sort()).toEqual(['sent', 'too-many-notification-tests']);
    expect(await mailed('nan@mail.example', 7)).toHaveLength(7);
  });

  test('send each mail once, from either server', async () => {
    const [kim, lea] = [await one.register('Kim'), await other.register('Lea')];
    const address = 'kim@mail.example';
    await confirmed(kim, address);
    const games: string[] = [];
    for (let nth = 0; nth < 4; nth++) {
      const seats = ['me', { player: lea.id }];
      const { body } = await kim.post('/v1/games', { ruleset: 'pascals-ruin', seats, seed: 'first game' });
      expect((await lea.post(`/v1/games/${body.id}/seats`, {})).status).toBe(200);
      games.push(body.id);
    }
    await mailed(address, 5);
    for (const server of servers.splice(0)) await server.stop();
    const texts = smtp.to(address).map(({ text }) => text);
    expect(texts).toHaveLength(5);
    expect(games.map((id) => texts.filter((text) => text.includes(`#/g/${id}`)).length)).toEqual([1, 1, 1, 1]);
  });
});
