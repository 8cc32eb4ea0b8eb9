import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, type Mock, vi } from 'vitest';
import { StoreUnavailable } from '../../src/store/failures.ts';
import type { GameRow } from '../../src/store/game-rows.ts';
import type { Store } from '../../src/store/store.ts';
import { analysisTests } from './analyses.ts';
import { competitionTests } from './competitions.ts';
import { ratingTests } from './ratings.ts';
import { appendTo, creationOf, eventRow, gameRow, NOON, playerRow, registrationOf } from './rows.ts';
import { freshDatabase, KINDS, type TestDatabase } from './test-store.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Values that databases and encodings often damage. */
const ODD = {
  zebra: 1,
  apple: [null, [], {}, '', 0, -1.5, 1e21, 5e-324, true, { deep: [{ er: null }] }],
  '': 'no name',
  'quote"\\\' {,} $1': '\u0000\u0001\u001f\u007f\u2028 \\u0041 \r\n\t',
  ключ: '😀 👩‍🚀 ﷽ ＄',
  prisma__type: 'date',
  $type: 'Json',
};

async function newGame(store: Store, changes: Partial<GameRow> = {}) {
  const game = gameRow(changes);
  await store.log.create(creationOf(game));
  return game;
}

async function versionsIn(store: Store, gameId: string): Promise<number[]> {
  return (await store.log.events(gameId, 0)).map(({ version }) => version);
}

function asked(statements: Mock<(...given: never[]) => unknown>, words: RegExp): unknown[] {
  return statements.mock.calls.filter(([statement]) =>
    words.test((statement as { text?: string } | undefined)?.text ?? ''),
  );
}

describe.each(KINDS)('the store on the %s database', (kind) => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await freshDatabase(kind);
    store = await database.open();
  });

  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  it('responds', async () => {
    await expect(store.ping()).resolves.toBeUndefined();
  });

  describe('players', () => {
    it('are found by id and by the hash of their token', async () => {
      const ann = playerRow({ name: 'Ann 😀', kind: 'agent' });
      const hash = randomBytes(32);
      await store.players.create(registrationOf(ann, hash));
      await store.players.create(registrationOf(playerRow({ name: 'Bob' })));
      expect(await store.players.find(ann.id)).toEqual(ann);
      expect((await store.tokens.byHash(hash))?.player).toEqual(ann);
    });

    it('are not found by unknown values', async () => {
      expect(await store.players.find(NOBODY)).toBeNull();
      expect(await store.players.find('nobody')).toBeNull();
      expect(await store.tokens.byHash(randomBytes(32))).toBeNull();
    });

    it('are all kept with many simultaneous registrations', async () => {
      const players = Array.from({ length: 600 }, () => ({ row: playerRow(), hash: randomBytes(32) }));
      await Promise.all(players.map(({ row, hash }) => store.players.create(registrationOf(row, hash))));
      const found = await Promise.all(players.map(({ hash }) => store.tokens.byHash(hash)));
      expect(found.map((each) => each?.player)).toEqual(players.map(({ row }) => row));
    });

    it('cannot share a token, and the second of them is not stored', async () => {
      const hash = randomBytes(32);
      const second = playerRow();
      await store.players.create(registrationOf(playerRow(), hash));
      await expect(store.players.create(registrationOf(second, hash))).rejects.toThrow('23505');
      expect(await store.players.find(second.id)).toBeNull();
    });
  });

  describe('a new game', () => {
    it('returns as it was written, with bytes, milliseconds and odd characters', async () => {
      const creator = playerRow();
      await store.players.create(registrationOf(creator));
      const serverSeed = Uint8Array.from({ length: 256 }, (_, i) => i);
      const game = gameRow({
        rulesVersion: 7,
        options: ODD,
        seatCount: 5,
        visibility: 'unlisted',
        createdBy: creator.id,
        seeded: true,
        seed: 'a "seed" \\ of 64 characters {at most}',
        serverSeed,
        commitment: 'c0ffee',
        status: 'playing',
        version: 2,
        toAct: [4, 0],
        seats: [{ kind: 'player', player: creator.id }, { kind: 'bot' }, null],
        deadline: new Date('2026-12-31T23:59:59.999Z'),
        outcome: ODD,
        updatedAt: new Date('2026-03-29T01:30:00.001Z'),
      });
      const events = [
        eventRow(game.id, 1, { kind: 'created', seat: null, action: null, draws: [] }),
        eventRow(game.id, 2, { action: ODD, draws: [0, 2 ** 32 - 1, 7], at: new Date(0) }),
      ];
      await store.log.create(creationOf(game, events));
      const kept = await store.game(game.id);
      expect(kept).toEqual(game);
      expect(kept?.serverSeed).toBeInstanceOf(Uint8Array);
      expect(JSON.stringify(kept?.options)).toBe(JSON.stringify(ODD));
      expect(await store.log.events(game.id, 0)).toEqual(events);
      expect(JSON.stringify((await store.log.events(game.id, 1))[0]?.action)).toBe(JSON.stringify(ODD));
    });

    it('does not exist under another id', async () => {
      expect(await store.game(NOBODY)).toBeNull();
      expect(await store.log.tip(NOBODY)).toBeNull();
      expect(await store.log.events(NOBODY, 0)).toEqual([]);
      expect(await store.game('not-a-uuid')).toBeNull();
      expect(await store.log.tip('not-a-uuid')).toBeNull();
      expect(await store.log.events('not-a-uuid', 0)).toEqual([]);
    });

    it('is rejected whole if one of its events cannot be stored', async () => {
      const game = gameRow({ version: 2 });
      const events = [eventRow(game.id, 1), eventRow(game.id, 2, { seat: 2 ** 40 })];
      await expect(store.log.create(creationOf(game, events))).rejects.not.toBeInstanceOf(StoreUnavailable);
      expect(await store.game(game.id)).toBeNull();
    });

    it('that cannot be stored does not affect simultaneous ones', async () => {
      const known = await newGame(store);
      const games = [gameRow(), gameRow(), known, gameRow(), gameRow()];
      const kept = await Promise.all(games.map((game) => store.log.create(creationOf(game))));
      expect(kept).toEqual([true, true, false, true, true]);
      for (const { id } of games) expect(await versionsIn(store, id)).toEqual([1]);
    });

    it('with events that do not lead to its version is a bug of the caller', async () => {
      const game = gameRow({ version: 3 });
      await expect(store.log.create(creationOf(game, [eventRow(game.id, 1), eventRow(game.id, 3)]))).rejects.toThrow(
        RangeError,
      );
      await expect(store.log.create(creationOf(game, []))).rejects.toThrow(RangeError);
    });
  });

  describe('appending', () => {
    it('writes the event and the summary', async () => {
      const game = await newGame(store);
      const action = { ...ODD, half: '\ud800' };
      const event = eventRow(game.id, 2, { kind: 'joined', seat: 1, action, draws: [2 ** 31], at: new Date(1) });
      const summary = {
        status: 'finished' as const,
        version: 2,
        head: 'second',
        toAct: [],
        seats: [{ won: true }, {}],
        openSeats: 1,
        awaiting: ['01930000-0000-7000-8000-000000000001'],
        deadline: new Date('2027-01-01T00:00:00.500Z'),
        outcome: { winners: [0], note: 'ä"\\' },
        takenBack: true,
        unattended: true,
        updatedAt: new Date('2026-10-25T00:30:00.007Z'),
      };
      expect(
        await store.log.append({
          gameId: game.id,
          base: 1,
          baseHead: 'head',
          events: [event],
          game: summary,
          memberships: [],
          request: null,
        }),
      ).toBe(true);
      expect(await store.game(game.id)).toEqual({ ...game, ...summary });
      expect((await store.log.events(game.id, 0))[1]).toEqual(event);
      expect(JSON.stringify((await store.log.events(game.id, 1))[0]?.action)).toBe(JSON.stringify(action));
    });

    it('keeps the seats if it names none', async () => {
      const game = await newGame(store);
      const { game: summary, ...change } = appendTo(game, 1);
      expect(await store.log.append({ ...change, game: { ...summary, seats: null } })).toBe(true);
      expect((await store.game(game.id))?.seats).toEqual(game.seats);
    });

    it('writes several events of one change together', async () => {
      const game = await newGame(store);
      expect(await store.log.append(appendTo(game, 1, 3))).toBe(true);
      expect(await versionsIn(store, game.id)).toEqual([1, 2, 3, 4]);
      expect((await store.log.tip(game.id))?.version).toBe(4);
    });

    it('on a past version changes nothing and says so', async () => {
      const game = await newGame(store);
      await store.log.append(appendTo(game, 1));
      const before = await store.game(game.id);
      for (const events of [1, 2]) expect(await store.log.append(appendTo(game, 1, events))).toBe(false);
      expect(await store.log.append(appendTo(game, 5))).toBe(false);
      expect(await store.game(game.id)).toEqual(before);
      expect(await versionsIn(store, game.id)).toEqual([1, 2]);
    });

    it("on another history than the database's changes nothing, at the same version too", async () => {
      const game = await newGame(store, { head: 'first' });
      const on = (baseHead: string, head: string) => {
        const change = appendTo(game, 1);
        return { ...change, baseHead, game: { ...change.game, head } };
      };
      const request = {
        ...{ playerId: randomUUID(), operation: 'submitAction', key: 'k', answer: {}, at: NOON },
        bodyHash: new Uint8Array(32),
      };
      expect(await store.log.append({ ...on('lost', 'second'), request })).toBe(false);
      expect(await store.requests.find(request.playerId, request.operation, request.key)).toBeNull();
      expect(await store.log.tip(game.id)).toEqual({ version: 1, head: 'first', erased: 0, planMark: 0 });
      expect(await store.log.append(on('first', 'second'))).toBe(true);
      expect(await store.log.tip(game.id)).toEqual({ version: 2, head: 'second', erased: 0, planMark: 0 });
    });

    it('past a plan made meanwhile changes nothing, and with it changes the plan', async () => {
      const game = await newGame(store);
      const player = playerRow();
      await store.players.create(registrationOf(player));
      const plan = { gameId: game.id, seat: 1, playerId: player.id, running: true, content: '{"a":"ä"}' };
      const write = { plan, version: 1, mark: 0, nextMark: 1, deadline: null };
      expect(await store.plans.write({ ...write, version: 2 })).toBe(false);
      expect(await store.plans.of(game.id)).toEqual([]);
      expect(await store.plans.write(write)).toBe(true);
      expect(await store.plans.write(write)).toBe(false);
      expect(await store.log.append(appendTo(game, 1))).toBe(false);
      expect(await store.log.tip(game.id)).toMatchObject({ version: 1, planMark: 1 });
      const changed = [{ ...plan, running: false, content: '{}' }];
      const change = { ...appendTo(game, 1), planMark: 1, plans: { changed, mark: 2 } };
      expect(await store.log.append(change)).toBe(true);
      expect(await store.plans.of(game.id)).toEqual(changed);
      expect(await store.log.tip(game.id)).toMatchObject({ version: 2, planMark: 2 });
    });

    it('to a missing game says so', async () => {
      expect(await store.log.append(appendTo(gameRow(), 1))).toBe(false);
      expect(await store.log.append(appendTo(gameRow({ id: 'not-a-uuid' }), 1))).toBe(false);
    });

    it('lets exactly one of fifty simultaneous changes of a game win', async () => {
      const game = await newGame(store);
      const changes = Array.from({ length: 50 }, (_, i) => {
        const change = appendTo(game, 1, 1 + (i % 2));
        return { ...change, events: change.events.map((event) => ({ ...event, kind: `by ${i}` })) };
      });
      const answers = await Promise.all(changes.map((change) => store.log.append(change)));
      const winner = answers.indexOf(true);
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await store.log.events(game.id, 1)).toEqual(changes[winner]?.events);
      expect((await store.log.tip(game.id))?.version).toBe(changes[winner]?.game.version);
    });

    it('accepts a change on the present version beside one on a past version', async () => {
      const game = await newGame(store);
      await store.log.append(appendTo(game, 1));
      const answers = await Promise.all([1, 2, 2].map((base) => store.log.append(appendTo(game, base))));
      expect(answers).toEqual([false, true, false]);
      expect(await versionsIn(store, game.id)).toEqual([1, 2, 3]);
    });

    it('sends two hundred changes of as many games in one statement, or a few', async () => {
      const games = await Promise.all(Array.from({ length: 200 }, () => newGame(store)));
      const statements = vi.spyOn(pg.Pool.prototype, 'query');
      const answers = await Promise.all(games.map((game) => store.log.append(appendTo(game, 1, 2))));
      expect([1, 2, 3]).toContain(asked(statements, /update game set/).length);
      statements.mockRestore();
      expect(answers.every(Boolean)).toBe(true);
      for (const { id } of games) expect(await versionsIn(store, id)).toEqual([1, 2, 3]);
    });

    it('rejects only the change that cannot be stored, and that one whole', async () => {
      const games = await Promise.all(Array.from({ length: 20 }, () => newGame(store)));
      const outcomes = await Promise.allSettled(
        games.map((game, i) => {
          const change = appendTo(game, 1, 2);
          if (i === 7) change.game.seats = ['a \u0000 that jsonb does not take'];
          if (i === 13) change.events[1] = eventRow(game.id, 3, { seat: 2 ** 40 });
          return store.log.append(change);
        }),
      );
      for (const [i, game] of games.entries()) {
        const spoilt = i === 7 || i === 13;
        expect(outcomes[i]?.status).toBe(spoilt ? 'rejected' : 'fulfilled');
        expect(await versionsIn(store, game.id)).toEqual(spoilt ? [1] : [1, 2, 3]);
        expect(await store.log.append(appendTo(game, spoilt ? 1 : 3))).toBe(true);
      }
    });

    it('of events with a gap is a bug of the caller', async () => {
      const game = await newGame(store);
      const change = appendTo(game, 1, 2);
      await expect(store.log.append({ ...change, events: change.events.toReversed() })).rejects.toThrow(RangeError);
      await expect(store.log.append({ ...change, events: [] })).rejects.toThrow(RangeError);
      await expect(store.log.append({ ...change, gameId: randomUUID() })).rejects.toThrow(RangeError);
      expect(await versionsIn(store, game.id)).toEqual([1]);
    });
  });

  describe('competitions', () => competitionTests(() => store));

  describe('rated games', () => ratingTests(() => store));

  describe('analyses', () => analysisTests(() => store));

  it('returns the requested part of the log', async () => {
    const game = await newGame(store);
    await store.log.append(appendTo(game, 1, 9));
    const part = async (after: number, upTo?: number) =>
      (await store.log.events(game.id, after, upTo)).map(({ version }) => version);
    expect(await part(7)).toEqual([8, 9, 10]);
    expect(await part(2, 4)).toEqual([3, 4]);
    expect(await part(10)).toEqual([]);
    expect(await part(4, 4)).toEqual([]);
  });

  it('reads the versions of many games with one statement', async () => {
    const games = await Promise.all(Array.from({ length: 50 }, () => newGame(store)));
    await Promise.all(games.slice(0, 25).map((game) => store.log.append(appendTo(game, 1))));
    const statements = vi.spyOn(pg.Pool.prototype, 'query');
    const ids = [...games.map(({ id }) => id), games[0]?.id.toUpperCase() ?? '', NOBODY];
    const versions = await Promise.all(ids.map(async (id) => (await store.log.tip(id))?.version ?? null));
    expect(asked(statements, /select id, version, head, erased, plan_mark/)).toHaveLength(1);
    statements.mockRestore();
    expect(versions).toEqual([...Array(25).fill(2), ...Array(25).fill(1), 2, null]);
  });

  it('returns a version that is never older than one acknowledged before the question', async () => {
    const game = await newGame(store);
    await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const acknowledged = (await store.log.append(appendTo(game, 1 + i))) ? 2 + i : 1;
        expect((await store.log.tip(game.id))?.version).toBeGreaterThanOrEqual(acknowledged);
      }),
    );
  });

  it('fails without repeating its input: errors are logged, and a game holds seeds', async () => {
    const secrets = { seed: 'sesame-open', serverSeed: Uint8Array.from([0xab, 0xcd]), seeded: true };
    const broken = [{ seatCount: 2 ** 40 }, { createdAt: 'no day' as unknown as Date }];
    const failures = await Promise.allSettled(
      broken.map((wrong) => store.log.create(creationOf(gameRow({ ...secrets, ...wrong })))),
    );
    for (const failure of failures) {
      if (failure.status === 'fulfilled') throw new Error('a broken game was stored');
      const told = `${failure.reason.stack} ${JSON.stringify(failure.reason)} ${failure.reason.cause}`;
      expect(told).not.toMatch(/sesame|171, ?205|abcd/i);
    }
  });

  it('knows which rules unfinished games need', async () => {
    const needed = [
      { ruleset: 'aaa', rulesVersion: 2, status: 'open' as const },
      { ruleset: 'aaa', rulesVersion: 1, status: 'playing' as const },
      { ruleset: 'aaa', rulesVersion: 1, status: 'open' as const },
      { ruleset: 'bbb', rulesVersion: 1, status: 'finished' as const },
      { ruleset: 'ccc', rulesVersion: 1, status: 'aborted' as const },
    ].map((changes) => gameRow(changes));
    await Promise.all(needed.map((game) => store.log.create(creationOf(game))));
    const unfinished = await store.unfinishedRulesets();
    expect(unfinished.filter(({ ruleset }) => ['aaa', 'bbb', 'ccc'].includes(ruleset))).toEqual([
      { ruleset: 'aaa', rulesVersion: 1 },
      { ruleset: 'aaa', rulesVersion: 2 },
    ]);
  });

  it('closes after answering earlier calls, keeps their changes, and answers none later', async () => {
    const games = await Promise.all(Array.from({ length: 100 }, () => newGame(store)));
    const appends = games.map((game) => store.log.append(appendTo(game, 1)));
    const late = gameRow({ createdAt: NOON });
    const creation = store.log.create(creationOf(late));
    await Promise.all([store.close(), store.close()]);
    expect(await Promise.all(appends)).toEqual(games.map(() => true));
    await creation;
    const calls = [store.log.tip(late.id), store.log.append(appendTo(late, 1)), store.game(late.id), store.ping()];
    const unavailable = { status: 'rejected', reason: expect.any(StoreUnavailable) };
    expect(await Promise.allSettled(calls)).toEqual(calls.map(() => unavailable));
    store = await database.open();
    for (const { id } of games) expect(await versionsIn(store, id)).toEqual([1, 2]);
    expect(await store.game(late.id)).toEqual(late);
  });
});
