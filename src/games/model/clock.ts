import type { Seat } from '#rules/kernel/ruleset.ts';

export type OnTimeout = 'random' | 'resign';

/** A clock of a game. Its times are in seconds. */
export type Clock =
  | { perAction: number; onTimeout: OnTimeout }
  | { bank: number; increment: number; onTimeout: OnTimeout };

export const EXTENDED_BECAUSE = ['vacation', 'daysOff', 'quietHours', 'vacationEnded', 'agreed'] as const;

export type ExtendedBecause = (typeof EXTENDED_BECAUSE)[number];

export interface Decision {
  seat: Seat;
  /** the version of the seat's last action in this decision; before its first action, the version that opened it */
  since: number;
  /** the version at which the decision opened; omitted if its seat has not acted since */
  opened?: number;
  openedAt: Date;
  deadline: Date | null;
  because?: ExtendedBecause;
  /** the milliseconds that other players have granted */
  granted?: number;
  asked?: TimeAsked;
  asks?: number;
  /** the number of times that other players have granted time */
  grants?: number;
}

export interface TimeAsked {
  seconds: number;
  by: string[];
}

/** A span of time in which no server enforced the clocks. */
export interface Outage {
  from: Date;
  to: Date;
}

const MS = 1000;

/** Returns the milliseconds in each seat's bank at the start; null: this clock has no banks. */
export function fullBanks(clock: Clock, seats: number): number[] | null {
  return 'bank' in clock ? Array.from({ length: seats }, () => clock.bank * MS) : null;
}

export function deadlineOf(clock: Clock, banks: readonly number[] | null, seat: Seat, openedAt: Date): Date {
  const ms = 'perAction' in clock ? clock.perAction * MS : (banks?.[seat] ?? 0);
  return new Date(openedAt.getTime() + ms);
}

/** Takes the used time from the seat's bank and adds the increment. */
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

/** Takes the used time from the seat's bank when a decision ends without an answer. Adds no increment. */
export function banksUsed(banks: readonly number[] | null, decision: Decision, at: Date): number[] | null {
  if (banks === null) return null;
  if (decision.deadline === null) return [...banks];
  const used = at.getTime() - decision.openedAt.getTime();
  return banks.with(decision.seat, Math.max(0, (banks[decision.seat] ?? 0) - used));
}

/** Returns the milliseconds that an outage took from a decision; 0 if the decision's time was up before. */
export function lostMs({ openedAt, deadline }: Decision, { from, to }: Outage): number {
  if (deadline === null || deadline <= from) return 0;
  return Math.max(0, to.getTime() - Math.max(from.getTime(), openedAt.getTime()));
}

export function withTimeBack(decision: Decision, outage: Outage): Decision {
  const { openedAt, deadline } = decision;
  const lost = lostMs(decision, outage);
  if (deadline === null || lost === 0) return decision;
  return { ...decision, openedAt: later(openedAt, lost), deadline: later(deadline, lost) };
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

export interface AskedTime {
  for: Seat;
  seconds: number;
  playerId: string;
}

/** A moved deadline. `playerId` is the player who agreed last; only with `because: 'agreed'`. */
export interface ExtendedTime {
  /** ISO 8601 */
  deadline: string;
  because: ExtendedBecause;
  seconds?: number;
  playerId?: string;
}

/** Notes a request for time. If it differs in seconds from the open request, the others must agree again. */
export function withTimeAsked(decision: Decision, seconds: number, playerId: string): Decision {
  const { asked, asks = 0 } = decision;
  const by = asked?.seconds === seconds ? asked.by : [];
  return { ...decision, asked: { seconds, by: [...by, playerId] }, asks: asks + 1 };
}

export function withMoreTime(
  { asked, granted = 0, ...decision }: Decision,
  { deadline, because, seconds }: { deadline: Date; because: ExtendedBecause; seconds: number },
): Decision {
  const pending = because !== 'agreed' && asked !== undefined ? { asked } : {};
  const agreed = because === 'agreed' ? { grants: (decision.grants ?? 0) + 1 } : {};
  return { ...decision, ...pending, ...agreed, deadline, because, granted: granted + seconds * MS };
}

/** Returns the deadline by clock and granted time, ignoring calendars. */
export function plainDeadline(clock: { perAction: number }, { openedAt, granted = 0 }: Decision): Date {
  return new Date(openedAt.getTime() + clock.perAction * MS + granted);
}
