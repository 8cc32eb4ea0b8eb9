import { Prisma } from '../generated/prisma/client.ts';
import { AccountsDeleted, PlayersSuspended } from './failures.ts';

/*
 * Every statement that writes for a player requires that the player is alive. It locks the player's row `for key share`,
 * and the deletion locks the row `for update` before it does anything else. So one of them waits for the other: either the
 * deletion finds what was written and deletes it, or the writer looks at the row again and writes nothing. Writers do not
 * wait for each other: locks for key share exclude neither each other nor `for no key update`. A suspension locks in the
 * same way, against statements by which others meet the player: see `welcome`.
 *
 * Players are locked first and in order of id, then seeks, then everything else. The deletion locks neither games nor
 * competitions, so that a statement which locks those first closes no circle with it.
 */

/** The rows of those of these players who are alive, locked against deletion. */
export function living(playerIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and deleted_at is null order by id for key share`;
}

/** A condition: all of these players are alive. */
export function areAlive(playerIds: readonly string[]): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${living(ids)}) as living) = ${ids.length}::int`;
}

/** A condition on a game or a competition: the account of its creator is deleted, and it is about to be aborted. */
export const isOfDeleted = Prisma.sql`exists (
  select from player where player.id = created_by and player.deleted_at is not null)`;

/** A condition on a game or a competition: its creator is suspended, and it takes nobody meanwhile. */
export const isOfSuspended = Prisma.sql`exists (
  select from player where player.id = created_by and player.suspended_at is not null
    and (player.suspended_until is null or player.suspended_until > now()))`;

/**
 * The player's row if the player is alive. Until the transaction ends it is locked against deletion, and against others
 * who count what the player has.
 */
export function heldPlayer(playerId: string): Prisma.Sql {
  return Prisma.sql`
    select id::text from player where id = ${playerId}::uuid and deleted_at is null for no key update`;
}

/** Throws `AccountsDeleted` if some of these players are not alive: call it when a statement has written nothing. */
export async function assertAlive(
  playerIds: readonly string[],
  send: <T extends object>(statement: Prisma.Sql) => Promise<T[]>,
): Promise<void> {
  if (playerIds.length === 0) return;
  const deleted = await send<{ id: string }>(Prisma.sql`
    select id::text from player where id = any(${[...playerIds]}::uuid[]) and deleted_at is not null`);
  if (deleted.length > 0) throw new AccountsDeleted(deleted.map(({ id }) => id));
}

/** Whether a player is suspended at that time, as a condition. */
export function isSuspended(now: Date): Prisma.Sql {
  const at = Prisma.sql`${now.toISOString()}::timestamptz`;
  return Prisma.sql`(player.suspended_at is not null and (player.suspended_until is null or player.suspended_until > ${at}))`;
}

/** The rows of those of these players who are not suspended at that time, locked against suspension as `living` against deletion. */
export function welcome(playerIds: readonly string[], now: Date): Prisma.Sql {
  return Prisma.sql`
    select id from player where id = any(${[...playerIds]}::uuid[]) and not ${isSuspended(now)} order by id for key share`;
}

/** Throws `PlayersSuspended` if some of these players are: call it when a statement has written nothing. */
export async function assertWelcome(
  playerIds: readonly string[],
  now: Date,
  send: <T extends object>(statement: Prisma.Sql) => Promise<T[]>,
): Promise<void> {
  if (playerIds.length === 0) return;
  const suspended = await send<{ id: string }>(Prisma.sql`
    select id::text from player where id = any(${[...playerIds]}::uuid[]) and ${isSuspended(now)}`);
  if (suspended.length > 0) throw new PlayersSuspended(suspended.map(({ id }) => id));
}

/** A condition: none of these players is suspended at that time. */
export function areWelcome(playerIds: readonly string[], now: Date): Prisma.Sql {
  const ids = [...new Set(playerIds.map((id) => id.toLowerCase()))];
  return Prisma.sql`(select count(*) from (${welcome(ids, now)}) as welcome) = ${ids.length}::int`;
}

/** Of a player: all but `suspendedUntil` are there, or none. */
export interface SuspensionColumns {
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  suspendedBecause: string | null;
}

export const SUSPENSION_COLUMNS = Prisma.sql`
  player.suspended_at as "suspendedAt", player.suspended_until as "suspendedUntil",
  player.suspended_because as "suspendedBecause"`;

export function suspensionIn(columns: SuspensionColumns): Suspension | null {
  const { suspendedAt: since, suspendedUntil: until, suspendedBecause: because } = columns;
  return since === null || because === null ? null : { since, until, because };
}

/** That an operator keeps a player out. */
export interface Suspension {
  since: Date;
  /** null: until an operator says so */
  until: Date | null;
  /** what the player is told */
  because: string;
}
