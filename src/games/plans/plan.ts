import type { Static } from '@sinclair/typebox';
import type { Json } from '#rules/kernel/json.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Plan } from './plan-shapes.ts';

/** What is asked of a value; all that is there must hold. */
export interface Matchers {
  is?: Json;
  not?: Json;
  in?: Json[];
  min?: number;
  max?: number;
  /** of a list or a text: what is in it */
  has?: Json;
}

/** A condition on what the seat sees when its decision opens; `view` is a JSON pointer. */
export type ViewCondition = { view: string } & Matchers;

/** A condition on one event's data; `data` is a JSON pointer. */
export type DataCondition = { data: string } & Matchers;

/** A condition on what the seat was told from its last decision on: some event is of this kind. */
export interface EventCondition {
  event: { type: string; seat?: Seat; where?: DataCondition[] };
}

export type Condition = ViewCondition | EventCondition;

/** What is done where all conditions hold, and what is left of the plan then; `again`: the list that it stands in. */
export interface Branch {
  when?: Condition[];
  do: ActionShape;
  next?: Branch[] | 'again';
}

/** What becomes of a plan of which nothing matches: it ends, or leaves the decision to the player. */
export type Unmatched = 'drop' | 'wait';

/** Why a plan is no longer there to act. */
export type EndedBecause =
  | 'done'
  | 'unmatched'
  | 'illegal'
  | 'withdrawn'
  | 'suspended'
  | 'seatLeft'
  | 'gameOver'
  | 'takenBack';

/** A plan, how far it has come and how it ended: what is kept of it, as JSON. */
export interface PlanState {
  branches: Branch[];
  unmatched: Unmatched;
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
export function pointerOf(path: readonly number[]): string {
  return path.reduce((pointer, step) => `${pointer}/${step}/next`, '/branches');
}

/** The plan after its `nth` branch was done by the change that made that version. */
export function afterActing(plan: PlanState, nth: number, version: number): PlanState {
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
  asked: Pick<PlanState, 'branches' | 'expectedVersion'> & { unmatched?: Unmatched | undefined },
  since: number,
  now: Date,
): PlanState {
  const { branches, expectedVersion, unmatched = 'drop' } = asked;
  const begun = { path: [], acted: [], since, isDue: false, ended: null };
  return { branches, unmatched, ...begun, expectedVersion, putAt: now.toISOString() };
}

type PlanView = Static<typeof Plan>;

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
