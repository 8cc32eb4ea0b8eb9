import type { Pool } from 'pg';
import { LOCK_MS } from './session.ts';

const LOOK_MS = 6 * 60 * 60 * 1000;
const MONTHS = 2;

/** Makes partitions for the coming months, now and every 6 hours. A failure is only reported, because rows without a
 * partition go to the default one. */
export async function keepPartitions(pool: Pool, onFailure: (reason: string) => void = () => {}): Promise<() => void> {
  const make = () => makePartitions(pool).catch((error: Error) => onFailure(error.message));
  await make();
  const timer = setInterval(make, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Makes missing partitions. Skips a month whose partition was detached, or that has rows in the default partition. */
async function makePartitions(pool: Pool): Promise<void> {
  const today = new Date(); // the clock of this machine, because ids of games contain its time
  for (let ahead = 0; ahead < MONTHS; ahead++) {
    const monthAfter = (more: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead + more));
    const [first, end] = [`'${firstIdAt(monthAfter(0))}'`, `'${firstIdAt(monthAfter(1))}'`];
    const name = `game_event_${monthAfter(0).toISOString().slice(0, 7).replace('-', '_')}`;
    const { rows } = await pool.query<{ missing: boolean }>(`
      select to_regclass('${name}') is null
        and not exists (select from game_event_default where game_id >= ${first} and game_id < ${end}) as missing`);
    if (rows[0]?.missing) await pool.query(creationOf(name, first, end));
  }
}

/** Returns a statement that locks `game` first, as every append does, to avoid deadlocks. */
function creationOf(name: string, first: string, end: string): string {
  return `
    do $$ begin
      set local lock_timeout = ${LOCK_MS};
      lock table game in share row exclusive mode;
      create table if not exists ${name} partition of game_event for values from (${first}) to (${end});
    end $$`;
}

/** Returns the lowest id that can be made at a time. A UUIDv7 begins with the milliseconds since 1970. */
function firstIdAt(date: Date): string {
  const ms = date.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}
