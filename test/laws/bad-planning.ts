import type { Branch } from '../../src/games/plans/plan-shapes.ts';
import { type Followed, followPlans, type SeatPlan } from '../../src/games/plans/plans.ts';

type Follow = typeof followPlans;

export const BADLY_PLANNED: readonly { what: string; follow: Follow }[] = [
  {
    what: 'ignores the changes of other seats',
    follow: async (before, change, plans, told) => {
      const [deed] = change.rows;
      return followPlans(before, change, plans, told).then((followed) =>
        plans.some(({ seat }) => seat === deed?.seat) ? followed : { proposal: change, plans: [...plans] },
      );
    },
  },
  {
    what: 'applies a plan to a decision that was already open',
    follow: (before, change, plans, told) => followPlans(before, change, plans.map(due), told),
  },
  {
    what: 'ignores conditions',
    follow: (before, change, plans, told) => followPlans(before, change, plans.map(unconditional), told),
  },
  {
    what: 'forgets events before the change',
    follow: (before, change, plans) => followPlans(before, change, plans, async () => []),
  },
  {
    what: 'acts a moment later',
    follow: async (before, change, plans, told) => {
      const followed = await followPlans(before, change, plans, told);
      const { rows, ...proposal } = followed.proposal;
      const later = rows.map((row, nth) => (nth < change.rows.length ? row : { ...row, at: new Date(+row.at + 1) }));
      return { ...followed, proposal: { ...proposal, rows: later } };
    },
  },
  {
    what: 'shows the table that a plan acted',
    follow: async (before, change, plans, told) => {
      const followed = await followPlans(before, change, plans, told);
      const { game, events, rows } = followed.proposal;
      if (rows.length === change.rows.length) return followed;
      const { version, head, updatedAt: at } = game;
      const planned = { type: 'planActed', seat: null, data: {}, version, head, at, ofRuleset: false };
      return { ...followed, proposal: { game, rows, events: [...events, planned] } };
    },
  },
  {
    what: 'continues a plan whose action was taken back',
    follow: (...asked) => without('takenBack', followPlans(...asked)),
  },
  {
    what: 'keeps a plan without a matching branch',
    follow: (...asked) => without('unmatched', followPlans(...asked)),
  },
  {
    what: 'keeps a plan whose action was not legal',
    follow: (...asked) => without('illegal', followPlans(...asked)),
  },
  {
    what: 'keeps a plan whose seat was given up',
    follow: (...asked) => without('seatLeft', followPlans(...asked)),
  },
];

function due(plan: SeatPlan): SeatPlan {
  return { ...plan, state: { ...plan.state, isDue: true } };
}

function unconditional(plan: SeatPlan): SeatPlan {
  return { ...plan, state: { ...plan.state, branches: plan.state.branches.map(always) } };
}

function always({ do: action, next }: Branch): Branch {
  if (next === undefined) return { do: action };
  return { do: action, next: next === 'again' ? next : next.map(always) };
}

async function without(because: string, following: Promise<Followed>): Promise<Followed> {
  const { proposal, plans } = await following;
  const kept = ({ state, ...plan }: SeatPlan): SeatPlan => ({
    ...plan,
    state: state.ended?.because === because ? { ...state, ended: null } : state,
  });
  return { proposal, plans: plans.map(kept) };
}
