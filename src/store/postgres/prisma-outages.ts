import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { OutageRow, OutageStore } from '../contract/outages.ts';
import type { QueryTracker } from './query-tracker.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The one row of beats, and what was found missing between two of them. */
export class PrismaOutages implements OutageStore {
  readonly #prisma: PrismaClient;
  readonly #queryTracker: QueryTracker;

  constructor(prisma: PrismaClient, queryTracker: QueryTracker) {
    this.#prisma = prisma;
    this.#queryTracker = queryTracker;
  }

  async lastBeat(): Promise<Date | null> {
    return (await this.#queryTracker.ask(() => this.#prisma.heartbeat.findFirst()))?.beatAt ?? null;
  }

  async beat(last: Date | null, now: Date, isOutage: boolean): Promise<boolean> {
    const at = Prisma.sql`${now.toISOString()}::timestamptz`;
    const before = Prisma.sql`${last?.toISOString() ?? null}::timestamptz`;
    const statement =
      last === null
        ? Prisma.sql`insert into heartbeat (id, beat_at) values (1, ${at}) on conflict do nothing returning id`
        : Prisma.sql`
          with beaten as (update heartbeat set beat_at = ${at} where beat_at = ${before} returning id),
            missed as (
              insert into outage (began_at, ended_at, settled) select ${before}, ${at}, false from beaten where ${isOutage}
            )
          select id from beaten`;
    const beaten = await this.#queryTracker.ask(() => this.#prisma.$queryRaw<{ id: number }[]>(statement));
    return beaten.length > 0;
  }

  async unsettled(): Promise<OutageRow[]> {
    const query = { where: { settled: false }, orderBy: { beganAt: 'asc' as const } };
    const rows = await this.#queryTracker.ask(() => this.#prisma.outage.findMany(query));
    return rows.map(({ beganAt, endedAt }) => ({ from: beganAt, to: endedAt }));
  }

  async settle(from: Date): Promise<void> {
    const change = { where: { beganAt: from }, data: { settled: true } };
    await this.#queryTracker.ask(() => this.#prisma.outage.updateMany(change));
  }

  async gamesHeldUp(before: Date, after: string | null, limit: number): Promise<string[]> {
    const rows = await this.#queryTracker.ask(
      () => this.#prisma.$queryRaw<{ id: string }[]>`
        select id::text from game
        where (competition_id is not null or rated) and status = 'playing' and deadline is not null
          and updated_at < ${before.toISOString()}::timestamptz and id > ${after ?? FIRST_ID}::uuid
        order by id limit ${limit}::int`,
    );
    return rows.map(({ id }) => id);
  }
}
