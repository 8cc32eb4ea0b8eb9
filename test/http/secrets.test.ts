import { createECDH, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { reachOf } from '../../src/notifications/address.ts';
import { BoardLeak, lookAtBoard } from '../fuzz/sealed-boards.ts';
import { Receiver } from '../notifications/receiver.ts';
import { PATIENCE } from '../patience.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { readStream } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService({
    directs: false,
    metrics: new Metrics(),
    reach: reachOf('allow'),
    schedule: { lookMs: 20 },
  });
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

const SEED = 'secrets';

async function bothChooseDice(): Promise<string> {
  const { body: open } = await ada.post('/v1/games', { ruleset: 'champions-of-chance', seed: SEED });
  await bob.post(`/v1/games/${open.id}/seats`, {});
  for (;;) {
    const { body: state } = await service.stranger.get(`/v1/games/${open.id}`);
    if (state.view.phase === 'die' && state.toAct.length === 2) return open.id;
    const [actor] = state.toAct[0] === 0 ? [ada] : [bob];
    const { body: listed } = await (actor as Caller).get(`/v1/games/${open.id}/actions`);
    const { action } = listed.actions.at(-1);
    expect((await (actor as Caller).post(`/v1/games/${open.id}/actions`, { action })).status).toBe(200);
  }
}

async function allThatIsShown(caller: Caller, id: string): Promise<string[]> {
  const shown: string[] = [];
  for (const query of ['', '?text=true', '?seat=spectator', '?labels=true']) {
    const { headers, body } = await caller.get(`/v1/games/${id}${query}`);
    shown.push(`${saltless(headers.get('etag'))} ${headers.get('content-length')} ${anonymous(body)}`);
  }
  for (const path of [`/v1/games/${id}/events`, `/v1/games/${id}/actions`]) {
    const { status, headers, body } = await caller.get(path);
    shown.push(`${status} ${headers.get('content-length')} ${anonymous(body)}`);
  }
  const wrong = await caller.post(`/v1/games/${id}/actions`, { action: { type: 'chooseNumber', number: 2 } });
  shown.push(`${wrong.status} ${wrong.headers.get('content-length')} ${anonymous(wrong.body)}`);
  return shown;
}

function saltless(etag: string | null): string | undefined {
  return etag?.replace(/^"(\d+)\.[0-9a-f]{12}\./, '"$1.salted.');
}

function anonymous(body: unknown): string {
  return JSON.stringify(body)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
    .replace(/"head":"[0-9a-f]{64}"/g, '"head":"salted"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
}

describe('a choice made in secret', () => {
  test('leaves the responses, tags and lengths of others the same', async () => {
    const games = [await bothChooseDice(), await bothChooseDice()];
    const [one, other] = games as [string, string];
    expect(await allThatIsShown(bob, one)).toEqual(await allThatIsShown(bob, other));
    for (const [place, id] of games.entries()) {
      const { body: listed } = await ada.get(`/v1/games/${id}/actions`);
      const { action } = listed.actions.at(place === 0 ? 0 : -1);
      expect((await ada.post(`/v1/games/${id}/actions`, { action })).status).toBe(200);
    }
    expect(await allThatIsShown(bob, one)).toEqual(await allThatIsShown(bob, other));
    expect(await allThatIsShown(service.stranger, one)).toEqual(await allThatIsShown(service.stranger, other));
    expect(await allThatIsShown(ada, one)).not.toEqual(await allThatIsShown(ada, other));
  });

  test('never makes the other seat’s choice stale', async () => {
    const id = await bothChooseDice();
    const { body: before } = await bob.get(`/v1/games/${id}/actions`);
    for (;;) {
      const { body: mine } = await ada.get(`/v1/games/${id}/actions`);
      if (mine.actions.length === 0) break;
      expect((await ada.post(`/v1/games/${id}/actions`, { action: mine.actions[0].action })).status).toBe(200);
    }
    const { body: state } = await bob.get(`/v1/games/${id}`);
    expect(state.version).toBeGreaterThan(before.version);
    expect(state.decisions).toMatchObject([{ seat: 1, since: before.version, deadline: null }]);
    const move = { action: before.actions[0].action, expectedVersion: before.version };
    expect((await bob.post(`/v1/games/${id}/actions`, move)).status).toBe(200);
    const stale = { action: before.actions[1].action, expectedVersion: before.version };
    expect((await bob.post(`/v1/games/${id}/actions`, stale)).body.code).toBe('stale-version');
  });
});

test('a plan that does not act is invisible to other players', async () => {
  const games = [await bothChooseDice(), await bothChooseDice()];
  const [planned] = games as [string, string];
  const { version: expectedVersion } = (await ada.get(`/v1/games/${planned}`)).body;
  const never = { when: [{ view: '/battle', is: 999 }], do: { type: 'chooseChallenge', challenge: 'highest' } };
  for (const unmatched of ['wait', 'drop']) {
    const body = { expectedVersion, branches: [never], unmatched };
    expect((await ada.call('PUT', `/v1/games/${planned}/plan`, { body })).status).toBe(200);
  }
  const both = (caller: Caller, of = allThatIsShown) => Promise.all(games.map((id) => of(caller, id)));
  const ownPlan = async (caller: Caller, id: string) => {
    const asked = [await caller.get(`/v1/games/${id}/plan`), await caller.call('DELETE', `/v1/games/${id}/plan`)];
    return asked.map(({ status, body }) => `${status} ${anonymous(body)}`);
  };
  const lists = async (caller: Caller, id: string) => {
    const { games: listed } = (await caller.get('/v1/games?limit=100')).body;
    const { turns } = caller === service.stranger ? { turns: [] } : (await caller.get('/v1/me/turns')).body;
    const shown = [...listed, ...turns].filter((each: any) => (each.gameId ?? each.id) === id);
    return shown.map(anonymous);
  };
  const expectAlike = async () => {
    for (const caller of [bob, service.stranger, ada]) {
      for (const of of caller === bob ? [allThatIsShown, ownPlan, lists] : [allThatIsShown, lists]) {
        const [one, two] = await both(caller, of);
        expect(one).toEqual(two);
      }
    }
  };
  await expectAlike();
  // each plan ends at its seat's next decision, because no branch matches it
  for (const id of games) {
    for (const player of [ada, bob]) {
      for (;;) {
        const { body: listed } = await player.get(`/v1/games/${id}/actions`);
        if (listed.actions.length === 0 || (await service.stranger.get(`/v1/games/${id}`)).body.view.phase !== 'die')
          break;
        expect((await player.post(`/v1/games/${id}/actions`, { action: listed.actions[0].action })).status).toBe(200);
      }
    }
  }
  await expectAlike();
  expect((await ada.get(`/v1/games/${planned}/plan`)).body.plan).toMatchObject({ status: 'dropped', why: 'unmatched' });
});

describe('a plan', () => {
  const NUMBER = 31_337;
  const DECLINE = { type: 'declineChallenge' };
  const ROLL = { type: 'rollDie', die: 'd20' };
  const never = { when: [{ view: '/scores/1', min: NUMBER }], do: { type: 'rollDie', die: 'd6' } };
  const challenged = [
    { view: '/phase', is: 'challenge' },
    { view: '/scores/1', max: NUMBER },
  ];
  const WORDS = /plan|branch|unmatched|31_?337|\/phase|\/scores/i;

  test.each([
    ['waits', { unmatched: 'wait', branches: [never] }, 'running', 0],
    ['acts', { unmatched: 'wait', branches: [never, { when: challenged, do: DECLINE }] }, 'done', 1],
  ])('that %s is mentioned to no other player, before or after', async (_, plan, status, acted) => {
    const eve = await service.stranger.register('Eve');
    const receiver = await Receiver.start();
    expect((await eve.post('/v1/me/webhooks', { url: receiver.url() })).status).toBe(201);
    const seats = ['me', { player: bob.id }];
    const begin = async () => {
      const { body } = await eve.post('/v1/games', { ruleset: 'pascals-ruin', seats, seed: 'plans' });
      expect((await bob.post(`/v1/games/${body.id}/seats`, {})).status).toBe(200);
      return body.id as string;
    };
    const [planned, plain] = [await begin(), await begin()] as const;
    const own = { authorization: `Bearer ${eve.token}` };
    const streams = [planned, plain].map((id) =>
      [own, {}].map((headers) => readStream(`${service.url}/v1/games/${id}/events/stream?text=true`, headers)),
    );
    let turnsEnd = false;
    const turns = readStream(`${service.url}/v1/me/turns/stream`, own, () => turnsEnd);

    const shownOf = async (id: string) => {
      const shown: string[] = [];
      for (const caller of [eve, service.stranger]) {
        shown.push(...(await allThatIsShown(caller, id)));
        const mine = caller === eve ? ['/v1/me/turns'] : [];
        for (const path of ['/v1/games?limit=100', ...mine]) {
          const { games: listed = [], turns: waiting = [] } = (await caller.get(path)).body;
          const of = [...listed, ...waiting].filter((each: any) => (each.gameId ?? each.id) === id);
          shown.push(anonymous(of));
        }
      }
      return shown;
    };
    const expectNothing = async () => {
      const [one, other] = [await shownOf(planned), await shownOf(plain)];
      expect(one).toEqual(other);
      expect(one.join('\n')).not.toMatch(WORDS);
      expect(await (await fetch(`${service.url}/metrics`)).text()).not.toMatch(WORDS);
    };
    const does = async (player: Caller, id: string, action: object) => {
      const answer = await player.post(`/v1/games/${id}/actions`, { action });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };

    const { version: expectedVersion } = (await bob.get(`/v1/games/${planned}`)).body;
    const body = { expectedVersion, ...plan };
    const made = await bob.call('PUT', `/v1/games/${planned}/plan`, { body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(JSON.stringify(made.body)).toMatch(WORDS);
    await expectNothing();
    for (const action of [ROLL, { type: 'takeChain' }]) {
      for (const id of [planned, plain]) await does(eve, id, action);
      await expectNothing();
    }
    for (const id of [planned, plain]) await does(eve, id, ROLL);
    for (const id of acted === 0 ? [planned, plain] : [plain]) await does(bob, id, DECLINE);
    await expectNothing();
    const { plan: kept } = (await bob.get(`/v1/games/${planned}/plan`)).body;
    expect([kept.status, kept.acted.length]).toEqual([status, acted]);
    for (const id of [planned, plain]) await does(bob, id, ROLL);
    await expectNothing();
    turnsEnd = true;
    for (const id of [planned, plain]) await bob.post(`/v1/games/${id}/resignation`, {});
    await expectNothing();

    const [one, other] = await Promise.all(streams.map((of) => Promise.all(of)));
    const events = (of: typeof one) => (of ?? []).map((stream) => stream.events.map(anonymous));
    expect(events(one)).toEqual(events(other));
    expect(events(one)[0]?.join()).toContain('challengesRevealed');
    const ofGame = (id: string) => receiver.received.filter(({ body: { data } }) => data.gameId === id);
    await vi.waitFor(() => {
      for (const id of [planned, plain]) expect(ofGame(id).at(-1)?.body.type).toBe('gameEnded');
    }, PATIENCE);
    expect(ofGame(planned).map((each) => anonymous(each.body))).toEqual(
      ofGame(plain).map((each) => anonymous(each.body)),
    );
    const lists = (await turns).events;
    expect(lists.length).toBeGreaterThan(0);
    const told = [...(one ?? []), lists, receiver.received.map(({ headers, text }) => [headers, text])];
    expect(JSON.stringify(told)).not.toMatch(WORDS);
  });
});

test('data of a player does not exist for other callers', async () => {
  const { today } = (await ada.get('/v1/me/vacations')).body;
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
  const subscription = { endpoint: 'https://push.example/ada', keys };
  const kept = async (path: string, body: object) => {
    const answer = await ada.post(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id as string;
  };
  const [vacation, channel, token] = [
    await kept('/v1/me/vacations', { from: today, to: today }),
    await kept('/v1/me/notification-channels', { kind: 'push', subscription }),
    await kept('/v1/me/read-tokens', { name: 'board' }),
  ];
  const game = await kept('/v1/games', { ruleset: 'pascals-ruin', visibility: 'private' });
  const calls: [id: string, method: string, path: (id: string) => string, body?: object][] = [
    [vacation, 'DELETE', (id) => `/v1/me/vacations/${id}`],
    [channel, 'PATCH', (id) => `/v1/me/notification-channels/${id}`, { enabled: false }],
    [channel, 'POST', (id) => `/v1/me/notification-channels/${id}/test`],
    [channel, 'DELETE', (id) => `/v1/me/notification-channels/${id}`],
    [token, 'PATCH', (id) => `/v1/me/tokens/${id}`, { name: 'mine' }],
    [token, 'DELETE', (id) => `/v1/me/tokens/${id}`],
    [game, 'GET', (id) => `/v1/games/${id}/messages`],
    [game, 'POST', (id) => `/v1/games/${id}/messages`, { text: 'hello' }],
    [game, 'POST', (id) => `/v1/games/${id}/messages/${token}/reports`, { reason: 'spam' }],
    [game, 'PUT', (id) => `/v1/games/${id}/looked`, { version: 1 }],
  ];
  for (const [id, method, path, body] of calls) {
    const answers: string[] = [];
    for (const each of [id, randomUUID()]) {
      const { status, headers, body: said } = await bob.call(method, path(each), body === undefined ? {} : { body });
      answers.push(`${status} ${headers.get('content-length')} ${anonymous(said)}`);
    }
    const [hers, nobodys] = answers;
    expect(hers).toBe(nobodys);
    expect(hers, path(id)).toMatch(/^404 /);
  }
  const lists = ['calendar', 'vacations', 'notification-channels', 'tokens', 'blocks', 'mutes'];
  for (const list of lists) {
    const shown = JSON.stringify((await bob.get(`/v1/me/${list}`)).body);
    for (const id of [vacation, channel, token, ada.id as string]) expect(shown).not.toContain(id);
  }
});

test('a hand is visible to its own seat alone', async () => {
  const id = await bothChooseDice();
  const hands = await Promise.all(
    [ada, bob].map(async (caller) => (await caller.get(`/v1/games/${id}`)).body.view.hand),
  );
  expect(hands[0]).toHaveLength(6);
  expect(hands[0]).not.toEqual(hands[1]);
  const watched = (await service.stranger.get(`/v1/games/${id}`)).body.view;
  expect(JSON.stringify(watched)).not.toContain(hands[0][0].id);
  const peek = await bob.get(`/v1/games/${id}?seat=0`);
  expect(peek.body.code).toBe('not-your-seat');
});

describe('a board that is played more than once', () => {
  const many = Number(process.env.SEALED_BOARDS ?? 1);
  const length = many === 1 ? { looks: 1, bound: 2 } : { looks: 3, bound: 24 };

  test('hides each copy from all but its players until it is closed', {
    timeout: 600_000 + many * 60_000,
  }, async () => {
    const fields = [...(await loadCatalogue(true)).values()].flatMap(({ ruleset: { id, seats } }) =>
      [...new Set([seats.min, seats.max])].map((count) => ({ ruleset: id, seats: count })),
    );
    for (let nth = 0; nth < many; nth++) {
      const field = fields[nth % fields.length] as (typeof fields)[number];
      await lookAtBoard(service, { ...field, ...length, seed: `board ${nth}` });
    }
  });

  test('would show hidden cards to others if it were not sealed', async () => {
    const board = { ruleset: 'champions-of-chance', seats: 2, seed: 'open', ...length, sealed: false };
    await expect(lookAtBoard(service, board)).rejects.toThrow(BoardLeak);
  });
});
