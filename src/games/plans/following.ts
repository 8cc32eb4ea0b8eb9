import { sameJson } from '#rules/kernel/json.ts';
import { readPointer, stepsOf } from '#rules/kernel/pointer.ts';
import type { ActionShape, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { actionFor, followed, withBots } from '../commands/house-turns.ts';
import { type Game, isForHouse, isOver, type Proposal, shownTo, stayingAt, type TableEvent } from '../model/game.ts';
import type { Branch, Condition, DataCondition, Matchers, PlanView } from './plan-shapes.ts';

/** The events of these versions, both included, before redaction. */
type EventsBetween = (from: number, to: number) => Promise<TableEvent[]>;

export interface Followed {
  proposal: Proposal;
  plans: SeatPlan[];
}

/** The rest follow in separate changes. */
const MOST_AT_ONCE = 60;

/** Asks the active plans whenever a decision of their seats opens. A plan acts, then bots, then plans again. */
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
  /** By index of the plan: the newest version at which it was asked or need not be. */
  readonly #askedUpTo: number[];
  #acted = 0;

  constructor(before: Game, change: Proposal, plans: readonly SeatPlan[], eventsBetween: EventsBetween) {
    this.#before = before;
    this.#proposal = change;
    this.#eventsBetween = eventsBetween;
    this.#plans = plans.map((plan) => ({ ...plan, state: afterChange(plan, change.rows) }));
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

  /** -1: none. */
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
    // a branch without conditions always matches
    const chosen = branches.findIndex(({ when = [] }) => when.every((condition) => holds(condition, seen)));
    if (chosen === -1) {
      this.#set(nth, state.unmatched === 'drop' ? ended(state, 'unmatched', game.version) : { ...state, isDue: false });
      return;
    }
    const legal: ActionShape[] = game.header.ruleset.legalActions(game.state, seat);
    const { do: wanted } = branches[chosen] as Branch;
    const action = legal.find((each) => sameJson(each, wanted));
    if (action === undefined) this.#set(nth, ended(state, 'illegal', game.version));
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

  /** Ends plans of seats that their players no longer hold, and all plans at the end of the game. */
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

/** After these entries the players decide themselves. */
const TAKES_BACK: ReadonlySet<string> = new Set(['undone', 'takenBack']);

/** Accounts for the seat's own actions, and for actions of the plan that were taken back. */
function afterChange({ seat, state }: SeatPlan, rows: readonly EventRow[]): PlanState {
  let after = state;
  for (const { kind, seat: whose, action, version } of rows) {
    if ((kind === 'action' || kind === 'timeout') && whose === seat) after = { ...after, since: version };
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

/** A missing value matches only `not`. */
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
  /** The branches done so far, which lead to the list asked next. */
  path: number[];
  /** Oldest first: the version of each action and a JSON pointer to its branch. */
  acted: { version: number; branch: string }[];
  /** The version of the seat's last decision; event conditions see events from there on. */
  since: number;
  /** It acts as soon as the house continues: one append holds no more actions. */
  isDue: boolean;
  expectedVersion: number;
  putAt: string;
  ended: { because: EndedBecause; version: number } | null;
}

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
  const gone = { ...plan, acted, since: version, isDue: false };
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
  const begun = { path: [], acted: [], since, isDue: false, ended: null };
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
