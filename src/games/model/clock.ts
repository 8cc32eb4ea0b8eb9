import type { Seat } from '#rules/kernel/ruleset.ts';

export type OnTimeout = 'random' | 'resign';

/** How long decisions may take, in seconds. */
export type Clock =
  | { perAction: number; onTimeout: OnTimeout }
  | { bank: number; increment: number; onTimeout: OnTimeout };

/** Why a deadline is not where the clock alone would have it: what its player’s calendar says, or what all agreed on. */
export const EXTENDED_BECAUSE = ['vacation', 'daysOff', 'quietHours', 'vacationEnded', 'agreed'] as const;

export type ExtendedBecause = (typeof EXTENDED_BECAUSE)[number];

/** A seat that is to decide, since when, and until when. */
export interface Decision {
  seat: Seat;
  /** the version at which that decision opened to it, or at which the seat last changed a part of it */
  since: number;
  /** the version at which it opened, where the seat has changed parts of it since */
  opened?: number;
  openedAt: Date;
  deadline: Date | null;
  /** why the deadline was moved last; not there while it was not */
  because?: ExtendedBecause;
  /** how much longer than the clock says it may take by agreement, in milliseconds */
  granted?: number;
  /** more time that somebody wants it to have */
  asked?: TimeAsked;
  /** how often that was asked for */
  asks?: number;
  /** how often more time was granted by agreement */
  grants?: number;
}

/** More time for one decision, for which not everybody who has to agree has agreed. */
export interface TimeAsked {
  seconds: number;
  /** the ids of the players who agree */
  by: string[];
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

/** The banks after a decision was closed that nobody made: what was used of its time is gone. */
export function banksUsed(banks: readonly number[] | null, decision: Decision, at: Date): number[] | null {
  if (banks === null) return null;
  if (decision.deadline === null) return [...banks];
  const used = at.getTime() - decision.openedAt.getTime();
  return banks.with(decision.seat, Math.max(0, (banks[decision.seat] ?? 0) - used));
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

/** What an entry `timeouts` says: which seats ran out of time together, lowest first. */
export interface TimedOut {
  seats: Seat[];
}

/** What an entry `timeAsked` says: that a player wants the open decision of a seat to have so much more. */
export interface AskedTime {
  for: Seat;
  seconds: number;
  playerId: string;
}

/** What an entry `timeExtended` says; by agreement also how much it is, and who was the last to agree. */
export interface ExtendedTime {
  /** ISO 8601 */
  deadline: string;
  because: ExtendedBecause;
  seconds?: number;
  playerId?: string;
}

/** The decision with one more player who wants it to have so much more; whoever names another time begins anew. */
export function withTimeAsked(decision: Decision, seconds: number, playerId: string): Decision {
  const { asked, asks = 0 } = decision;
  const by = asked?.seconds === seconds ? asked.by : [];
  return { ...decision, asked: { seconds, by: [...by, playerId] }, asks: asks + 1 };
}

/** The decision with another deadline; `seconds` were granted. What was asked for is settled by being granted. */
export function withMoreTime(
  { asked, granted = 0, ...decision }: Decision,
  { deadline, because, seconds }: { deadline: Date; because: ExtendedBecause; seconds: number },
): Decision {
  const pending = because !== 'agreed' && asked !== undefined ? { asked } : {};
  const agreed = because === 'agreed' ? { grants: (decision.grants ?? 0) + 1 } : {};
  return { ...decision, ...pending, ...agreed, deadline, because, granted: granted + seconds * MS };
}

/** When the time of a decision would be up by its clock alone, with what was granted; of a clock per action. */
export function plainDeadline(clock: { perAction: number }, { openedAt, granted = 0 }: Decision): Date {
  return new Date(openedAt.getTime() + clock.perAction * MS + granted);
}
