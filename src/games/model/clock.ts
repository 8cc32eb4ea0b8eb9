import type { Seat } from '../../kernel/ruleset.ts';

export type OnTimeout = 'random' | 'resign';

/** How long decisions may take, in seconds. */
export type Clock =
  | { perAction: number; onTimeout: OnTimeout }
  | { bank: number; increment: number; onTimeout: OnTimeout };

/** A seat that is to decide, since when, and until when. */
export interface Decision {
  seat: Seat;
  /** the version at which that decision opened to it */
  since: number;
  openedAt: Date;
  deadline: Date | null;
}

/** A time in which no server kept the clocks. */
export interface Outage {
  from: Date;
  to: Date;
}

const MS = 1000;

/** What each seat has in its bank when the game starts, in milliseconds; null without banks. */
export function fullBanks(clock: Clock, seats: number): number[] | null {
  return 'bank' in clock ? Array.from({ length: seats }, () => clock.bank * MS) : null;
}

/** When a seat has to have decided. */
export function deadlineOf(clock: Clock, banks: readonly number[] | null, seat: Seat, openedAt: Date): Date {
  const ms = 'perAction' in clock ? clock.perAction * MS : (banks?.[seat] ?? 0);
  return new Date(openedAt.getTime() + ms);
}

/** The banks after a seat has decided, or has run out of time: what it used is gone, and its increment is added. */
export function banksAfter(
  clock: Clock | null,
  banks: readonly number[] | null,
  decision: Decision,
  at: Date,
): number[] | null {
  if (clock === null || banks === null || !('increment' in clock)) return null;
  const used = at.getTime() - decision.openedAt.getTime();
  const left = Math.max(0, (banks[decision.seat] ?? 0) - used);
  return banks.with(decision.seat, left + clock.increment * MS);
}

/** How much of the time of a decision an outage took, in milliseconds: nothing where the time was up before. */
export function lostMs({ openedAt, deadline }: Decision, { from, to }: Outage): number {
  if (deadline === null || deadline <= from) return 0;
  return Math.max(0, to.getTime() - Math.max(from.getTime(), openedAt.getTime()));
}

/** The decision with that time back. */
export function withTimeBack(decision: Decision, outage: Outage): Decision {
  const { openedAt, deadline } = decision;
  const lost = lostMs(decision, outage);
  if (deadline === null || lost === 0) return decision;
  return { ...decision, openedAt: later(openedAt, lost), deadline: later(deadline, lost) };
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
