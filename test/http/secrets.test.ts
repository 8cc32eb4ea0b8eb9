import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import { BoardLeak, lookAtBoard } from '../fuzz/sealed-boards.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService({ directs: false });
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

const SEED = 'secrets';

/** A game of Champions of Chance for two, played on until both have to choose their dice in secret. */
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

/** Everything that somebody can ask about a game, without what names the game and the time. */
async function allThatIsShown(caller: Caller, id: string): Promise<string[]> {
  const shown: string[] = [];
  for (const query of ['', '?text=true', '?seat=spectator', '?legalActions=false']) {
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

/** The head in a tag is salted, as it is in the body. */
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
  test('shows others the same answers, tags and lengths whatever was chosen', async () => {
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
    expect(state.decisions).toEqual([{ seat: 1, since: before.version, deadline: null }]);
    const move = { action: before.actions[0].action, expectedVersion: before.version };
    expect((await bob.post(`/v1/games/${id}/actions`, move)).status).toBe(200);
    const stale = { action: before.actions[1].action, expectedVersion: before.version };
    expect((await bob.post(`/v1/games/${id}/actions`, stale)).body.code).toBe('stale-version');
  });
});

test('a hand is shown to its own seat and to nobody else', async () => {
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
  /** more of them in the long form (`npm run fuzz:leaks`), of all rulesets, with few seats and many */
  const many = Number(process.env.SEALED_BOARDS ?? 1);
  const length = many === 1 ? { looks: 1, bound: 2 } : { looks: 3, bound: 24 };

  test('shows nothing of a copy to who does not sit in it, before it is closed', {
    timeout: many * 60_000,
  }, async () => {
    const fields = [...(await loadCatalogue(true)).values()].flatMap(({ ruleset: { id, seats } }) =>
      [...new Set([seats.min, seats.max])].map((count) => ({ ruleset: id, seats: count })),
    );
    for (let nth = 0; nth < many; nth++) {
      const field = fields[nth % fields.length] as (typeof fields)[number];
      await lookAtBoard(service, { ...field, ...length, seed: `board ${nth}` });
    }
  });

  test('would be seen through if it were not sealed', async () => {
    const board = { ruleset: 'champions-of-chance', seats: 2, seed: 'open', ...length, sealed: false };
    await expect(lookAtBoard(service, board)).rejects.toThrow(BoardLeak);
  });
});
