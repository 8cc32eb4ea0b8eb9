import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { DailyBest, DailyStore } from '../contract/dailies.ts';
import type { GameRow } from '../contract/games.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import type { QueryTracker } from './query-tracker.ts';
import { gameRowOf } from './rows.ts';

/** The competitions of the day, whose games are ordinary ones that carry the name of their competition. */
export class PrismaDailies implements DailyStore {
  readonly #prisma: PrismaClient;
  readonly #queryTracker: QueryTracker;
  readonly #seals: SealedRows;

  constructor(prisma: PrismaClient, queryTracker: QueryTracker, seals: SealedRows) {
    this.#prisma = prisma;
    this.#queryTracker = queryTracker;
    this.#seals = seals;
  }

  async key(name: string, fresh: Uint8Array): Promise<Uint8Array> {
    const { plain, sealed } = this.#seals.bytes('secret', name, fresh);
    await this.#queryTracker.ask(
      () => this.#prisma.$executeRaw`
        insert into secret (name, value, sealed) values (${name}, ${plain}, ${sealed}) on conflict do nothing`,
    );
    const kept = await this.#queryTracker.ask(() => this.#prisma.secret.findUniqueOrThrow({ where: { name } }));
    return this.#seals.openBytes('secret', name, { plain: kept.value, sealed: kept.sealed });
  }

  async entryOf(daily: string, playerId: string): Promise<string | null> {
    const query = { where: { daily_playerId: { daily, playerId } } };
    return (await this.#queryTracker.ask(() => this.#prisma.dailyEntry.findUnique(query)))?.gameId ?? null;
  }

  async isPlayed(daily: string): Promise<boolean> {
    const query = { where: { daily }, select: { gameId: true } };
    return (await this.#queryTracker.ask(() => this.#prisma.dailyEntry.findFirst(query))) !== null;
  }

  async isOpen(daily: string): Promise<boolean> {
    const where = { daily, status: { in: ['open', 'playing'] } };
    return (await this.#queryTracker.ask(() => this.#prisma.game.findFirst({ where, select: { id: true } }))) !== null;
  }

  async best(daily: string, scoring: 'highest' | 'lowest', limit: number): Promise<DailyBest[]> {
    const direction = scoring === 'highest' ? Prisma.sql`desc` : Prisma.sql`asc`;
    const ids = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ id: string; registeredAt: Date }[]>`
        select game.id, player.created_at as "registeredAt"
        from daily_entry join game on game.id = daily_entry.game_id join player on player.id = daily_entry.player_id
        where daily_entry.daily = ${daily} and game.status = 'finished' and json_array_length(game.outcome->'left') = 0
        order by json_array_length(game.outcome->'winners') desc, (game.outcome->'scores'->>0)::float8 ${direction}, game.updated_at, game.id
        limit ${limit}`,
    );
    const rows = await this.#queryTracker.ask(() =>
      this.#prisma.game.findMany({ where: { id: { in: ids.map(({ id }) => id) } } }),
    );
    const byId = new Map(rows.map((row) => [row.id, gameRowOf(row, this.#seals)]));
    return ids.map(({ id, registeredAt }) => ({ game: byId.get(id) as GameRow, registeredAt }));
  }

  async conceded(daily: string): Promise<number> {
    const [row] = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ games: number }[]>`
        select count(*)::int as games from daily_entry join game on game.id = daily_entry.game_id
        where daily_entry.daily = ${daily}
          and (game.status = 'aborted' or (game.status = 'finished' and json_array_length(game.outcome->'left') > 0))`,
    );
    return row?.games ?? 0;
  }
}
