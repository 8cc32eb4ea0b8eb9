import type { Branch } from '../../src/games/plans/plan-shapes.ts';
import { type Followed, followPlans, type SeatPlan } from '../../src/games/plans/plans.ts';

type Follow = typeof followPlans;

export const BADLY_PLANNED: readonly { what: string; follow: Follow }[] = [
  {
    what: 'misses what others do',
    follow: async (before, change, plans, told) => {
      const [deed] = change.rows;
      return followPlans(before, change, plans, told).then((followed) =>
        plans.some(({ seat }) => seat === deed?.seat) ? followed : { proposal: change, plans: [...plans] },
      );
    },
  },
  {
    what: 'asks at a decision that was open',
    follow: (before, change, plans, told) => followPlans(before, change, plans.map(due), told),
  },
  {
    what: 'looks at no condition',
    follow: (before, change, plans, told) => followPlans(before, change, plans.map(unconditional), told),
  },
  {
    what: 'forgets what was told before the change',
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
    what: 'tells the table that it was a plan',
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
    what: 'lets a plan go on that was taken back',
    follow: (...asked) => without('takenBack', followPlans(...asked)),
  },
  {
    what: 'keeps a plan of which nothing matched',
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
