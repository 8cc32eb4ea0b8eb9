import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_TURNS } from '../../src/store/game-lists.ts';
import type { Creation, GameRow, MembershipRow } from '../../src/store/game-rows.ts';
import type { RequestRow } from '../../src/store/requests.ts';
import type { Store } from '../../src/store/store.ts';
import { appendTo, creationOf, gameRow, NOON, playerRow, registrationOf } from './rows.ts';
import { KINDS, openForAll } from './test-store.ts';

const LATER = new Date(NOON.getTime() + 60_000);

function requestRow(changes: Partial<RequestRow> = {}): RequestRow {
  const bodyHash = new Uint8Array(32).fill(1);
  return { playerId: randomUUID(), operation: 'act', key: 'k', bodyHash, answer: { n: 1 }, at: NOON, ...changes };
}

describe.each(KINDS)('around the games on the %s database', (kind) => {
  let store: Store;
  openForAll(kind, (opened) => {
    store = opened.store;
  });

  async function newPlayer(): Promise<string> {
    const player = playerRow();
    await store.players.create(registrationOf(player));
    return player.id;
  }

  async function newGame(changes: Partial<GameRow> = {}, more: Partial<Creation> = {}): Promise<GameRow> {
    const game = gameRow(changes);
    expect(await store.log.create({ ...creationOf(game), ...more })).toBe(true);
    return game;
  }

  async function playedBy(playerIds: string[], changes: Partial<GameRow> = {}): Promise<GameRow> {
    const game = gameRow({ status: 'playing', awaiting: playerIds.slice(0, 1), ...changes });
    const memberships = playerIds.map(
      (playerId): MembershipRow => ({ playerId, gameId: game.id, standing: 'seated', unfinished: true, result: null }),
    );
    expect(await store.log.create({ ...creationOf(game), memberships })).toBe(true);
    return game;
  }

  describe('a request', () => {
    it('is written with its change, and no second change is made under its key', async () => {
      const [one, other] = [await newGame(), await newGame()];
      const request = requestRow();
      expect(await store.log.append({ ...appendTo(one, 1), request })).toBe(true);
      expect(await store.log.append({ ...appendTo(one, 2), request })).toBe(false);
      expect(await store.log.append({ ...appendTo(other, 1), request })).toBe(false);
      expect(await Promise.all([one, other].map(({ id }) => store.log.tip(id)))).toMatchObject([
        { version: 2 },
        { version: 1 },
      ]);
      expect(await store.requests.find(request.playerId, 'act', 'k')).toEqual(request);
    });

    it('is not written with a failed change', async () => {
      const game = await newGame();
      await store.log.append(appendTo(game, 1));
      const request = requestRow();
      expect(await store.log.append({ ...appendTo(game, 1), request })).toBe(false);
      expect(await store.requests.find(request.playerId, 'act', 'k')).toBeNull();
      expect(await store.log.append({ ...appendTo(game, 2), request })).toBe(true);
    });

    it('with the key of another player or operation is a different one', async () => {
      const request = requestRow();
      for (const row of [request, requestRow(), { ...request, operation: 'join' }, { ...request, key: 'l' }]) {
        expect(await store.log.append({ ...appendTo(await newGame(), 1), request: row })).toBe(true);
      }
    });

    it('does not affect other changes in its batch', async () => {
      const request = requestRow();
      await store.log.append({ ...appendTo(await newGame(), 1), request });
      const games = await Promise.all(Array.from({ length: 20 }, () => newGame()));
      const made = await Promise.all(
        games.map((game, i) => store.log.append({ ...appendTo(game, 1), request: i === 7 ? request : requestRow() })),
      );
      expect(made).toEqual(games.map((_, i) => i !== 7));
    });

    it('that creates a game creates only one', async () => {
      const request = requestRow({ operation: 'create' });
      await newGame({}, { request });
      const second = gameRow();
      expect(await store.log.create({ ...creationOf(second), request })).toBe(false);
      expect(await store.game(second.id)).toBeNull();
    });

    it('is deleted when it is old', async () => {
      const [old, fresh] = [requestRow({ at: new Date(0) }), requestRow({ at: LATER })];
      for (const request of [old, fresh]) await store.log.append({ ...appendTo(await newGame(), 1), request });
      expect(await store.requests.forget(new Date(1))).toBe(1);
      expect(await store.requests.find(old.playerId, 'act', 'k')).toBeNull();
      expect(await store.requests.find(fresh.playerId, 'act', 'k')).toEqual(fresh);
    });
  });

  it('a commitment, a rematch and the entry of a day each exist once', async () => {
    const [commitmentId, rematchOf] = [randomUUID(), randomUUID()];
    const entry = { daily: '2026-03-29 pascal', playerId: randomUUID() };
    const first = await newGame({ commitmentId, rematchOf }, { entry });
    for (const [changes, more] of [
      [{ commitmentId }, {}],
      [{ rematchOf }, {}],
      [{}, { entry }],
    ] as const) {
      const second = gameRow(changes);
      expect(await store.log.create({ ...creationOf(second), ...more })).toBe(false);
      expect(await store.game(second.id)).toBeNull();
    }
    expect(await store.fairness.isUsed(commitmentId)).toBe(true);
    expect(await store.lists.rematchOf(rematchOf)).toBe(first.id);
    expect(await store.dailies.entryOf(entry.daily, entry.playerId)).toBe(first.id);
    expect(await store.dailies.entryOf(entry.daily, randomUUID())).toBeNull();
  });

  it("a place in a competition is taken once, returns with the game, and does not count for its player's limits", async () => {
    const [ann, competitionId] = [await newPlayer(), randomUUID()];
    const place = { competitionId, round: 2, table: 1, board: 3, copy: 4, sealed: true };
    const game = await playedBy([ann], { place });
    expect(await store.game(game.id)).toEqual(game);
    expect(await store.log.create(creationOf(gameRow({ place: { ...place, sealed: false } })))).toBe(false);
    await newGame({ place: { ...place, copy: 5 } });
    const own = await playedBy([ann]);
    const [listed, byOthers] = await Promise.all(
      [ann, null].map((reader) => store.lists.page({ player: ann, reader, limit: 9 })),
    );
    expect(byOthers).toMatchObject([{ id: own.id }]); // the board is still secret
    expect(new Map(listed?.map((each) => [each.id, each.place]))).toEqual(
      new Map([
        [game.id, place],
        [own.id, null],
      ]),
    );
    expect(await store.lists.usage(ann)).toMatchObject({ games: 1, pendingGames: 0, hostedGames: 0 });
  });

  it('lists are filtered, newest first, and show permitted rows', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const mine = await playedBy([ann], { ruleset: 'pascal' });
    const hidden = await playedBy([ann, bob], { visibility: 'private' });
    const over = await playedBy([ann], { status: 'finished', awaiting: [] });
    const ids = async (query: object) => {
      const rows = await store.lists.page({ reader: null, limit: 10, player: ann, ...query });
      return new Set(rows.map(({ id }) => id));
    };
    expect(await ids({})).toEqual(new Set([mine.id, over.id]));
    expect(await ids({ reader: bob })).toEqual(new Set([mine.id, over.id, hidden.id]));
    expect(await ids({ ruleset: 'pascal', status: 'playing' })).toEqual(new Set([mine.id]));
    expect(await ids({ status: 'finished' })).toEqual(new Set([over.id]));
    expect(await ids({ reader: ann, awaiting: ann })).toEqual(new Set([mine.id, hidden.id]));
    expect(await ids({ before: 'not an id' })).toEqual(new Set());
    const all = (await store.lists.page({ reader: ann, player: ann, limit: 10 })).map(({ id }) => id);
    expect(all).toEqual(all.toSorted().toReversed());
    expect((await store.lists.page({ reader: ann, player: ann, limit: 1 })).map(({ id }) => id)).toEqual([all[0]]);
    const [, second] = all as [string, string];
    const after = await store.lists.page({ reader: ann, player: ann, before: second, limit: 10 });
    expect(after.map(({ id }) => id)).toEqual(all.slice(2));
  });

  it('turns are the unfinished games that wait for a player, and change with them', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const game = await playedBy([ann, bob]);
    const turnsOf = async (player: string) => (await store.lists.turns(player, 10)).games.map(({ id }) => id);
    const marks = await store.lists.turnMarks([ann, bob], 10);
    expect([...marks]).toEqual([[ann, (await store.lists.turns(ann, 10)).mark]]);
    expect([await turnsOf(ann), await turnsOf(bob)]).toEqual([[game.id], []]);
    const change = appendTo(game, 1);
    await store.log.append({ ...change, game: { ...change.game, awaiting: [bob], updatedAt: LATER } });
    expect([await turnsOf(ann), await turnsOf(bob)]).toEqual([[], [game.id]]);
    const after = await store.lists.turnMarks([ann, bob], 10);
    expect([...after]).toEqual([[bob, (await store.lists.turns(bob, 10)).mark]]);
    expect(after.get(bob)).not.toBe(marks.get(ann));
    expect((await store.lists.turns(ann, 10)).mark).toBe(NO_TURNS);
    const last = appendTo(game, 2);
    const memberships = [ann, bob].map(
      (playerId): MembershipRow => ({
        playerId,
        gameId: game.id,
        standing: 'seated',
        unfinished: false,
        result: 'won',
      }),
    );
    await store.log.append({ ...last, game: { ...last.game, status: 'finished' }, memberships });
    expect(await turnsOf(bob)).toEqual([]);
    expect(await store.lists.results(ann)).toEqual([{ ruleset: 'pascal', result: 'won', games: 1 }]);
  });

  it("an invitation comes after a player's turns, and the mark of the list covers it", async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const open = gameRow({ status: 'open', awaiting: [] });
    const memberships = [ann, bob].map((playerId, i): MembershipRow => {
      return { playerId, gameId: open.id, standing: i === 0 ? 'seated' : 'invited', unfinished: true, result: null };
    });
    expect(await store.log.create({ ...creationOf(open), memberships })).toBe(true);
    const playing = await playedBy([bob]);
    const { games, invitations, mark } = await store.lists.turns(bob, 10);
    expect([games, invitations].map((rows) => rows.map(({ id }) => id))).toEqual([[playing.id], [open.id]]);
    expect([...(await store.lists.turnMarks([ann, bob], 10))]).toEqual([[bob, mark]]);
    const some = await store.lists.turns(bob, 1);
    expect(some.games.map(({ id }) => id)).toEqual([playing.id]);
    expect([...(await store.lists.turnMarks([ann, bob], 1))]).toEqual([[bob, some.mark]]);
    expect(some.mark).not.toBe(mark);
  });

  it('waiting games are listed by their deadlines, and a changed deadline changes the mark of the list', async () => {
    const ann = await newPlayer();
    const at = (ms: number) => new Date(Date.UTC(2099, 0, 1) + ms);
    const never = await playedBy([ann]);
    const [late, soon] = [await playedBy([ann], { deadline: at(20) }), await playedBy([ann], { deadline: at(10) })];
    const ids = async (limit: number) => (await store.lists.turns(ann, limit)).games.map(({ id }) => id);
    expect([await ids(1), await ids(2), await ids(3)]).toEqual([
      [soon.id],
      [soon.id, late.id],
      [soon.id, late.id, never.id],
    ]);
    const before = await store.lists.turns(ann, 10);
    expect((await store.lists.turnMarks([ann], 10)).get(ann)).toBe(before.mark);
    expect(store.lists.markOf(before.games.toReversed())).toBe(before.mark);
    const [moved, ...rest] = before.games as [(typeof before.games)[number]];
    expect(store.lists.markOf([{ ...moved, deadline: at(99) }, ...rest])).not.toBe(before.mark);
    const among = await store.lists.turnsAmong(ann, [late.id, 'not an id', gameRow().id]);
    expect(among).toEqual(before.games.filter(({ id }) => id === late.id));
  });

  it('the last version that a player looked at only rises, unless the database has lost it, and is stored only for players of the game', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const game = await playedBy([ann]);
    expect(await store.lists.looked(ann, [game.id])).toEqual(new Map([[game.id, 0]]));
    expect(await store.lists.look(ann, game.id, 5, 7)).toEqual({ version: 5, before: 0 });
    expect(await store.lists.look(ann, game.id, 3, 7)).toEqual({ version: 5, before: 5 });
    expect(await store.lists.look(ann, game.id, 2, 4)).toEqual({ version: 2, before: 5 });
    expect(await store.lists.look(bob, game.id, 2, 4)).toBe(null);
    expect(await store.lists.looked(ann, [game.id])).toEqual(new Map([[game.id, 2]]));
    expect((await store.lists.turns(ann, 1)).games.map(({ looked }) => looked)).toEqual([2]);
    expect(await store.lists.looked(bob, [game.id])).toEqual(new Map());
  });

  it('games are due by their deadlines, the longest due first, and of each creator and competition in turn', async () => {
    const at = (ms: number) => new Date(Date.UTC(2001, 0, 1) + ms);
    const games = await Promise.all([30, 10, 20].map((ms) => playedBy([], { deadline: at(ms) })));
    await playedBy([], { deadline: at(5), status: 'finished' });
    const due = await store.lists.due(at(20), 10);
    expect(due).toEqual([games[1]?.id, games[2]?.id]);
    expect(await store.lists.due(at(20), 1)).toEqual([games[1]?.id]);
    expect(await store.lists.nextDeadline()).toEqual(at(5));
    const [many, one] = [await newPlayer(), await newPlayer()];
    const ofMany = [];
    for (let ms = 1; ms <= 3; ms++) ofMany.push(await playedBy([], { deadline: at(ms), createdBy: many }));
    const ofOne = await playedBy([], { deadline: at(4), createdBy: one });
    expect(await store.lists.due(at(4), 3)).toEqual([ofMany[0]?.id, ofOne.id, ofMany[1]?.id]);
    const place = { competitionId: randomUUID(), round: 1, board: 1, copy: 1, sealed: false };
    const dealt = [];
    for (let table = 1; table <= 2; table++) {
      dealt.push(await playedBy([], { deadline: at(-9 + table), place: { ...place, table } }));
    }
    expect(await store.lists.due(at(4), 4)).toEqual([dealt[0]?.id, ofMany[0]?.id, ofOne.id, dealt[1]?.id]);
  });

  it('a day’s best are wins first, then by score, of games that count and were played to their end', async () => {
    const daily = `2026-03-29 ${randomUUID()}`;
    const play = async (winners: number[], score: number, more: { left?: object[]; practice?: boolean } = {}) => {
      const outcome = { winners, scores: [score], reason: 'over', left: more.left ?? [] };
      const entry = more.practice ? null : { daily, playerId: await newPlayer() };
      return (await newGame({ daily, status: 'finished', outcome } as Partial<GameRow>, { entry })).id;
    };
    const ids = [await play([], 90), await play([0], 10), await play([0], 30)];
    await play([0], 99, { left: [{ seat: 0 }] });
    await play([0], 99, { practice: true });
    const best = async (scoring: 'highest' | 'lowest') => {
      return (await store.dailies.best(daily, scoring, 10)).map(({ game }) => ids.indexOf(game.id));
    };
    expect(await best('highest')).toEqual([2, 1, 0]);
    expect(await best('lowest')).toEqual([1, 2, 0]);
    expect(await store.dailies.conceded(daily)).toBe(1);
    expect(await store.dailies.isOpen(daily)).toBe(false);
    await newGame({ daily, status: 'playing' });
    expect(await store.dailies.isOpen(daily)).toBe(true);
  });

  it('a key is made once, despite simultaneous requests', async () => {
    const name = randomUUID();
    const keys = await Promise.all([1, 2, 3, 4].map((n) => store.dailies.key(name, new Uint8Array(32).fill(n))));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(await store.dailies.key(name, new Uint8Array(32))).toEqual(keys[0]);
  });

  it('a commitment is found by its id', async () => {
    const row = {
      id: randomUUID(),
      playerId: await newPlayer(),
      serverSeed: new Uint8Array(32),
      commitment: 'c',
    };
    const request = requestRow({ operation: 'commit' });
    expect(await store.fairness.addCommitment(row, request)).toBe(true);
    expect(await store.fairness.addCommitment({ ...row, id: randomUUID() }, request)).toBe(false);
    expect(await store.fairness.commitment(row.id)).toEqual(row);
    expect(await store.fairness.commitment('none')).toBeNull();
    expect(await store.fairness.isUsed(row.id)).toBe(false);
  });
});
