import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skeletonOf } from '../../src/players/name.ts';
import { playerRow, registrationOf } from '../store/rows.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem } from './table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: Service;
let aheadMs = 0;
beforeAll(async () => {
  service = await startService({ clock: { now: () => new Date(Date.now() + aheadMs) } });
});
afterAll(() => service.stop());

const LOOK_ALIKES = {
  'Ada Lovelace': [
    ...[
      'Ada  Lovelace',
      'Ada-Lovelace',
      'Ada_Lovelace',
      'Ada.Lovelace',
      'AdaLovelace',
      'Ada--Lovelace',
      'Ada Lovelace.',
    ],
    ...['Ada Love-lace', 'Ada Lovelace’', 'Ada · Lovelace', 'Ada\u00a0Lovelace', 'Ada\u3000Lovelace', 'ADA LOVELACE'],
    ...[
      'Аda Lovelace',
      'Ada Lovelасе',
      'Ａda Lovelace',
      'ᴀda Lovelace',
      'Ada Love1ace',
      'Ada L0velace',
      'Ada LoveIace',
    ],
    ...[
      '4da Lovelace',
      'Ada Lov3lace',
      'Ada Lovel4c3',
      'Ådá Lovelace',
      'Adạ Lovelace',
      'Ada Lovelacę',
      'A\u0335da Lovelace',
    ],
    ...['Α𝐝𝐚 Lovelace', 'Ꭺda Lovelace', 'Ada Lovela¢e', 'Ada L𝗈velace', 'Ada Loνelace', 'Adɑ Lovelace', 'Ada Ⅼovelace'],
    ...['Ada ʟovelace', 'ada łovelace', 'Ada Lovelacɘ', 'Ada\u200bLovelace', '\u2067Ada Lovelace'],
  ],
  'Tom Becker': [
    ...[
      'том Becker',
      'Тоm Вескеr',
      '7om Becker',
      'Tom 8ecker',
      'Tom Веcκer',
      'Tom вecker',
      'Torn Becker',
      'Tøm Becker',
    ],
    ...['Tom Ьecker', 'Tom Bɛcker', 'Tom Beçker', 'Tom Becкer', 'Tom βecker', 'Tom ßecker'],
  ],
  'William Stone': [
    ...[
      'VVilliam Stone',
      'Wi11iam Stone',
      'William 5tone',
      'William 5t0n3',
      'Ԝilliam Stone',
      'ωilliam Stone',
      'Шilliam Stone',
    ],
    ...[
      'Willıam Stone',
      'William Stοηe',
      'William\u2011Stone',
      'William—Stone',
      'William Ștone',
      'William Stоռe',
      'William Stопе',
    ],
  ],
  Quickhand: ['Quiсkhand', 'Quickhaпd', 'Quiᴄkhand', 'Quickհand', 'Qu|ckhand', 'Qυickhand', 'Qᴜickhand', 'Quickhanɗ'],
};
const RESERVED = [
  ...[
    'Croupier',
    'The  House',
    'аdmin',
    '(Bot)',
    'Moderat0r',
    'player deleted',
    'Deleted Player',
    'deleted 2',
    'BOT-7',
    'Player 807201',
    'Host',
    'The Dealer 2',
    'Game Owner',
  ],
  ...[
    'Moderator 2',
    'Moderator 5',
    'moderator5',
    'Croupier Support',
    'CroupierSupport',
    'Operator Team',
    'Support Ada',
  ],
  ...['Official Croupier', '4dmin 4', 'ΑDΜΙΝ', 'Mödérator', 'm.o.d', 'St4ff', 'System 1', 'House Team', 'The 0perator'],
  ...['random', 'Random 2', 'search', 'search-10', 'Search 100', 'sеarch_1000', 'search10', 'search 7', 'plain'],
  ...[
    'Nell (bot)',
    'bot Nell',
    'policy random',
    'seat 2',
    'Seat-5',
    'You',
    'everyone',
    'Moderation Team',
    'Cꞃoupier',
    'pꞁain',
  ],
];
const MARKUP = [
  ...['<img src=x onerror=alert(1)>', 'Ada <b>', '&lt;b&gt;', '[x](y)', '`x`', '{{x}}', '*x*', '~x~', '"Ada"', 'a\\b'],
  ...[
    'a/b',
    'bot:search',
    '@everyone',
    '#1',
    '$(id)',
    'Ada=1',
    'x;y',
    'Ada|Bob',
    '=1+1',
    '50%',
    '☺',
    '👩\u200d🚀',
    '...',
  ],
];
const IN_ALL_SCRIPTS = [
  ...[
    'Zoë Müller',
    "Grace O'Neill",
    'Jean-Luc',
    'Núria Gal·la',
    'Иван Петров',
    'Ελένη',
    'Նարեկ',
    'ქეთევან',
    'חנה ג׳ונסון',
  ],
  ...[
    'محمد علي',
    'สมชาย ใจดี',
    'தமிழ்ச்செல்வன்',
    'प्रिया',
    'བསྟན་འཛིན',
    '李小龙',
    '佐々木',
    'ジョン・スミス',
    '김철수',
    '𠮷田',
    'ʻOkina',
  ],
  ...['St. John (2)', 'deep_blue', 'C++', 'Who, me?!', '〇一'],
];

const register = (name: string) => service.stranger.post('/v1/players', { name, kind: 'human' });

describe('a guest', () => {
  test('is named by the server, the same in each response to one request, and keeps everything under a chosen name', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await service.stranger.post('/v1/players', { kind: 'human' }, headers);
    const { player, token } = first.body;
    expect(player.name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{1,4}$/);
    expect((await service.stranger.post('/v1/players', { kind: 'human' }, headers)).body).toEqual(first.body);
    const other = await service.stranger.post('/v1/players', { kind: 'human' });
    expect(other.body.player.name).not.toBe(player.name);
    const guest = service.stranger.as(token);
    const { body: game } = await guest.post('/v1/games', { ruleset: 'pascal', seats: ['me'] });
    const renamed = await guest.call('PATCH', '/v1/me', { body: { name: 'No guest any more' } });
    expect(renamed.body).toMatchObject({ id: player.id, name: 'No guest any more' });
    expect((await guest.get(`/v1/games/${game.id}`)).body.you).toEqual([0]);
  });
});

describe('a name', () => {
  test('is unique: a look-alike is rejected, with a free suggestion', async () => {
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

  test('may resemble others that do not look alike', async () => {
    for (const name of ['Noa', 'Noah', 'Noa 2', 'Noa 3', 'Ноаз', 'ノア'])
      expect((await register(name)).status, name).toBe(201);
  });

  test.each(Object.entries(LOOK_ALIKES))('like %s is rejected in any spelling', async (name, alike) => {
    expect((await register(name)).status).toBe(201);
    const accepted = [];
    for (const like of alike) if ((await register(like)).status === 201) accepted.push(like);
    expect(accepted).toEqual([]);
  });

  test('of the server, of a bot or of deleted accounts is reserved', async () => {
    for (const name of RESERVED) {
      const refused = await register(name);
      expect(problem(refused), name).toBe('409 name-taken');
      expect(refused.body.detail, name).toContain('is reserved');
      expect((await register(refused.body.suggestion)).status, name).toBe(201);
    }
    for (const name of ['Housemartin', 'Badminton', 'Abbot', 'Randomer', 'Player 7', 'Mod Squad', 'Searchlight']) {
      expect((await register(name)).status, name).toBe(201);
    }
  });

  test.each(MARKUP)('contains no markup and no address: %s', async (name) => {
    const refused = await register(name);
    expect(problem(refused)).toBe('400 invalid-request');
    expect(refused.body.errors).toEqual([{ pointer: '/name', message: expect.stringContaining('must have') }]);
  });

  test('may have any script, with the signs of its names', async () => {
    for (const name of IN_ALL_SCRIPTS) expect((await register(name)).body.player?.name, name).toBe(name);
  });

  test('of forty characters gets a suggestion that is not longer', async () => {
    const name = 'é'.repeat(40);
    expect((await register(name)).status).toBe(201);
    const { suggestion } = (await register(name)).body;
    expect([...suggestion].length).toBeLessThanOrEqual(40);
    expect((await register(suggestion)).status).toBe(201);
  });

  test('goes to one of many players who ask for it at once', async () => {
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
    ['an invisible filler', 'Ad\u3164a'],
    ['a blank Braille cell', 'Ad\u2800a'],
    ['a private character', 'Ad\ue000a'],
    ['a line separator', 'Ad\u2028a'],
    ['a combining mark alone', '\u0301'],
    ['half of a character', 'Ad\ud800a'],
    ['a combining mark after a space', 'Ada \u0301'],
    ['a pile of combining marks', `A${'\u0323\u0301\u0316\u0360\u0489'}`],
    ['characters that are forty-one after NFKC', `${'x'.repeat(38)}㎢`],
    ['a space that NFKC brings to its end', 'Ada\u00b4'],
  ])('rejects %s', async (_, name) => {
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

  test('that was never used is free after a month, and its account gets a number', async () => {
    const old = await account('Sleeper', 31);
    expect((await register('SIeeper')).body.player.name).toBe('SIeeper');
    const { body } = await service.stranger.get(`/v1/players/${old.id}`);
    expect(body.name).toBe(`Sleeper ${old.id.slice(-8)}`);
    expect(problem(await register('Sleeper'))).toBe('409 name-taken');
  });

  test('stays if the account is younger, joined a table or got another token', async () => {
    await account('Younger', 29);
    const invited = await account('Invited', 31);
    const host = await service.stranger.register('Host of the invited');
    await create(host, { ruleset: 'pascals-ruin', seats: ['me', { player: invited.id }] });
    const renewed = await account('Renewed', 31);
    const token = {
      id: randomUUID(),
      hash: new Uint8Array(32).fill(3),
      playerId: renewed.id,
      lastUsedOn: null,
    } as const;
    await service.store.tokens.add({ ...token, scope: 'read', name: null, createdAt: new Date() }, 20);
    for (const name of ['Younger', 'Invited', 'Renewed']) expect(problem(await register(name))).toBe('409 name-taken');
  });
});

describe('a rename', () => {
  const rename = (player: Caller, name: unknown) => player.call('PATCH', '/v1/me', { body: { name } });
  const namesOf = async (id: string | null) => (await service.stranger.get(`/v1/players/${id}/names`)).body.names;

  test('shows the new name at once, and the former one at seats taken before', async () => {
    const ada = await service.stranger.register('Countess');
    const game = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    const renamed = await rename(ada, 'Ｌovelace');
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Lovelace']);
    expect((await ada.get('/v1/me')).body).toEqual(renamed.body);
    expect((await service.stranger.get(`/v1/players/${ada.id}`)).body).toEqual(renamed.body);
    expect((await ada.get(`/v1/games/${game.id}`)).body.seats[0].player.name).toBe('Countess');
    const next = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    expect(next.seats[0].player.name).toBe('Lovelace');
    const names = await namesOf(ada.id);
    expect(names).toMatchObject([{ name: 'Countess' }, { name: 'Lovelace', since: names[0].until, until: null }]);
    expect(names[0].since).toBe(renamed.body.createdAt);
  });

  test('reserves the former name for its owner for half a year', async () => {
    const bob = await service.stranger.register('Robert');
    expect((await rename(bob, 'Bobby')).status).toBe(200);
    expect(problem(await register('R0BERT'))).toBe('409 name-taken');
    const eve = await service.stranger.register('Eve');
    const refused = await rename(eve, 'robert');
    expect(problem(refused)).toBe('409 name-taken');
    expect((await rename(eve, refused.body.suggestion)).status).toBe(200);
    aheadMs += 179 * DAY_MS;
    expect(problem(await register('Robert'))).toBe('409 name-taken');
    expect((await rename(bob, 'Robert')).body.name).toBe('Robert');
    expect((await rename(bob, 'Bobby')).body.name).toBe('Bobby');
    aheadMs += 181 * DAY_MS;
    expect((await rename(eve, 'Robert')).body.name).toBe('Robert');
    expect(problem(await rename(bob, 'Robert'))).toBe('409 name-taken');
    expect((await namesOf(bob.id)).map(({ name }: { name: string }) => name)).toEqual([
      'Robert',
      'Bobby',
      'Robert',
      'Bobby',
    ]);
  });

  test('is possible three times in thirty days, also simultaneously, and its refusal says until when', async () => {
    const cy = await service.stranger.register('Cy');
    expect((await rename(cy, 'Cy')).status).toBe(200);
    const answers = await Promise.all(['Cy B', 'Cy C', 'Cy D', 'Cy E', 'Cy F'].map((name) => rename(cy, name)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(problem)).toEqual(['409 renamed-too-often', '409 renamed-too-often']);
    const until = (await namesOf(cy.id))[0].until;
    const nextAt = new Date(Date.parse(until) + 30 * DAY_MS);
    expect(refused[0]?.body.detail).toContain(nextAt.toISOString());
    aheadMs += 30 * DAY_MS;
    expect((await rename(cy, 'Cy G')).status).toBe(200);
  });

  test('is rejected like a bad name at registration, and without a token', async () => {
    const dee = await service.stranger.register('Dee');
    for (const name of ['', ' Dee', 'Ada\u202e', 'x'.repeat(41), 7, null]) {
      expect(problem(await rename(dee, name)), String(name)).toBe('400 invalid-request');
    }
    for (const name of ['deleted', 'DELETED', 'de1eted']) {
      expect(problem(await rename(dee, name)), name).toBe('409 name-taken');
      expect(problem(await register(name)), name).toBe('409 name-taken');
    }
    expect((await dee.get('/v1/me')).body.name).toBe('Dee');
    expect(problem(await service.stranger.get(`/v1/players/${randomUUID()}/names`))).toBe('404 player-not-found');
  });
});
