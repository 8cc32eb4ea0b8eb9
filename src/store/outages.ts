import { NO_ID } from '../patterns.ts';
import { type Db, sql } from './db.ts';

/** A span of time in which no server ran. */
export interface OutageRow {
  from: Date;
  to: Date;
}

/** Stores beats: all servers of a database write their time to one row at intervals. A long gap is an outage. */
export function outageStore(db: Db) {
  return {
    async lastBeat(): Promise<Date | null> {
      return (await db.ask(() => db.prisma.heartbeat.findFirst()))?.beatAt ?? null;
    },
    /** Writes a beat if the last one is still `last`. With `isOutage`, stores the time since then as an outage. */
    async beat(last: Date | null, now: Date, isOutage: boolean): Promise<boolean> {
      const at = sql`${now.toISOString()}::timestamptz`;
      const before = sql`${last?.toISOString() ?? null}::timestamptz`;
      const statement =
        last === null
          ? sql`insert into heartbeat (id, beat_at) values (1, ${at}) on conflict do nothing returning id`
          : sql`
          with beaten as (update heartbeat set beat_at = ${at} where beat_at = ${before} returning id),
            missed as (
              insert into outage (began_at, ended_at, settled) select ${before}, ${at}, false from beaten where ${isOutage}
            )
          select id from beaten`;
      const beaten = await db.rows<{ id: number }>(statement);
      return beaten.length > 0;
    },
    /** Returns outages for which the deadlines of some games were not moved yet. */
    async unsettled(): Promise<OutageRow[]> {
      const query = { where: { settled: false }, orderBy: { beganAt: 'asc' as const } };
      const rows = await db.ask(() => db.prisma.outage.findMany(query));
      return rows.map(({ beganAt, endedAt }) => ({ from: beganAt, to: endedAt }));
    },
    async settle(from: Date): Promise<void> {
      const change = { where: { beganAt: from }, data: { settled: true } };
      await db.ask(() => db.prisma.outage.updateMany(change));
    },
    async gamesHeldUp(before: Date, after: string | null, limit: number): Promise<string[]> {
      return db.ids(sql`
        select id::text from game
        where (competition_id is not null or rated) and status = 'playing' and deadline is not null
          and updated_at < ${before.toISOString()}::timestamptz and id > ${after ?? NO_ID}::uuid
        order by id limit ${limit}::int`);
    },
  };
}

export type OutageStore = ReturnType<typeof outageStore>;
