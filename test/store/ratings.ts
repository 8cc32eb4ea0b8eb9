import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { poolOf } from '../../src/games/model/rated-game.ts';
import type { RatedGameRow } from '../../src/store/ratings.ts';
import type { Store } from '../../src/store/store.ts';
import { competitionCreation, competitionRow, stepOn } from './competition-rows.ts';
import { appendTo, creationOf, gameRow, NOON, playerRow, registrationOf } from './rows.ts';

export function ratingTests(opened: () => Store): void {
  let store: Store;
  let ann: string;

  beforeAll(async () => {
    store = opened();
    ann = await newPlayer();
  });

  async function newPlayer(): Promise<string> {
    const player = playerRow();
    await store.players.create(registrationOf(player));
    return player.id;
  }

  function newPool(changes: object = {}) {
    return poolOf({ ruleset: 'pascal', rulesVersion: 2, options: { z: [1], a: randomUUID() }, seats: 2, ...changes });
  }

  async function ratedGame(changes: Partial<RatedGameRow> = {}): Promise<RatedGameRow> {
    const game = gameRow();
    await store.log.create(creationOf(game));
    const players = [ann, 'bot:random', 'bot:random'];
    const row = { gameId: game.id, pool: newPool(), competitionId: null, board: game.id, players, at: NOON };
    return { ...row, shares: [1 / 3, 1 / 3, 1 / 3], ...changes };
  }

  function ending(rated: RatedGameRow, base = 1) {
    return { ...appendTo(gameRow({ id: rated.gameId }), base), rated };
  }

  function unpooled({ pool: _, ...game }: RatedGameRow) {
    return game;
  }

  it('are written with the change that ends them, into the pool that it makes', async () => {
    const rated = await ratedGame();
    expect(await store.ratings.pool(rated.pool.id)).toBeNull();
    expect(await store.log.append(ending(rated))).toBe(true);
    expect(await store.ratings.games(rated.pool.id, 0, 9)).toEqual([{ nth: 1, ...unpooled(rated) }]);
    const pool = await store.ratings.pool(rated.pool.id);
    expect(pool).toEqual({ ...rated.pool, games: 1, createdAt: NOON });
    expect(JSON.stringify(pool?.options)).toBe(JSON.stringify(rated.pool.options));
    expect(await store.ratings.poolsOf(ann)).toContainEqual(pool);
    expect(await store.ratings.poolsOf('bot:random')).toContainEqual(pool);
    expect(await store.ratings.poolsOf(randomUUID())).toEqual([]);
  });

  it('are not written with a failed change', async () => {
    const rated = await ratedGame();
    expect(await store.log.append(ending(rated, 7))).toBe(false);
    expect(await store.ratings.pool(rated.pool.id)).toBeNull();
    expect(await store.log.append(ending(rated))).toBe(true);
    expect(await store.log.append(ending(rated))).toBe(false);
    expect(await store.ratings.pool(rated.pool.id)).toMatchObject({ games: 1 });
  });

  it('are written with a game that is over as soon as it begins', async () => {
    const rated = { ...(await ratedGame()), gameId: randomUUID() };
    expect(await store.log.create({ ...creationOf(gameRow({ id: rated.gameId })), rated })).toBe(true);
    expect(await store.ratings.games(rated.pool.id, 0, 9)).toEqual([{ nth: 1, ...unpooled(rated) }]);
  });

  it('are numbered without a gap in each pool, despite simultaneous writes', async () => {
    const pools = [newPool(), newPool(), newPool()];
    const games = await Promise.all(Array.from({ length: 40 }, (_, i) => ratedGame({ pool: pools[i % 3] as never })));
    // while one append runs, the other appends wait and form a batch
    const made = await Promise.all(games.map((rated) => store.log.append(ending(rated))));
    expect(made.every(Boolean)).toBe(true);
    for (const [i, { id }] of pools.entries()) {
      const kept = await store.ratings.games(id, 0, 100);
      expect(kept.map(({ nth }) => nth)).toEqual(kept.map((_, at) => at + 1));
      const own = games.filter((_, at) => at % 3 === i).map(({ gameId }) => gameId);
      expect(kept.map(({ gameId }) => gameId).sort()).toEqual(own.sort());
      expect(await store.ratings.games(id, 5, 2)).toEqual(kept.slice(5, 7));
      expect(await store.ratings.pool(id)).toMatchObject({ games: kept.length });
    }
  });

  it('are listed by pool: by ruleset, the newest rules first, then by seats', async () => {
    const ruleset = `rated ${randomUUID()}`;
    const asked = [
      { rulesVersion: 1, seats: 2 },
      { rulesVersion: 2, seats: 3 },
      { rulesVersion: 2, seats: 2 },
    ].map((changes) => newPool({ ruleset, ...changes }));
    for (const pool of asked) await store.log.append(ending(await ratedGame({ pool })));
    const ids = async (query: object) => {
      return (await store.ratings.pools({ ruleset, limit: 9, ...query })).map(({ id }) =>
        asked.findIndex((p) => p.id === id),
      );
    };
    expect(await ids({})).toEqual([2, 1, 0]);
    expect(await ids({ after: asked[2]?.id })).toEqual([1, 0]);
    expect(await ids({ limit: 1 })).toEqual([2]);
    expect(await ids({ seats: 2 })).toEqual([2, 0]);
    expect(await ids({ rulesVersion: 1 })).toEqual([0]);
    expect(await ids({ after: 'none' })).toEqual([]);
  });

  it('of a competition are written with its step, or not at all', async () => {
    const competition = competitionRow(ann);
    const { id: competitionId } = competition;
    expect(await store.competitions.create(competitionCreation(competition))).toBe(true);
    const pool = newPool();
    const [one, two] = (await Promise.all([1, 2].map(() => ratedGame({ pool, competitionId })))) as [
      RatedGameRow,
      RatedGameRow,
    ];
    expect(await store.competitions.append({ ...stepOn(competition, 1), rated: [one] })).toBe(true);
    expect(await store.competitions.append({ ...stepOn(competition, 1), rated: [two] })).toBe(false);
    expect((await store.ratings.games(pool.id, 0, 9)).map(({ gameId }) => gameId)).toEqual([one.gameId]);
  });
}
