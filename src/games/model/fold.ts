import { firstHead, nextHead, withoutBinding } from '#rules/kernel/chain.ts';
import { sameJson } from '#rules/kernel/json.ts';
import { replayAction, replaySetup } from '#rules/kernel/replay.ts';
import type { ActionShape, EventShape, Outcome as RulesetOutcome, Seat, Step } from '#rules/kernel/ruleset.ts';
import { seatNames, sentence } from '#rules/kernel/tabletop/phrases.ts';
import type { EventRow } from '../../store/game-rows.ts';
import {
  type AskedTime,
  banksAfter,
  banksUsed,
  type Decision,
  deadlineOf,
  type ExtendedTime,
  fullBanks,
  lostMs,
  withMoreTime,
  withTimeAsked,
  withTimeBack,
} from './clock.ts';
import {
  type Change,
  type EntryPart,
  type Game,
  type GameHeader,
  isStaying,
  nextRow,
  type Outcome,
  type OwnStep,
  type OwnTurn,
  type Proposal,
  policyAt,
  settledIn,
  stayingPlayers,
  type TableEvent,
  type VoidReason,
} from './game.ts';
import { asksAfter, takebackAfter, undoesInSecret, undoneIn } from './going-back.ts';
import type { Leaving, PlayerHolder, SeatHolder } from './seats.ts';

/** Returns a change that appends one entry to the log. For `earlier` see `fold`. */
export function appended(game: Game, now: Date, kind: string, part: EntryPart = {}, earlier: unknown = null): Proposal {
  const row = nextRow(game, now, kind, part);
  return { ...fold(game.header, game, row, earlier), rows: [row] };
}

/** Applies an entry to a game. Only this function makes games from logs. `earlier` is the state at the version that
 * `stateNeededBy` returns. */
export function fold(header: GameHeader, game: Game | null, event: EventRow, earlier: unknown = null): Change {
  const expected = (game?.version ?? 0) + 1;
  if (event.version !== expected) {
    throw new Error(`the log of game ${header.id} jumps to version ${event.version} where ${expected} is due`);
  }
  if ((game === null) !== (event.kind === 'created')) {
    throw new Error(`the log of game ${header.id} has an event of kind ${event.kind} at version ${event.version}`);
  }
  if (game === null) return created(header, event);
  const { ruleset, options, seatCount } = header;
  switch (event.kind) {
    case 'started':
      return started(game, event, replaySetup(ruleset, options, seatCount, event.draws));
    case 'action':
    case 'timeout': {
      if (event.action === null) return gone(game, event);
      const action = event.action as unknown as ActionShape;
      return acted(game, event, replayAction(ruleset, game.state, event.seat as Seat, action, event.draws));
    }
    case 'takenBack':
      return takenBack(game, event, earlier);
    default: {
      const change = CHANGES[event.kind];
      if (change !== undefined) return change(game, event);
      throw new Error(`the log of game ${header.id} holds an event of unknown kind ${event.kind}`);
    }
  }
}

const CHANGES: Readonly<Record<string, (before: Game, event: EventRow) => Change>> = {
  ...{ joined, left, resigned: gone, timeouts: gone, timeGiven, timeAsked, timeExtended, undone },
  ...{ takebackAsked, takebackRefused, abortAsked, abortWithdrawn, aborted, voided },
};

export function created(header: GameHeader, event: EventRow): Change {
  const { seats: written } = event.action as unknown as { seats: SeatHolder[] };
  const seats = written.map(withoutBinding);
  const { chainKey } = header;
  const game: Game = {
    header,
    version: event.version,
    head: nextHead(chainKey, firstHead(chainKey, settledIn(header)), entryOf(event)),
    status: 'open',
    seats,
    state: null,
    decisions: [],
    banks: null,
    timeGivenUntil: null,
    begun: false,
    absent: [],
    abortAskedBy: [],
    abortAsks: {},
    startedAt: null,
    turn: null,
    undone: Array<number>(header.seatCount).fill(0),
    takeback: null,
    takebackAsks: {},
    takenBack: 0,
    agreedBackAt: null,
    outcome: null,
    voidedBecause: null,
    updatedAt: event.at,
    planMark: 0,
  };
  const taken = seats.flatMap((holder, seat) =>
    holder.kind === 'player' || holder.kind === 'bot' ? [seatTaken(game, seat, holder)] : [],
  );
  return { game, events: [houseEvent(game, 'gameCreated', null, {}), ...taken] };
}

function joined(before: Game, event: EventRow): Change {
  const seat = event.seat as Seat;
  const holder = withoutBinding(event.action as unknown as PlayerHolder);
  const game = moved(before, event, { seats: before.seats.with(seat, holder) });
  return { game, events: [seatTaken(game, seat, holder)] };
}

/** Frees a seat before the start. Aborts the game if no player remains. */
function left(before: Game, event: EventRow): Change {
  const seat = event.seat as Seat;
  const holder = before.seats[seat];
  const seats = before.seats.with(seat, { kind: 'open' });
  const deserted = !seats.some((each) => each.kind === 'player');
  const game = moved(before, event, { seats, status: deserted ? 'aborted' : 'open' });
  const player = holder?.kind === 'player' || holder?.kind === 'invited' ? holder.player : null;
  const ending = deserted ? [houseEvent(game, 'gameAborted', null, {})] : [];
  return { game, events: [houseEvent(game, 'seatLeft', seat, { player }), ...ending] };
}

export function started(before: Game, event: EventRow, step: Step<unknown, EventShape>): Change {
  const { clock } = before.header;
  const banks = clock === null ? null : fullBanks(clock, before.seats.length);
  const opening = (game: Game) => [houseEvent(game, 'gameStarted', null, {})];
  return settled({ ...before, status: 'playing', banks, startedAt: event.version }, event, step, opening);
}

/** Applies an action of a seat. The seat chose it, or the server chose it at random because the seat's time was up. */
export function acted(before: Game, event: EventRow, step: Step<unknown, EventShape>): Change {
  const { header, decisions, seats } = before;
  const decision = decisions.find(({ seat }) => seat === event.seat);
  const timed = decision !== undefined && decision.deadline !== null;
  const isPart = decision !== undefined && leavesOpen(before, event, step.state);
  const isDecided = timed && !isPart;
  const banks = isDecided ? banksAfter(header.clock, before.banks, decision, event.at) : null;
  const holder = seats[event.seat as Seat];
  const playerId = holder?.kind === 'player' ? holder.player.id : '';
  // an action withdraws the player's request to abort
  const abortAskedBy = before.abortAskedBy.filter((id) => id !== playerId);
  const abortAsks = asksWithout(before.abortAsks, playerId);
  const late = (game: Game) =>
    event.kind === 'timeout' ? [houseEvent(game, 'seatTimedOut', event.seat, { consequence: 'random' })] : [];
  // an action of a player also rejects an open request for a takeback; an action of the server does not
  const isOwn = policyAt(before, event.seat as Seat) === null;
  const takeback = isOwn ? null : before.takeback;
  const takebackAsks = isOwn ? asksWithout(before.takebackAsks, playerId) : before.takebackAsks;
  const absent = isOwn ? absentAfter(before, event.kind === 'action', [event.seat as Seat]) : before.absent;
  const marks = { begun: true, absent, banks: banks ?? before.banks };
  const known = { ...before, ...marks, abortAskedBy, abortAsks, takeback, takebackAsks };
  const change = settled(known, event, step, late, isPart);
  const turn = event.draws.length > 0 ? null : ownTurnAfter(before, event, change.game);
  return turn === null ? change : { ...change, game: { ...change.game, turn } };
}

/** Undoes an action: opens its decision again, with the old deadline. */
export function undone(before: Game, event: EventRow): Change {
  const game = moved(before, event, undoneIn(before, event));
  const told = houseEvent(game, 'undone', event.seat, event.action as object);
  return { game, events: [undoesInSecret(before) ? { ...told, only: event.seat as Seat } : told] };
}

function takebackAsked(before: Game, event: EventRow): Change {
  const takeback = takebackAfter(before, event);
  const takebackAsks = asksAfter(before.takebackAsks, event);
  const game = moved(before, event, { turn: before.turn, takeback, takebackAsks });
  return { game, events: [houseEvent(game, 'takebackAsked', event.seat, { to: takeback.to })] };
}

function takebackRefused(before: Game, event: EventRow): Change {
  const game = moved(before, event, { turn: before.turn, takeback: null });
  return { game, events: [houseEvent(game, 'takebackRefused', event.seat, {})] };
}

/** Goes back to an earlier state. Time that players have used is not given back. */
export function takenBack(before: Game, event: EventRow, state: unknown): Change {
  if (state === null) throw new Error(`the state to go back to is needed at version ${event.version}`);
  const banks = before.decisions.reduce((left, open) => banksUsed(left, open, event.at), before.banks);
  const decisions = decisionsAfter({ ...before, banks, decisions: [] }, event, state);
  const takenBack = before.takenBack + 1;
  const isAlone = new Set(stayingPlayers(before)).size < 2;
  const agreedBackAt = before.agreedBackAt ?? (isAlone ? null : event.version);
  const game = moved(before, event, { state, banks, decisions, takeback: null, takenBack, agreedBackAt });
  return { game, events: [houseEvent(game, 'takenBack', event.seat, event.action as object)] };
}

/** Lets seats leave, by resignation or by a time-out that counts as one. Several may leave at once. */
export function gone(before: Game, event: EventRow): Change {
  const { kind, seat: alone, action } = event;
  const leavers = kind === 'timeouts' ? (action as unknown as { seats: Seat[] }).seats : [alone as Seat];
  const leaving: Leaving = { how: kind === 'resigned' ? 'resigned' : 'timedOut', version: event.version };
  const seats = before.seats.map((holder, seat) =>
    leavers.includes(seat) ? { ...(holder as PlayerHolder), left: leaving } : holder,
  );
  const outcome = outcomeAfterLeaving({ ...before, seats }, leavers);
  const decisions = before.decisions.map((open) => (leavers.includes(open.seat) ? { ...open, deadline: null } : open));
  const ended = outcome === null ? { decisions } : { decisions: [], status: 'finished' as const, outcome };
  const absent = absentAfter(before, leaving.how === 'resigned', leavers);
  const game = moved(before, event, { seats, begun: true, absent, takeback: null, ...ended });
  const told = leavers.map((seat) =>
    leaving.how === 'timedOut'
      ? houseEvent(game, 'seatTimedOut', seat, { consequence: 'resign' })
      : houseEvent(game, 'seatResigned', seat, {}),
  );
  return { game, events: [...told, ...ending(game)] };
}

function absentAfter({ absent }: Game, came: boolean, seats: readonly Seat[]): Game['absent'] {
  return came || absent === null ? null : [...new Set([...absent, ...seats])];
}

function abortAsked(before: Game, event: EventRow): Change {
  const { playerId } = event.action as unknown as { playerId: string };
  const { turn, abortAskedBy } = before;
  const abortAsks = asksAfter(before.abortAsks, event);
  const game = moved(before, event, { turn, abortAskedBy: [...abortAskedBy, playerId], abortAsks });
  return { game, events: [houseEvent(game, 'abortAsked', event.seat, {})] };
}

function abortWithdrawn(before: Game, event: EventRow): Change {
  const { player } = before.seats[event.seat as Seat] as PlayerHolder;
  const abortAskedBy = before.abortAskedBy.filter((id) => id !== player.id);
  const game = moved(before, event, { turn: before.turn, abortAskedBy });
  return { game, events: [houseEvent(game, 'abortWithdrawn', event.seat, {})] };
}

/** Gives time back after an outage. Banks do not change. */
function timeGiven(before: Game, event: EventRow): Change {
  const { from, to } = event.action as unknown as { from: string; to: string };
  const outage = { from: new Date(from), to: new Date(to) };
  const decisions = before.decisions.map((open) => withTimeBack(open, outage));
  const game = moved(before, event, { decisions, timeGivenUntil: outage.to });
  const seconds = Math.ceil(Math.max(...before.decisions.map((open) => lostMs(open, outage))) / 1000);
  return { game, events: [houseEvent(game, 'timeGiven', null, { seconds })] };
}

function timeAsked(before: Game, event: EventRow): Change {
  const { for: seat, seconds, playerId } = event.action as unknown as AskedTime;
  const game = moved(before, event, {
    decisions: before.decisions.map((open) => (open.seat === seat ? withTimeAsked(open, seconds, playerId) : open)),
  });
  return { game, events: [houseEvent(game, 'timeAsked', event.seat, { for: seat, seconds })] };
}

/** Moves a deadline, because of a calendar or because all players agreed. The bank grows by the time agreed on. */
function timeExtended(before: Game, event: EventRow): Change {
  const { deadline, because, seconds = 0 } = event.action as unknown as ExtendedTime;
  const seat = event.seat as Seat;
  const to = { deadline: new Date(deadline), because, seconds };
  const game = moved(before, event, {
    // additional time that the players agreed on prevents undoing; time from a calendar does not
    turn: because === 'agreed' ? null : before.turn,
    decisions: before.decisions.map((open) => (open.seat === seat ? withMoreTime(open, to) : open)),
    banks: before.banks?.with(seat, (before.banks[seat] ?? 0) + seconds * 1000) ?? null,
  });
  return { game, events: [houseEvent(game, 'timeExtended', seat, { deadline, because })] };
}

function aborted(before: Game, event: EventRow): Change {
  const game = moved(before, event, { status: 'aborted', decisions: [], takeback: null });
  return { game, events: [houseEvent(game, 'gameAborted', event.seat, {})] };
}

function voided(before: Game, event: EventRow): Change {
  const { reason } = event.action as unknown as { reason: VoidReason };
  const game = moved(before, event, { status: 'aborted', decisions: [], takeback: null, voidedBecause: reason });
  return {
    game,
    events: [houseEvent(game, 'gameVoided', null, { reason }), houseEvent(game, 'gameAborted', null, {})],
  };
}

function settled(
  before: Game,
  event: EventRow,
  step: Step<unknown, EventShape>,
  opening: (game: Game) => TableEvent[],
  isPart = false,
): Change {
  const word = before.header.ruleset.outcome(step.state);
  const outcome = word === null ? null : finalOutcome(before, word);
  const game = moved(before, event, {
    status: outcome === null ? 'playing' : 'finished',
    state: step.state,
    decisions: decisionsAfter(before, event, step.state, isPart),
    takeback: outcome === null ? before.takeback : null,
    outcome,
  });
  const { version, head, updatedAt: at } = game;
  // lists the fields, because spreading events of many shapes would take most of the time of a replay
  const told = step.events.map(({ type, seat, data }) => ({ type, seat, data, version, head, at, ofRuleset: true }));
  return { game, events: [...opening(game), ...told, ...ending(game)] };
}

/** True if the seat's decision stays open after the action. An action that drew a card or rolled dice ends it. */
function leavesOpen({ header: { ruleset } }: Game, { seat, action, draws }: EventRow, state: unknown): boolean {
  if (ruleset.leavesOpen === undefined || draws.length > 0 || !ruleset.actors(state).includes(seat as Seat))
    return false;
  return ruleset.leavesOpen(action as unknown as ActionShape, state);
}

/** Returns the open decisions. Keeps the actor's if the action left it open, and others with the same legal actions. */
function decisionsAfter(before: Game, event: EventRow, state: unknown, isPart = false): Decision[] {
  const { ruleset, clock } = before.header;
  return ruleset.actors(state).map((seat) => {
    const open = before.decisions.find((decision) => decision.seat === seat);
    if (open !== undefined && isPart && seat === event.seat) {
      return { ...open, since: event.version, opened: open.opened ?? open.since };
    }
    const untouched =
      open !== undefined &&
      seat !== event.seat &&
      sameJson(ruleset.legalActions(before.state, seat), ruleset.legalActions(state, seat));
    if (untouched) return open;
    const timed = clock !== null && policyAt(before, seat) === null;
    const deadline = timed ? deadlineOf(clock, before.banks, seat, event.at) : null;
    return { seat, since: event.version, openedAt: event.at, deadline };
  });
}

/** Applies changes to a game. Clears `turn`, the actions that can be undone, unless `changes` contains it. */
function moved(before: Game, event: EventRow, changes: Partial<Game>): Game {
  const head = headAfter(before.header.chainKey, before.head, event);
  return { ...before, turn: null, ...changes, version: event.version, head, updatedAt: event.at };
}

export function headAfter(chainKey: Uint8Array, head: string, event: EventRow): string {
  return nextHead(chainKey, head, entryOf(event));
}

function entryOf({ version, kind, seat, action, draws, at }: EventRow) {
  return { version, kind, seat, action, draws, at: at.toISOString() };
}

function ending(game: Game): TableEvent[] {
  return game.outcome === null ? [] : [houseEvent(game, 'gameEnded', null, { outcome: game.outcome })];
}

function houseEvent(game: Game, type: string, seat: Seat | null, data: object): TableEvent {
  const { version, head, updatedAt: at } = game;
  return { version, head, at, ofRuleset: false, type, seat, data };
}

function seatTaken(game: Game, seat: Seat, holder: SeatHolder): TableEvent {
  const player = holder.kind === 'player' ? holder.player : null;
  const bot = holder.kind === 'bot' ? holder.policy : null;
  return houseEvent(game, 'seatTaken', seat, { player, bot });
}

/** Completes an outcome. A player who left cannot win. */
function finalOutcome(game: Game, outcome: RulesetOutcome): Outcome {
  const left = leaversOf(game.seats);
  if (left.length === 0 || outcome.winners.length === 0) return { ...outcome, left };
  const winners = outcome.winners.filter((seat) => isStaying(game.seats[seat]));
  return { ...outcome, winners: winners.length > 0 ? winners : bestStaying(game, outcome.scores), left };
}

/** Returns the outcome after seats have left; null: enough seats remain, so the game continues. */
export function outcomeAfterLeaving(game: Game, leavers: readonly Seat[]): Outcome | null {
  const { seats, header, state } = game;
  const left = leaversOf(seats);
  const staying = seats.flatMap((holder, each) => (isStaying(holder) ? [each] : []));
  const reason = left.at(-1)?.how ?? 'resigned';
  const word = reason === 'timedOut' ? 'ran out of time' : 'resigned';
  const who = sentence(seatNames(leavers));
  const zeros = seats.map(() => 0);
  if (seats.length === 1) {
    const scores = header.ruleset.conceded?.(state, leavers[0] as Seat);
    const score = scores === undefined ? '' : `, with a score of ${scores[0]}`;
    return { winners: [], scores: scores ?? zeros, reason, text: `${who} ${word}${score}.`, left };
  }
  if (staying.length > 1 && !isLeftToBots(game)) return null;
  const last =
    staying[0] === undefined ? 'no seat is left, and none wins' : `seat ${staying[0]} is the last one and wins`;
  const end = staying.length > 1 ? 'only bots are left' : last;
  return { winners: staying, scores: zeros, reason, text: `${who} ${word}: ${end}.`, left };
}

function isLeftToBots({ header: { ruleset, options }, seats }: Game): boolean {
  return ruleset.isUnbounded?.(options) === true && !seats.some((holder) => holder.kind !== 'bot' && isStaying(holder));
}

function bestStaying(game: Game, scores: readonly number[]): Seat[] {
  const direction = game.header.ruleset.scoring(game.header.options) === 'highest' ? 1 : -1;
  const staying = scores.flatMap((score, seat) =>
    isStaying(game.seats[seat]) ? [{ seat, worth: direction * score }] : [],
  );
  const best = Math.max(...staying.map(({ worth }) => worth));
  return staying.filter(({ worth }) => worth === best).map(({ seat }) => seat);
}

function leaversOf(seats: readonly SeatHolder[]): Outcome['left'] {
  return seats
    .flatMap((holder, seat) =>
      holder.kind === 'player' && holder.left !== undefined ? [{ seat, ...holder.left }] : [],
    )
    .sort((a, b) => a.version - b.version);
}

function asksWithout(asks: Game['takebackAsks'], playerId: string): Game['takebackAsks'] {
  if (!(playerId in asks)) return asks;
  const { [playerId]: _asked, ...others } = asks;
  return others;
}

/** The number of actions of a turn that can be undone one after another. */
const MOST_STEPS = 50;

/** Returns the actions that the seat can now undo; null: none. An action that changed another seat's decision cannot be
 * undone, because that revealed something. */
function ownTurnAfter(before: Game, event: EventRow, { decisions }: Game): OwnTurn | null {
  const { header, version, state, banks } = before;
  const seat = event.seat as Seat;
  if (event.kind !== 'action' || event.draws.length > 0 || header.place !== null) return null;
  if (!decisions.some((open) => open.seat === seat) || policyAt(before, seat) !== null) return null;
  const others = before.decisions.filter((open) => open.seat !== seat);
  if (decisions.length !== others.length + 1 || !others.every((open) => decisions.includes(open))) return null;
  const action = event.action as unknown as ActionShape;
  const step: OwnStep = { version, action, state, decisions: before.decisions, banks };
  const earlier = before.turn?.seat === seat ? before.turn.steps : [];
  return { seat, steps: [...earlier, step].slice(-MOST_STEPS) };
}
