import { Prisma } from '../../generated/prisma/client.ts';

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
