import { sameJson } from '#rules/kernel/json.ts';
import { readPointer, stepsOf } from '#rules/kernel/pointer.ts';
import type { ActionShape, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import { type Queues, tried } from '../../eventlog/carry-out.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import type { EventRow, PlanRow, ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { actionFor, followed, withBots } from '../commands/actions.ts';
import {
  type Completed,
  closedTo,
  type Game,
  gameNotFound,
  gameOver,
  hasPlanWaiting,
  isForHouse,
  isOver,
  isStaying,
  type Proposal,
  seatLeft,
  seatProblem,
  seatsOf,
  shownTo,
  stayingAt,
  type TableEvent,
  wakeAt,
} from '../model/game.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import { PLAN_LIMITS, planFaults } from './plan-form.ts';
import type { Branch, Condition, DataCondition, Matchers, PlanAsked, PlanView } from './plan-shapes.ts';

export interface PlanOfSeat {
  seat: Seat;
  plan: SeatPlan | null;
}

interface PlansParts {
  store: Store;
  clock: ServerClock;
  log: GameLog;
  games: LiveGames;
  queues: Queues;
}

/** Stores secret plans of players: instructions for later decisions. Each append to a game's log compares a mark that
 * changes with every plan, so no change overlooks a stored plan. */
export class Plans {
  readonly #parts: PlansParts;
  /** the running plans of each cached game; if a change cannot be stored, the cache drops the game and its plans */
  readonly #running = new WeakMap<Game, SeatPlan[]>();
  readonly follows = hasPlanWaiting;

  constructor(parts: PlansParts) {
    this.#parts = parts;
  }

  /** Stores a plan. It replaces the seat's earlier plan. */
  put(player: Player, gameId: string, asked: PlanAsked): Promise<Result<SeatPlan>> {
    return this.#write(gameId, async (game) => {
      const seat = plannedSeat(game, player.id, asked.seat);
      if (!seat.ok) return seat;
      const faults = planFaults(asked.branches, game.header.ruleset, game.header.seatCount);
      if (faults.length > 0) {
        const detail = `This plan is not valid for ${game.header.ruleset.name}: \`errors\` says what to change.`;
        return refused('invalid-request', detail, { errors: faults });
      }
      const since = await this.#parts.log.lastOf(game.header, seat.value, ['action', 'timeout'], game.version);
      const stale = staleness(game, seat.value, since, asked.expectedVersion);
      const state = newState(asked, since, this.#parts.clock.now());
      return stale ?? done({ seat: seat.value, playerId: player.id, state });
    });
  }

  async get(player: Player, gameId: string, asked: Seat | undefined): Promise<Result<PlanOfSeat>> {
    const game = await this.#parts.games.current(gameId);
    return game === null ? gameNotFound(gameId) : this.#planOf(game, player.id, asked);
  }

  /** Withdraws a plan. A plan that has ended does not change. */
  withdraw(player: Player, gameId: string, asked: Seat | undefined): Promise<Result<SeatPlan>> {
    return this.#write(gameId, async (game) => {
      const found = await this.#planOf(game, player.id, asked);
      if (!found.ok) return found;
      const { seat, plan } = found.value;
      if (plan === null) return refused('plan-not-found', `There is no plan for your seat ${seat} in this game.`);
      return done(plan.state.ended !== null ? plan : { ...plan, state: ended(plan.state, 'withdrawn', game.version) });
    });
  }

  /** Ends the plans of a suspended player and returns their number. */
  async endAll(playerId: string): Promise<number> {
    let count = 0;
    for (const gameId of await this.#parts.store.plans.gamesOf(playerId)) {
      const rows = await this.#parts.store.plans.of(gameId);
      for (const { seat } of rows.filter((row) => row.playerId === playerId && row.running)) {
        if ((await this.#end(gameId, playerId, seat)).ok) count++;
      }
    }
    return count;
  }

  #end(gameId: string, playerId: string, seat: Seat): Promise<Result<SeatPlan>> {
    return this.#write(gameId, async (game) => {
      const row = (await this.#parts.store.plans.of(gameId)).find(
        (each) => each.seat === seat && each.playerId === playerId,
      );
      if (row === undefined || !row.running) return refused('plan-not-found', `The plan of seat ${seat} has ended.`);
      const plan = planIn(row);
      return done({ ...plan, state: ended(plan.state, 'suspended', game.version) });
    });
  }

  /** Lets plans act after a change. Appending the result fails if a plan was written in the meantime. */
  async follow(before: Game, change: Completed): Promise<Completed> {
    const plans = await this.#runningIn(before);
    const followed = await followPlans(before, change, plans, (from, to) =>
      this.#parts.games.eventsBetween(before, from - 1, to),
    );
    const changed = followed.plans.filter((plan, i) => plan.state !== plans[i]?.state);
    const running = followed.plans.filter(({ state }) => state.ended === null);
    const game = changed.length === 0 ? followed.proposal.game : withNextMark(followed.proposal.game, running);
    this.#running.set(game, running);
    if (changed.length === 0) return followed.proposal;
    return {
      ...followed.proposal,
      game,
      plans: {
        changed: changed.map((plan) => rowOf(before.header.id, plan)),
        mark: game.planMark,
        // the seats whose plan left a decision open: their players are notified, because they may rely on the plan
        dropped: changed
          .filter(({ state: { ended } }) => ended !== null && LEAVES_DECISION.has(ended.because))
          .map(({ seat }) => seat),
        alone: change.rows.length === 0,
        goOn: running.some(({ state }) => state.isDue),
      },
    };
  }

  async #planOf(game: Game, playerId: string, asked: Seat | undefined): Promise<Result<PlanOfSeat>> {
    const seat = ownSeat(game, playerId, asked);
    if (!seat.ok) return seat;
    const row = (await this.#parts.store.plans.of(game.header.id)).find((each) => each.seat === seat.value);
    const isTheirs = row !== undefined && row.playerId === playerId;
    return done({ seat: seat.value, plan: isTheirs ? planIn(row) : null });
  }

  /** Decides on the newest version and writes the plan. Other changes of the game wait meanwhile. */
  #write(gameId: string, decide: (game: Game) => Promise<Result<SeatPlan>>): Promise<Result<SeatPlan>> {
    const write = () =>
      tried(async () => {
        const game = await this.#parts.games.current(gameId);
        if (game === null) return gameNotFound(gameId);
        const decided = await decide(game);
        if (!decided.ok || (await this.#tryWrite(game, decided.value))) return decided;
        this.#parts.games.forget(gameId);
        return 'lost';
      });
    return this.#parts.queues.pass(gameId, 'callers', write);
  }

  async #tryWrite(game: Game, plan: SeatPlan): Promise<boolean> {
    const { id } = game.header;
    const before = await this.#parts.store.plans.of(id);
    const others = before.filter(({ seat, running }) => running && seat !== plan.seat).map(planIn);
    const running = [...others, plan].filter(({ state }) => state.ended === null).sort((a, b) => a.seat - b.seat);
    const { version, planMark: mark } = game;
    const { planMark: nextMark } = withNextMark(game, running);
    const write = { plan: rowOf(id, plan), version, mark, nextMark, deadline: wakeAt(game) };
    if (!(await this.#parts.store.plans.write(write))) return false;
    this.#running.set(this.#parts.games.markPlans(game, nextMark), running);
    return true;
  }

  async #runningIn(game: Game): Promise<SeatPlan[]> {
    const known = this.#running.get(game);
    if (known !== undefined) return known;
    const rows = await this.#parts.store.plans.of(game.header.id);
    const plans = rows.filter(({ running }) => running).map(planIn);
    this.#running.set(game, plans);
    return plans;
  }
}

/** Sets the next mark, which is odd while a plan is active. Marks are never repeated: equal marks mean equal plans. */
function withNextMark(game: Game, running: readonly SeatPlan[]): Game {
  return { ...game, planMark: game.planMark + (hasPlanWaiting(game) === running.length > 0 ? 2 : 1) };
}

function rowOf(gameId: string, { seat, playerId, state }: SeatPlan): PlanRow {
  return { gameId, seat, playerId, running: state.ended === null, content: JSON.stringify(state) };
}

function planIn({ seat, playerId, content }: PlanRow): SeatPlan {
  return { seat, playerId, state: { alone: 0, ...(JSON.parse(content) as Stored) } };
}

/** Returns the requested seat; by default the player's lowest seat, preferably one that the player has not left. */
function ownSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  const you = seatsOf(game, playerId);
  const seat = asked ?? you.find((own) => isStaying(game.seats[own])) ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? done(seat);
}

function plannedSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const seat = ownSeat(game, playerId, asked);
  if (!seat.ok) return seat;
  if (isOver(game)) return gameOver(game);
  return isStaying(game.seats[seat.value]) ? seat : seatLeft(seat.value);
}

/** Returns why the plan is too late: the seat got or made a decision after version `expected`. Null: it did not. */
function staleness(game: Game, seat: Seat, lastDecision: number, expected: number) {
  const hint = 'Read the state again, then plan again.';
  if (expected > game.version) {
    const detail = `You expected version ${expected}, but the game is only at version ${game.version}.`;
    return refused('stale-version', detail, { hint });
  }
  const since = game.decisions.find((open) => open.seat === seat)?.since ?? 0;
  if (since <= expected && lastDecision <= expected) return null;
  const detail =
    since > expected
      ? `Your plan is for version ${expected}, but your seat got a new decision at version ${since}.`
      : `Your plan is for version ${expected}, but your seat has decided at version ${lastDecision}.`;
  return refused('stale-version', detail, { hint });
}

/** Returns the events from one version to another, both included, also those that some viewers may not see. */
type EventsBetween = (from: number, to: number) => Promise<TableEvent[]>;

export interface Followed {
  proposal: Proposal;
  plans: SeatPlan[];
}

/** One change has at most this many actions. Further actions follow in further changes. */
const MOST_AT_ONCE = 60;

const LEAVES_DECISION: ReadonlySet<string> = new Set(['unmatched', 'illegal', 'unattended']);

/** Lets active plans act when a decision of their seats opens. After each plan's action, bots act, then plans again. */
export async function followPlans(
  before: Game,
  change: Proposal,
  plans: readonly SeatPlan[],
  eventsBetween: EventsBetween,
): Promise<Followed> {
  const following = new Following(before, change, plans, eventsBetween);
  return following.run();
}

class Following {
  readonly #before: Game;
  readonly #eventsBetween: EventsBetween;
  readonly #plans: SeatPlan[];
  #proposal: Proposal;
  /** by index of the plan: the plan acts only on decisions that opened after this version */
  readonly #askedUpTo: number[];
  #acted = 0;

  constructor(before: Game, change: Proposal, plans: readonly SeatPlan[], eventsBetween: EventsBetween) {
    this.#before = before;
    this.#proposal = change;
    this.#eventsBetween = eventsBetween;
    this.#plans = plans.map((plan) => ({ ...plan, state: afterChange(plan, change.rows, before.seats) }));
    const takenBackAt = change.rows.findLast(({ kind }) => TAKES_BACK.has(kind))?.version ?? 0;
    this.#askedUpTo = plans.map(({ state }) => Math.max(state.isDue ? 0 : before.version, takenBackAt));
  }

  async run(): Promise<Followed> {
    this.#endOrphans();
    for (let nth = this.#nextAsked(); nth !== -1; nth = this.#nextAsked()) {
      await this.#ask(nth);
      this.#endOrphans();
    }
    return { proposal: this.#proposal, plans: this.#plans };
  }

  /** Returns the index of the next plan that has a decision to make; −1: there is none. */
  #nextAsked(): number {
    const { decisions } = this.#proposal.game;
    return this.#plans.findIndex(
      ({ seat, state }, i) =>
        state.ended === null &&
        decisions.some((open) => open.seat === seat && open.since > (this.#askedUpTo[i] as number)),
    );
  }

  async #ask(nth: number): Promise<void> {
    const { seat, state } = this.#plans[nth] as SeatPlan;
    const { game } = this.#proposal;
    this.#askedUpTo[nth] = game.version;
    const branches = branchesNext(state);
    const asksForEvents = branches.some(({ when = [] }) => when.some((condition) => 'event' in condition));
    const seen: Seen = {
      view: game.header.ruleset.view(game.state, seat),
      events: asksForEvents ? await this.#seenBy(seat, state.since) : [],
    };
    // a branch without conditions always applies
    const chosen = branches.findIndex(({ when = [] }) => when.every((condition) => holds(condition, seen)));
    if (chosen === -1) {
      this.#set(nth, state.unmatched === 'drop' ? ended(state, 'unmatched', game.version) : { ...state, isDue: false });
      return;
    }
    const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
    const { do: wanted } = branches[chosen] as Branch;
    const action = legal.find((each) => sameJson(each, wanted));
    if (action === undefined) this.#set(nth, ended(state, 'illegal', game.version));
    else if (state.alone >= PLAN_LIMITS.actionsAlone) this.#set(nth, ended(state, 'unattended', game.version));
    else if (this.#acted === MOST_AT_ONCE) this.#set(nth, { ...state, isDue: true });
    else this.#act(nth, chosen, action);
  }

  #act(nth: number, chosen: number, action: ActionShape): void {
    const { seat, state } = this.#plans[nth] as SeatPlan;
    const { game } = this.#proposal;
    const acted = followed(this.#proposal, actionFor(game, game.updatedAt, seat, action, 'action'));
    this.#set(nth, afterActing(state, chosen, acted.game.version));
    this.#acted++;
    this.#proposal = isForHouse(acted.game) ? withBots(acted) : acted;
  }

  /** Ends the plans of players who no longer hold their seats, and all plans at the end of the game. */
  #endOrphans(): void {
    const { game } = this.#proposal;
    for (const [nth, { seat, playerId, state }] of this.#plans.entries()) {
      if (state.ended !== null) continue;
      if (stayingAt(game.seats, seat)?.id !== playerId) this.#set(nth, ended(state, 'seatLeft', game.version));
      else if (isOver(game)) this.#set(nth, ended(state, 'gameOver', game.version));
    }
  }

  #set(nth: number, state: PlanState): void {
    this.#plans[nth] = { ...(this.#plans[nth] as SeatPlan), state };
  }

  async #seenBy(seat: Seat, since: number): Promise<EventShape[]> {
    const earlier = since > this.#before.version ? [] : await this.#eventsBetween(since, this.#before.version);
    return [...earlier, ...this.#proposal.events].flatMap((event) => {
      if (event.version < since) return [];
      return shownTo(this.#before.header, event, seat) ?? [];
    });
  }
}

/** Entries of these kinds end each plan whose last action they take back: its player should decide again. */
const TAKES_BACK: ReadonlySet<string> = new Set(['undone', 'takenBack']);

/** Returns the state of a plan after the entries of a change, before plans act on that change. */
function afterChange({ seat, state }: SeatPlan, rows: readonly EventRow[], seats: Game['seats']): PlanState {
  let after = state;
  for (const { kind, seat: whose, action, version } of rows) {
    if ((kind === 'action' || kind === 'timeout') && whose === seat) after = { ...after, since: version };
    if (after.alone > 0 && kind === 'action' && stayingAt(seats, whose) !== null) after = { ...after, alone: 0 };
    if (!TAKES_BACK.has(kind)) continue;
    const { to } = action as { to: number };
    const isUndone = (state.acted.at(-1)?.version ?? 0) > to;
    if (isUndone && after.ended === null) after = ended(after, 'takenBack', version);
  }
  return after;
}

interface Seen {
  view: unknown;
  events: readonly EventShape[];
}

function holds(condition: Condition, { view, events }: Seen): boolean {
  if ('view' in condition) return fits(condition, readPointer(view, stepsOf(condition.view)));
  const { type, seat, where = [] } = condition.event;
  return events.some(
    (event) =>
      event.type === type &&
      (seat === undefined || event.seat === seat) &&
      where.every((each: DataCondition) => fits(each, readPointer(event.data, stepsOf(each.data)))),
  );
}

/** True if a value fulfills all conditions. A missing value fulfills only `not`. */
function fits(matchers: Matchers, value: unknown): boolean {
  const { is, not, in: among, min, max, has } = matchers;
  if (is !== undefined && !sameJson(value, is)) return false;
  if (not !== undefined && sameJson(value, not)) return false;
  if (among !== undefined && !among.some((each) => sameJson(value, each))) return false;
  if (min !== undefined && !(typeof value === 'number' && value >= min)) return false;
  if (max !== undefined && !(typeof value === 'number' && value <= max)) return false;
  return has === undefined || isIn(has, value);
}

function isIn(part: unknown, whole: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((each) => sameJson(each, part));
  return typeof whole === 'string' && typeof part === 'string' && whole.includes(part);
}

export type EndedBecause = NonNullable<PlanView['why']>;

export interface PlanState {
  branches: Branch[];
  unmatched: PlanView['unmatched'];
  /** the indexes of the branches that lead to the list of branches to check next; empty: the first list */
  path: number[];
  /** the version of each action of the plan, with a JSON pointer to its branch, oldest first */
  acted: { version: number; branch: string }[];
  /** the version of the seat's last decision; conditions on events look at events since then */
  since: number;
  /** the number of the plan's actions since a player last acted without a plan */
  alone: number;
  /** true: the plan acts in the next change, because the last change had as many actions as allowed */
  isDue: boolean;
  expectedVersion: number;
  putAt: string;
  ended: { because: EndedBecause; version: number } | null;
}

/** Earlier versions of the server did not store `alone`. */
type Stored = Omit<PlanState, 'alone'> & { alone?: number };

export interface SeatPlan {
  seat: Seat;
  playerId: string;
  state: PlanState;
}

const ACTED_KEPT = 100;

export function branchesNext({ branches, path }: PlanState): Branch[] {
  let list = branches;
  for (const step of path) list = list[step]?.next as Branch[];
  return list;
}

function pointerOf(path: readonly number[]): string {
  return path.reduce((pointer, step) => `${pointer}/${step}/next`, '/branches');
}

function afterActing(plan: PlanState, nth: number, version: number): PlanState {
  const { next } = branchesNext(plan)[nth] as Branch;
  const acted = [...plan.acted, { version, branch: `${pointerOf(plan.path)}/${nth}` }].slice(-ACTED_KEPT);
  const gone = { ...plan, acted, since: version, alone: plan.alone + 1, isDue: false };
  if (next === undefined) return ended(gone, 'done', version);
  return next === 'again' ? gone : { ...gone, path: [...plan.path, nth] };
}

export function ended(plan: PlanState, because: EndedBecause, version: number): PlanState {
  return { ...plan, isDue: false, ended: { because, version } };
}

export function newState(
  asked: Pick<PlanState, 'branches' | 'expectedVersion'> & { unmatched?: PlanView['unmatched'] | undefined },
  since: number,
  now: Date,
): PlanState {
  const { branches, expectedVersion, unmatched = 'drop' } = asked;
  const begun = { path: [], acted: [], since, alone: 0, isDue: false, ended: null };
  return { branches, unmatched, ...begun, expectedVersion, putAt: now.toISOString() };
}

export function planView({ seat, state }: SeatPlan): PlanView {
  const { branches, unmatched, path, acted, expectedVersion, putAt, ended } = state;
  return {
    seat,
    status: ended === null ? 'running' : ended.because === 'done' ? 'done' : 'dropped',
    why: ended?.because ?? null,
    endedVersion: ended?.version ?? null,
    branches,
    unmatched,
    position: ended === null ? pointerOf(path) : null,
    acted,
    expectedVersion,
    putAt,
  };
}
