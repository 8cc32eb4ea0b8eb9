import { Prisma } from '../../generated/prisma/client.ts';

/*
 * The seed of a day is published when the day and its games are over, so no game of the day may be created unnoticed at
 * its end. A statement that creates such games holds this lock with others of its kind, and looks at the clock once it has
 * it. A reader takes the lock alone at the end of the day: it waits for all that still create, and sees their games in its
 * next statement; all that take the lock later find the day over.
 */

/** The key of the lock. */
const LOCK = Prisma.sql`814770263`;

/** A condition: it is earlier than `end`. It stays locked until the transaction ends. */
export function dayIsOn(end: Date): Prisma.Sql {
  return Prisma.sql`
    case when pg_advisory_xact_lock_shared(${LOCK}) is not null then clock_timestamp() < ${end}::timestamptz end`;
}

/** Selects whether it is `end` or later, once no game of a day is being created. */
export function dayHasEnded(end: Date): Prisma.Sql {
  return Prisma.sql`
    select case when pg_advisory_xact_lock(${LOCK}) is not null then clock_timestamp() >= ${end}::timestamptz end as ended`;
}
