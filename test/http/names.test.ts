import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { skeletonOf } from '../../src/players/name.ts';
import { playerRow, registrationOf } from '../store/rows.ts';
import { freshDatabase, KINDS, type Kind } from '../store/test-store.ts';
import { type Service, startService } from './service.ts';
import { create, problem } from './table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const register = (name: string) => service.stranger.post('/v1/players', { name, kind: 'human' });

describe('a name', () => {
  test('is nobody else’s: one that looks like it is refused, with a free one', async () => {
    expect((await register('Maxim Iль')).status).toBe(201);
    for (const like of ['Maxim Iль', 'MAXIM Iль', 'Мaxim Iль', 'Maxim lль', 'rnaxim Iль', 'Ｍaxim 1ль', 'Maxim  Iль']) {
      const refused = await register(like);
      expect(problem(refused), like).toBe('409 name-taken');
      const { suggestion } = refused.body;
      expect(skeletonOf(suggestion)).not.toBe(skeletonOf('Maxim Iль'));
    }
    const { suggestion } = (await register('Maxim Iль')).body;
    expect((await register(suggestion)).body.player.name).toBe(suggestion);
    expect((await register('Maxim Iль')).body.suggestion).not.toBe(suggestion);
  });

  test('may be like others that do not look like it', async () => {
    for (const name of ['Noa', 'Noah', 'Nöa', 'N.O.A.']) expect((await register(name)).status, name).toBe(201);
  });

  test('of forty characters gets a suggestion that is not longer', async () => {
    const name = 'é'.repeat(40);
    expect((await register(name)).status).toBe(201);
    const { suggestion } = (await register(name)).body;
    expect([...suggestion].length).toBeLessThanOrEqual(40);
    expect((await register(suggestion)).status).toBe(201);
  });

  test('is one player’s, when many ask for it at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register('Rush')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => problem(answer) === '409 name-taken')).toHaveLength(19);
  });

  test('is kept and shown in NFKC', async () => {
    expect((await register('Ｚｏë')).body.player.name).toBe('Zo\u00eb');
  });

  test.each([
    ['a bidirectional override', 'Ada\u202eadA'],
    ['a zero-width space', 'Ada\u200bB'],
    ['a zero-width joiner between letters', 'Ad\u200da'],
    ['a soft hyphen', 'Ad\u00ada'],
    ['a filler that nobody sees', 'Ad\u3164a'],
    ['a blank Braille cell', 'Ad\u2800a'],
    ['a private character', 'Ad\ue000a'],
    ['a line separator', 'Ad\u2028a'],
    ['a combining mark alone', '\u0301'],
    ['a combining mark after a space', 'Ada \u0301'],
    ['a pile of combining marks', `A${'\u0323\u0301\u0316\u0360\u0489'}`],
    ['characters that are forty-one after NFKC', `${'x'.repeat(38)}㎢`],
    ['a space that NFKC brings to its end', 'Ada\u00b4'],
  ])('does not hold %s', async (_, name) => {
    const refused = await register(name);
    expect(problem(refused)).toBe('400 invalid-request');
    expect(refused.body.errors).toEqual([{ pointer: '/name', message: expect.stringContaining('must') }]);
  });
});

describe('the name of an account', () => {
  const account = async (name: string, days: number) => {
    const player = playerRow({ id: randomUUID(), name, createdAt: new Date(Date.now() - days * DAY_MS) });
    expect(await service.store.players.create(registrationOf(player, undefined, skeletonOf(name)))).toBe(true);
    return player;
  };

  test('that was never used is free after a month, and its own gets a number', async () => {
    const old = await account('Sleeper', 31);
    expect((await register('SIeeper')).body.player.name).toBe('SIeeper');
    const { body } = await service.stranger.get(`/v1/players/${old.id}`);
    expect(body.name).toBe(`Sleeper ${old.id.slice(-8)}`);
    expect(problem(await register('Sleeper'))).toBe('409 name-taken');
  });

  test('is its own when it is younger, came to a table or got another token', async () => {
    await account('Younger', 29);
    const invited = await account('Invited', 31);
    const host = await service.stranger.register('Host of the invited');
    await create(host, { ruleset: 'pascals-ruin', seats: ['me', { player: invited.id }] });
    const renewed = await account('Renewed', 31);
    const token = { id: randomUUID(), hash: new Uint8Array(32).fill(3), playerId: renewed.id } as const;
    await service.store.tokens.add({ ...token, scope: 'read', name: null, createdAt: new Date() }, 20);
    for (const name of ['Younger', 'Invited', 'Renewed']) expect(problem(await register(name))).toBe('409 name-taken');
  });
});

test('players from before names were unique keep theirs, and nobody else can take it', async () => {
  const database = await freshDatabase(KINDS.at(-1) as Kind);
  onTestFinished(() => database.remove());
  const before = await database.open();
  const twins = ['Twin', 'Тwin'].map((name) => playerRow({ name, createdAt: new Date() }));
  for (const twin of twins) await before.players.create(registrationOf(twin));
  await before.close();
  await database.ask('delete from player_name');
  await database.ask('update player set skeleton = null');

  const later = await startService({ store: await database.open() });
  for (const { id, name } of twins) expect((await later.stranger.get(`/v1/players/${id}`)).body.name).toBe(name);
  expect(problem(await later.stranger.post('/v1/players', { name: 'twin', kind: 'human' }))).toBe('409 name-taken');
  expect(await later.store.players.nameless(1)).toEqual([]);
  await later.stop();
});
