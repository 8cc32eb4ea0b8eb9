import type { Seat } from '#rules/kernel/ruleset.ts';
import type { Branch, PlanView } from './plan-shapes.ts';

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
