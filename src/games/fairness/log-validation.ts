import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import { botNames, isSearch } from '#rules/kernel/search/policy.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { lostMs } from '../model/clock.ts';
import {
  closingTimeOf,
  type Game,
  type GameHeader,
  getsTimeBack,
  isOver,
  isSeeded,
  isVoidReason,
  policyAt,
  stayingAt,
  stayingPlayers,
  VOID_REASONS,
} from '../model/game.ts';
import { counts, faultOf, MOST_ASKED, MOST_TAKEN_BACK, MOST_UNDONE } from '../model/going-back.ts';
import { seatsOutOfTime } from '../model/house-choice.ts';
import { askedMisfit, extendedMisfit } from '../model/more-time.ts';
import { mayBeCalledOff, ratedProblem } from '../model/rated-game.ts';
import { isTaken, type SeatHolder } from '../model/seats.ts';
import { type CheckFailure, checkFailure } from '../model/verdict.ts';

const CLIENT_SEED = /^[\x20-\x7e]{1,64}$/;
/** The check accepts an action up to this much after its deadline, although the server itself rejects late actions. */
const LATE_MS = 1_000;

export function firstObjection(header: GameHeader, entry: EventRow): CheckFailure | null {
  const { kind, seat, action, at } = entry;
  if (kind !== 'created') return checkFailure('kind', 'created', kind);
  if (seat !== null) return checkFailure('seat', null, seat);
  const created = header.createdAt.toISOString();
  if (at.getTime() !== header.createdAt.getTime()) return checkFailure('time of creation', created, at.toISOString());
  const { seats } = (action ?? {}) as { seats?: unknown };
  const holders = Array.isArray(seats) ? seats : [];
  if (holders.length !== header.seatCount) return checkFailure('number of seats', header.seatCount, holders.length);
  const odd = holders.findIndex((holder) => !isHolder(holder));
  if (odd !== -1)
    return checkFailure(`who holds seat ${odd}`, 'an open, invited, player’s or bot’s seat', holders[odd]);
  const policies = holders.flatMap((holder: SeatHolder) => (holder.kind === 'bot' ? [holder.policy] : []));
  const unrated = header.rated ? ratedObjection(header, holders) : null;
  if (unrated !== null) return unrated;
  const known = botNames(header.ruleset);
  const unknown = [header.standIn, ...policies].find((policy) => !known.includes(policy));
  return unknown === undefined ? null : checkFailure('way of playing', known, unknown);
}

function ratedObjection(header: GameHeader, seats: readonly SeatHolder[]): CheckFailure | null {
  const unrated = ratedProblem({ ...header, seats, seeded: isSeeded(header) });
  return unrated && checkFailure('what a rated game can be', [], unrated.refusal.errors);
}

/** Returns why the entry cannot follow in the log; null: it can. Only `illegality` checks actions by the rules. */
export function objectionTo(game: Game, entry: EventRow): CheckFailure | null {
  const { kind, at } = entry;
  if (isOver(game)) return checkFailure('end', `nothing after the game is ${game.status}`, kind);
  if (at < game.updatedAt) return checkFailure('time', `not before ${game.updatedAt.toISOString()}`, at.toISOString());
  if (kind === 'voided') return voiding(game, entry);
  return game.status === 'open' ? beforeTheStart(game, entry) : inPlay(game, entry);
}

/** Checks an operator's entry that voids a game. It needs a reason; a game with all seats taken must start first. */
function voiding(game: Game, { seat, action }: EventRow): CheckFailure | null {
  if (game.status === 'open' && game.seats.every(isTaken)) return checkFailure('kind', 'started', 'voided');
  const { reason } = (action ?? {}) as { reason?: unknown };
  if (!isVoidReason(reason)) return checkFailure('reason', VOID_REASONS, reason ?? null);
  return expect('action', { reason }, action) ?? expect('seat', null, seat);
}

function beforeTheStart(game: Game, { kind, seat, action }: EventRow): CheckFailure | null {
  if (game.seats.every(isTaken)) return expect('kind', 'started', kind) ?? expect('seat', null, seat);
  const holder = seat === null ? undefined : game.seats[seat];
  switch (kind) {
    case 'joined': {
      const known = holder?.kind === 'open' || holder?.kind === 'invited';
      if (!known) return checkFailure('seat', 'an open seat or an invitation', seat);
      const taker = action as unknown as SeatHolder;
      if (!isHolder(taker) || taker.kind !== 'player') return checkFailure('who joins', 'a player', action);
      const sits = game.seats.some((own) => own.kind === 'player' && own.player.id === taker.player.id);
      if (game.header.rated && sits)
        return checkFailure('who joins a rated game', 'a player without a seat', taker.player.id);
      return holder.kind === 'invited' ? expect('who joins', holder.player.id, taker.player.id) : null;
    }
    case 'left':
      return holder?.kind === 'player' || holder?.kind === 'invited'
        ? null
        : checkFailure('seat', 'a seat that a player can give up', seat);
    case 'aborted':
      return expect('seat', null, seat);
    default:
      return checkFailure('kind', 'joined, left or aborted: not every seat is taken', kind);
  }
}

function inPlay(game: Game, entry: EventRow): CheckFailure | null {
  const { kind, seat, action } = entry;
  switch (kind) {
    case 'action':
      return toAct(game, entry) ?? (action === null ? checkFailure('action', 'an action', null) : inTime(game, entry));
    case 'timeout':
    case 'timeouts':
      return timeUp(game, entry);
    case 'resigned':
      return stayingAt(game.seats, seat) === null ? noPlayerAt(seat) : null;
    case 'timeGiven':
      return givenTime(game, entry);
    case 'timeAsked':
      return askedMisfit(game, entry);
    case 'timeExtended':
      return extendedMisfit(game, entry);
    case 'undone':
      return undoing(game, entry);
    case 'takebackAsked':
    case 'takenBack':
      return wishing(game, entry);
    case 'takebackRefused':
      if (game.takeback === null)
        return checkFailure('kind', 'something else: there is no request for a takeback', kind);
      return stayingAt(game.seats, seat) === null ? noPlayerAt(seat) : null;
    case 'abortWithdrawn':
      return withdrawing(game, entry);
    case 'abortAsked':
    case 'aborted':
      if (!mayBeCalledOff(game))
        return checkFailure('kind', 'an action, a time-out or a resignation: the game is rated', kind);
      // an abort has no seat if the creator ended a game that all players had left, or if a competition was aborted
      if (kind === 'aborted' && seat === null && (game.header.place !== null || stayingPlayers(game).length === 0))
        return null;
      return asking(game, entry);
    default:
      return checkFailure('kind', WHAT_FOLLOWS, kind);
  }
}

const WHAT_FOLLOWS = 'an action, a time-out, time given back, or going back or the wish to, or to end the game';

/** Checks that the seat must act. Seats that the server plays act in the order of `decisions`. */
function toAct(game: Game, { seat }: EventRow): CheckFailure | null {
  const waiting = game.decisions.map((decision) => decision.seat);
  if (seat === null || !waiting.includes(seat)) return checkFailure('seat', waiting, seat);
  const name = policyAt(game, seat);
  if (name === null || isSearch(name)) return null;
  return expect('seat', firstOfTheHouse(game), seat);
}

function firstOfTheHouse(game: Game): Seat | undefined {
  const names = game.decisions.map(({ seat }) => policyAt(game, seat));
  const first = names.findIndex((name) => name !== null && !isSearch(name));
  return game.decisions[first]?.seat;
}

function inTime(game: Game, { seat, at }: EventRow): CheckFailure | null {
  const deadline = game.decisions.find((decision) => decision.seat === seat)?.deadline ?? null;
  // accepts the time of the entry before: a server whose clock is behind writes that time instead of its own
  if (deadline === null || at.getTime() === game.updatedAt.getTime()) return null;
  if (at.getTime() <= deadline.getTime() + LATE_MS) return null;
  return checkFailure('time', `not after ${deadline.toISOString()}`, at.toISOString());
}

function timeUp(game: Game, { kind, seat, action, at }: EventRow): CheckFailure | null {
  const { header } = game;
  const closing = closingTimeOf(header);
  const [late, ...others] = closing !== null && closing <= at ? [0] : seatsOutOfTime(game, at);
  if (late === undefined) return checkFailure('time', 'a time at which a deadline had passed', at.toISOString());
  const wrong = expect('kind', others.length > 0 ? 'timeouts' : 'timeout', kind);
  if (wrong !== null) return wrong;
  if (others.length > 0) {
    return expect('action', { seats: [late, ...others] }, action) ?? expect('seat', null, seat);
  }
  const leaves = closing !== null || header.clock?.onTimeout === 'resign';
  if (leaves && action !== null) return checkFailure('action', null, action);
  if (!leaves && action === null) return checkFailure('action', 'the action that was drawn', null);
  return expect('seat', late, seat);
}

/** Checks an entry that gives time back after an outage. It may occur only in competitions and rated games, once for
 * each outage, and only if the outage took time from a decision. */
function givenTime(game: Game, { seat, action, at }: EventRow): CheckFailure | null {
  if (!getsTimeBack(game.header)) return checkFailure('kind', 'no time given back in a game like this', 'timeGiven');
  const { from, to } = (action ?? {}) as { from?: unknown; to?: unknown };
  if (!isTime(from) || !isTime(to) || from >= to)
    return checkFailure('action', 'when an outage began and ended', action);
  const outage = { from: new Date(from), to: new Date(to) };
  if (outage.to > at) return checkFailure('time', `not before ${to}`, at.toISOString());
  const given = game.timeGivenUntil;
  if (given !== null && outage.from < given)
    return checkFailure('action', `an outage after ${given.toISOString()}`, from);
  if (game.decisions.every((decision) => lostMs(decision, outage) === 0)) {
    return checkFailure('action', 'an outage that took time of a decision', action);
  }
  return expect('seat', null, seat);
}

/** Checks an undo without the rules: it must undo the last action in `turn`, which has no action that drew a card or
 * rolled a die. */
function undoing(game: Game, entry: EventRow): CheckFailure | null {
  const { header, turn, undone } = game;
  const step = turn?.steps.at(-1);
  if (turn === null || step === undefined || header.place !== null || (undone[turn.seat] ?? 0) >= MOST_UNDONE) {
    return checkFailure('kind', 'something else: nothing can be undone here', entry.kind);
  }
  const wrong = expect('seat', turn.seat, entry.seat) ?? expect('action', { to: step.version }, entry.action);
  return wrong ?? inTime({ ...game, decisions: step.decisions }, entry);
}

/** Checks an entry about a takeback: the game goes back if all other players agreed, else the entry is a request. */
function wishing(game: Game, { kind, seat, action }: EventRow): CheckFailure | null {
  const player = stayingAt(game.seats, seat);
  if (player === null) return noPlayerAt(seat);
  if (counts(game.header) || game.takenBack >= MOST_TAKEN_BACK) return checkFailure('kind', 'no going back here', kind);
  const { to } = (action ?? {}) as { to?: unknown };
  const fault = faultOf(game, to);
  if (fault !== null) return checkFailure('version to go back to', fault, to);
  const { id } = player;
  const { takeback: wish } = game;
  const agreedBy = wish !== null && wish.to === to ? wish.agreedBy : [];
  if (agreedBy.includes(id)) return checkFailure('seat', 'a player who has not asked yet', seat);
  const isLast = stayingPlayers(game).every((other) => other === id || agreedBy.includes(other));
  if (!isLast && (game.takebackAsks[id] ?? 0) >= MOST_ASKED) return checkFailure('kind', 'no more asking', kind);
  const due = isLast ? { kind: 'takenBack', action: { to } } : { kind: 'takebackAsked', action: { playerId: id, to } };
  return expect('kind', due.kind, kind) ?? expect('action', due.action, action);
}

function asking(game: Game, { kind, seat, action }: EventRow): CheckFailure | null {
  const player = stayingAt(game.seats, seat);
  if (player === null) return noPlayerAt(seat);
  const { id } = player;
  if (game.abortAskedBy.includes(id)) return checkFailure('seat', 'a player who has not asked yet', seat);
  const others = stayingPlayers(game).filter((other) => other !== id && !game.abortAskedBy.includes(other));
  const due = others.length === 0 ? 'aborted' : 'abortAsked';
  if (others.length > 0 && (game.abortAsks[id] ?? 0) >= MOST_ASKED) return checkFailure('kind', 'no more asking', kind);
  return expect('kind', due, kind) ?? expect('action', kind === 'abortAsked' ? { playerId: id } : null, action);
}

function withdrawing(game: Game, { seat, action }: EventRow): CheckFailure | null {
  const player = stayingAt(game.seats, seat);
  const hasAsked = player !== null && game.abortAskedBy.includes(player.id);
  return hasAsked ? expect('action', null, action) : checkFailure('seat', 'a player who asks to abort the game', seat);
}

function noPlayerAt(seat: Seat | null): CheckFailure {
  return checkFailure('seat', 'a seat whose player has not left', seat);
}

export function illegality(game: Game, { seat, action }: EventRow): CheckFailure | null {
  const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat as Seat);
  if (legal.some((listed) => sameJson(listed, action))) return null;
  return checkFailure('legality', legal, action);
}

function isHolder(value: unknown): value is SeatHolder {
  if (typeof value !== 'object' || value === null || 'left' in value) return false;
  const { kind, player, policy, clientSeed } = value as Record<string, unknown>;
  const isSeeded = typeof clientSeed === 'string' && CLIENT_SEED.test(clientSeed);
  switch (kind) {
    case 'open':
      return true;
    case 'invited':
      return isSomebody(player);
    case 'player':
      return isSomebody(player) && isSeeded;
    case 'bot':
      return typeof policy === 'string' && isSeeded;
    default:
      return false;
  }
}

function isSomebody(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';
}

export function timeObjection(check: string, found: unknown): CheckFailure | null {
  return isTime(found) ? null : checkFailure(check, 'ISO 8601 in UTC with milliseconds', found);
}

function isTime(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

function expect(check: string, expected: unknown, found: unknown): CheckFailure | null {
  return sameJson(expected, found) ? null : checkFailure(check, expected, found);
}
