import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { DailyBest, DailyPlayed, DailyStore } from '../contract/dailies.ts';
import type { GameRow } from '../contract/games.ts';
import type { SealedRows } from '../sealing/sealed-rows.ts';
import { dayHasEnded } from './day-lock.ts';
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

  async now(): Promise<Date> {
    const [row] = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`,
    );
    return (row as { now: Date }).now;
  }

  async hasEnded(end: Date): Promise<boolean> {
    const [row] = await this.#queryTracker.ask(() => this.#prisma.$queryRaw<{ ended: boolean }[]>(dayHasEnded(end)));
    return row?.ended === true;
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

  async playedBy(playerId: string, dailies: readonly string[], scoring: 'highest' | 'lowest'): Promise<DailyPlayed[]> {
    const sign = scoring === 'highest' ? 1 : -1;
    return this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<DailyPlayed[]>`
        with ended as (
          select daily_entry.daily, daily_entry.player_id, game.id, game.status,
            game.status = 'finished' and json_array_length(game.outcome->'left') = 0 as whole,
            json_array_length(game.outcome->'winners') as wins, (game.outcome->'scores'->>0)::float8 as score
          from daily_entry join game on game.id = daily_entry.game_id
          where daily_entry.daily = any(${dailies}::text[])
            and daily_entry.daily in (
              select own.daily from daily_entry as own
              where own.player_id = ${playerId}::uuid and own.daily = any(${dailies}::text[])))
        select own.daily, own.id as "gameId",
          case when own.whole then 'completed' when own.status in ('open', 'playing') then 'playing' else 'conceded' end as state,
          coalesce(own.whole and own.wins > 0, false) as won,
          case when own.whole then own.score end as score,
          case when own.whole then (
            select count(*)::int from ended as other
            where other.daily = own.daily and other.whole
              and (other.wins, other.score * ${sign}::int) > (own.wins, own.score * ${sign}::int)) end as ahead
        from ended as own where own.player_id = ${playerId}::uuid`,
    );
  }
}
