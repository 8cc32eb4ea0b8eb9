import type { Seat } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import {
  type AskedTime,
  type Decision,
  EXTENDED_BECAUSE,
  type ExtendedBecause,
  type ExtendedTime,
  plainDeadline,
} from './clock.ts';
import { type Game, goesByCalendar, stayingAt, stayingPlayers } from './game.ts';
import type { CheckFailure } from './verdict.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Calendars together can move a deadline by at most this much. */
export const MOST_MOVED_MS = 100 * DAY_MS;
/** The least and the most seconds that one request can ask for. */
export const LEAST_GRANTED = 60;
export const MOST_GRANTED_AT_ONCE = 14 * 86_400;
/** The limit of granted time for each decision. */
const MOST_GRANTED_MS = 30 * DAY_MS;
/** Players can make this many requests for more time in one decision. Each request is an entry of the log. */
export const MOST_ASKS = 12;
export const MOST_GRANTS = 12;

export function timedDecision(game: Game, seat: Seat | null): (Decision & { deadline: Date }) | null {
  const decision = game.decisions.find((open) => open.seat === seat);
  return decision === undefined || decision.deadline === null ? null : { ...decision, deadline: decision.deadline };
}

export function hasRoomFor(decision: Decision, seconds: number): boolean {
  return seconds <= roomFor(decision);
}

/** Returns how many seconds the decision can still be given. */
export function roomFor({ granted = 0 }: Decision): number {
  return Math.floor((MOST_GRANTED_MS - granted) / 1000);
}

/** Returns the ids of players who must agree: all who have not left, except the one who needs the time. */
export function votersOn(game: Game, seat: Seat): string[] {
  const holder = game.seats[seat];
  const own = holder?.kind === 'player' ? holder.player.id : null;
  return [...new Set(stayingPlayers(game))].filter((id) => id !== own);
}

export function isAgreed(game: Game, { seat, asked }: Decision, seconds: number, playerId: string): boolean {
  const by = asked?.seconds === seconds ? asked.by : [];
  return votersOn(game, seat).every((id) => id === playerId || by.includes(id));
}

export function askedMisfit(game: Game, { seat, action }: EventRow): CheckFailure | null {
  const { for: target, seconds, playerId } = (action ?? {}) as Partial<AskedTime>;
  const decision = timedDecision(game, target ?? null);
  if (game.header.place !== null) return { check: 'kind', expected: 'no asking in a competition', found: 'timeAsked' };
  if (decision === null) return { check: 'action', expected: 'a seat whose time runs', found: target };
  if (!isGrantable(seconds)) return { check: 'action', expected: 'how many seconds', found: seconds };
  if (stayingAt(game.seats, seat)?.id !== playerId)
    return { check: 'seat', expected: 'a seat of who asks, who has not left', found: seat };
  if ((decision.asks ?? 0) >= MOST_ASKS) return { check: 'kind', expected: 'no more asking', found: 'timeAsked' };
  if (decision.asked?.seconds === seconds && decision.asked?.by.includes(playerId as string)) {
    return { check: 'seat', expected: 'a player who has not asked yet', found: seat };
  }
  if (!isAgreed(game, decision, seconds, playerId as string)) return null;
  return { check: 'kind', expected: 'timeExtended, since all agree', found: 'timeAsked' };
}

/** Returns why an extension is invalid; null: it is valid. Calendars are secret, so this checks only the limits. */
export function extendedMisfit(game: Game, { seat, action, at }: EventRow): CheckFailure | null {
  const { deadline, because, seconds, playerId } = (action ?? {}) as Partial<ExtendedTime>;
  const decision = timedDecision(game, seat);
  if (decision === null) return { check: 'seat', expected: 'a seat whose time runs', found: seat };
  const to = new Date(deadline ?? Number.NaN);
  if (Number.isNaN(to.getTime()) || to.toISOString() !== deadline) {
    return { check: 'action', expected: 'a deadline', found: action };
  }
  if (!EXTENDED_BECAUSE.includes(because as ExtendedBecause)) {
    return { check: 'action', expected: EXTENDED_BECAUSE, found: because };
  }
  if (because === 'agreed') return agreedMisfit(game, decision, { to, seconds, playerId });
  if (seconds !== undefined || playerId !== undefined) {
    return { check: 'action', expected: 'seconds and a player only where all agreed', found: action };
  }
  return calendarMisfit(game, decision, { to, because: because as ExtendedBecause, at });
}

function agreedMisfit(
  game: Game,
  decision: Decision & { deadline: Date },
  { to, seconds, playerId }: { to: Date; seconds: number | undefined; playerId: string | undefined },
): CheckFailure | null {
  if (game.header.place !== null) return { check: 'kind', expected: 'no agreement in a competition', found: 'agreed' };
  if (!isGrantable(seconds)) return { check: 'action', expected: 'how many seconds', found: seconds };
  if (!hasRoomFor(decision, seconds)) return { check: 'action', expected: 'at most 30 days in all', found: seconds };
  const due = new Date(decision.deadline.getTime() + seconds * 1000);
  if (to.getTime() !== due.getTime()) {
    return { check: 'deadline', expected: due.toISOString(), found: to.toISOString() };
  }
  const known = stayingPlayers(game).some((id) => id === playerId);
  if (known && isAgreed(game, decision, seconds, playerId as string)) return null;
  return { check: 'action', expected: 'that all others agree', found: playerId };
}

function calendarMisfit(
  { header }: Game,
  decision: Decision & { deadline: Date },
  { to, because, at }: { to: Date; because: ExtendedBecause; at: Date },
): CheckFailure | null {
  const { clock } = header;
  if (!goesByCalendar({ header }) || clock === null || !('perAction' in clock)) {
    return { check: 'kind', expected: 'a deadline by the clock alone in a game like this', found: because };
  }
  const plain = plainDeadline(clock, decision);
  const latest = new Date(plain.getTime() + MOST_MOVED_MS);
  const { deadline } = decision;
  const isEarlier = because === 'vacationEnded';
  const least = isEarlier ? new Date(Math.max(plain.getTime(), at.getTime())) : deadline;
  const most = isEarlier && deadline < latest ? deadline : latest;
  if (to.getTime() !== deadline.getTime() && to >= least && to <= most) return null;
  const expected = `${least.toISOString()} to ${most.toISOString()}, and not as it was`;
  return { check: 'deadline', expected, found: to.toISOString() };
}

function isGrantable(seconds: unknown): seconds is number {
  return (
    Number.isInteger(seconds) && (seconds as number) >= LEAST_GRANTED && (seconds as number) <= MOST_GRANTED_AT_ONCE
  );
}
