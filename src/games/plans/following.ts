import { sameJson } from '#rules/kernel/json.ts';
import { readPointer, stepsOf } from '#rules/kernel/pointer.ts';
import type { ActionShape, EventShape, Seat } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { actionFor, followed, withBots } from '../commands/bot-turns.ts';
import { type Game, isForHouse, isOver, type Proposal, shownTo, type TableEvent } from '../model/game.ts';
import { isStaying } from '../model/seats.ts';
import type { Branch, Condition, DataCondition, Matchers, PlanView } from './plan-shapes.ts';

/** What happened in a game from one version to another, both included, before it is decided who may see it. */
type EventsBetween = (from: number, to: number) => Promise<TableEvent[]>;

/** A change with what plans did after it, and the plans as they are then. */
export interface Followed {
  proposal: Proposal;
  plans: SeatPlan[];
}

/** So many actions of plans travel with the change before them; the rest follow in changes of their own. */
const MOST_AT_ONCE = 60;

/**
 * Asks the plans of a game, those that have not ended, at each decision of their seats that opens in a change: the action
 * of a plan follows at the same moment, then what bots do, then plans are asked again.
 */
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
  /** by the place of a plan: the newest decision at which it was asked, or that is none of its business */
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
    for (let nth = this.#nextAsked(); nth !== null; nth = this.#nextAsked()) {
      await this.#ask(nth);
      this.#endOrphans();
    }
    return { proposal: this.#proposal, plans: this.#plans };
  }

  /** The first plan with a decision at which it was not asked. */
  #nextAsked(): number | null {
    const { decisions } = this.#proposal.game;
    const nth = this.#plans.findIndex(
      ({ seat, state }, i) =>
        state.ended === null &&
        decisions.some((open) => open.seat === seat && open.since > (this.#askedUpTo[i] as number)),
    );
    return nth === -1 ? null : nth;
  }

  async #ask(nth: number): Promise<void> {
    const { seat, state } = this.#plans[nth] as SeatPlan;
    const { game } = this.#proposal;
    this.#askedUpTo[nth] = game.version;
    const branches = branchesNext(state);
    const chosen = firstMatch(branches, {
      view: game.header.ruleset.view(game.state, seat),
      events: asksForEvents(branches) ? await this.#seenBy(seat, state.since) : [],
    });
    if (chosen === null) {
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

  /** Ends the plans of seats that are no longer their players', and all of them with the game. */
  #endOrphans(): void {
    const { game } = this.#proposal;
    for (const [nth, { seat, playerId, state }] of this.#plans.entries()) {
      if (state.ended !== null) continue;
      const holder = game.seats[seat];
      const isTheirs = holder?.kind === 'player' && holder.player.id === playerId && isStaying(holder);
      if (!isTheirs) this.#set(nth, ended(state, 'seatLeft', game.version));
      else if (isOver(game)) this.#set(nth, ended(state, 'gameOver', game.version));
    }
  }

  #set(nth: number, state: PlanState): void {
    this.#plans[nth] = { ...(this.#plans[nth] as SeatPlan), state };
  }

  /** What that seat was told from a version on, up to now. */
  async #seenBy(seat: Seat, since: number): Promise<EventShape[]> {
    const earlier = since > this.#before.version ? [] : await this.#eventsBetween(since, this.#before.version);
    return [...earlier, ...this.#proposal.events].flatMap((event) => {
      if (event.version < since) return [];
      return shownTo(this.#before.header, event, seat) ?? [];
    });
  }
}

/** Entries that put a game back to an earlier position: the decisions that open there are the players' own. */
const TAKES_BACK: ReadonlySet<string> = new Set(['undone', 'takenBack']);

/** A plan after a change that was not its doing: what its seat did itself, and what it did that was taken back. */
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

/** What a plan goes by: what its seat sees, and what it was told since its last decision. */
interface Seen {
  view: unknown;
  events: readonly EventShape[];
}

/** The place of the first branch whose conditions all hold; null where none does. A branch without conditions always does. */
function firstMatch(branches: readonly Branch[], seen: Seen): number | null {
  const nth = branches.findIndex(({ when = [] }) => when.every((condition) => holds(condition, seen)));
  return nth === -1 ? null : nth;
}

/** Whether any condition in these branches is one on events. */
function asksForEvents(branches: readonly Branch[]): boolean {
  return branches.some(({ when = [] }) => when.some((condition) => 'event' in condition));
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

/** Where nothing stands at a pointer, nothing holds of it but that it is not something. */
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

/** A plan, how far it has come and how it ended: what is kept of it, as JSON. */
export interface PlanState {
  branches: Branch[];
  unmatched: PlanView['unmatched'];
  /** where the list stands that is asked next: the branches that were done on the way there */
  path: number[];
  /** what it did last, oldest first: the version that this made, and a JSON pointer to the branch */
  acted: { version: number; branch: string }[];
  /** the version of the seat's last decision: what happened from then on counts for conditions on events */
  since: number;
  /** whether it is to act as soon as the house goes on, since one append holds no more */
  isDue: boolean;
  expectedVersion: number;
  putAt: string;
  /** null: it waits for a decision of its seat */
  ended: { because: EndedBecause; version: number } | null;
}

/** The plan of a seat of a game. */
export interface SeatPlan {
  seat: Seat;
  playerId: string;
  state: PlanState;
}

/** A standing plan may act very often: so much of that is remembered. */
const ACTED_KEPT = 100;

/** The branches that are asked next. */
export function branchesNext({ branches, path }: PlanState): Branch[] {
  let list = branches;
  for (const step of path) list = list[step]?.next as Branch[];
  return list;
}

/** Where that list stands in the plan, as a JSON pointer. */
function pointerOf(path: readonly number[]): string {
  return path.reduce((pointer, step) => `${pointer}/${step}/next`, '/branches');
}

/** The plan after its `nth` branch was done by the change that made that version. */
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

/** A plan that has not been asked yet; `since`: the version of its seat's last decision. */
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
