import { type Static, type TUnsafe, Type } from '@sinclair/typebox';
import type { Json } from '#rules/kernel/json.ts';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import { PLAN_LIMITS } from './plan-form.ts';

const Version = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const Anything = (description: string) => Type.Unsafe<Json>({ description });

const POINTER = '^(/([^~/]|~[01])*)*$';

const MATCHERS = {
  is: Type.Optional(Anything('It equals this value, any JSON.')),
  not: Type.Optional(Anything('It differs from this value, or is missing.')),
  in: Type.Optional(
    Type.Array(Anything('A value.'), {
      minItems: 1,
      maxItems: PLAN_LIMITS.values,
      description: 'It is one of these values.',
    }),
  ),
  min: Type.Optional(Type.Number({ description: 'It is a number, and at least this.' })),
  max: Type.Optional(Type.Number({ description: 'It is a number, and at most this.' })),
  has: Type.Optional(Anything('It is a list or a text that contains this.')),
};

const PlanDataCondition = Type.Object(
  {
    data: Type.String({
      pattern: POINTER,
      description: 'A JSON pointer into the `data` of the event, such as `/value`.',
    }),
    ...MATCHERS,
  },
  { $id: 'PlanDataCondition', additionalProperties: false, description: 'A condition on the data of an event.' },
);
export type DataCondition = Static<typeof PlanDataCondition>;
export type Matchers = Omit<DataCondition, 'data'>;

const PlanViewCondition = Type.Object(
  {
    view: Type.String({
      pattern: POINTER,
      description: 'A JSON pointer into the `view` of your seat, such as `/phase` or `/scores/0`.',
    }),
    ...MATCHERS,
  },
  {
    $id: 'PlanViewCondition',
    additionalProperties: false,
    description:
      'A condition on what your seat sees when its decision opens, by at least one of `is`, `not`, `in`, `min`, `max` and `has`.',
  },
);
export type ViewCondition = Static<typeof PlanViewCondition>;

const PlanEventCondition = Type.Object(
  {
    event: Type.Object(
      {
        type: Type.String({ description: 'The `type` of the event.' }),
        seat: Type.Optional({ ...SeatNumber, description: 'The seat that acted or is affected. Default: any.' }),
        where: Type.Optional(
          Type.Array(Ref(PlanDataCondition), {
            minItems: 1,
            maxItems: PLAN_LIMITS.conditions,
            description: 'Conditions on its data; all must hold.',
          }),
        ),
      },
      { additionalProperties: false, description: 'The kind of the event.' },
    ),
  },
  {
    $id: 'PlanEventCondition',
    additionalProperties: false,
    description:
      'A condition on the events that your seat received since its last decision, including the result of that ' +
      'decision: one of them must match.',
  },
);

export type EventCondition = Static<typeof PlanEventCondition>;
export type Condition = ViewCondition | EventCondition;

const PlanCondition = Type.Unsafe<Condition>({
  $id: 'PlanCondition',
  description: 'A condition that must hold when your decision opens.',
  anyOf: [Ref(PlanViewCondition), Ref(PlanEventCondition)],
});

/** A list of branches, which can contain further lists. */
const Branches = (description: string) =>
  Type.Unsafe<Branch[]>({
    type: 'array',
    items: { $ref: 'PlanBranch#' },
    minItems: 1,
    maxItems: PLAN_LIMITS.branches,
    description,
  });

const Why = Words(
  ['done', 'unmatched', 'illegal', 'withdrawn', 'suspended', 'seatLeft', 'gameOver', 'takenBack', 'unattended'],
  {
    description:
      '`done`: it did all that it was for. `unmatched`: no branch matched. `illegal`: the action of the branch that matched was not legal. ' +
      '`withdrawn`: you ended it. `suspended`: an operator kept you out. `seatLeft`: the seat was given up. `gameOver`: the game ended. `takenBack`: what it had done was taken back. ' +
      `\`unattended\`: it had acted ${PLAN_LIMITS.actionsAlone} times since a player last acted without a plan.`,
  },
);

const Seat = { ...SeatNumber, description: 'Your seat.' };
const Unmatched = Words(['drop', 'wait'], {
  description:
    'If no branch matches: `drop` ends the plan; `wait` leaves that decision to you and checks the branches ' +
    'again at the next one.',
});
const ExpectedVersion = {
  ...Version,
  description:
    'The `version` of the state that you planned on. The plan is rejected as stale if a decision of your seat ' +
    'has opened or was made since, so it never misses its change.',
};

const PlanActed = Type.Object(
  {
    version: { ...Version, description: 'The game version created by its action.' },
    branch: Type.String({ description: 'The branch, as a JSON pointer into the plan.' }),
  },
  { $id: 'PlanActed', description: 'An action of a plan.' },
);

export const Plan = Type.Object(
  {
    seat: Seat,
    status: Words(['running', 'done', 'dropped'], {
      description:
        '`running`: it waits for a decision of the seat. `done`: it did all that it was for. `dropped`: it ended before.',
    }),
    why: Nullable(Why, { description: 'Why it ended; null while it is `running`.' }),
    endedVersion: Nullable(Version, {
      description: 'The version of the game at which it ended; null while it is `running`.',
    }),
    branches: Branches('The plan, as created.'),
    unmatched: Unmatched,
    position: Nullable(Type.String(), {
      description: 'The list of branches for the next decision, as a JSON pointer; null when it has ended.',
    }),
    acted: Type.Array(Ref(PlanActed), { description: 'Its last 100 actions, oldest first.' }),
    expectedVersion: ExpectedVersion,
    putAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
  },
  { $id: 'Plan', description: 'The plan for the next decisions of a seat. Only its player sees it.' },
);
export type PlanView = Static<typeof Plan>;

const PlanOfSeat = Type.Object(
  {
    seat: Seat,
    plan: Nullable(Ref(Plan), { description: 'Its plan, also one that has ended; null: you have made none for it.' }),
  },
  { $id: 'PlanOfSeat', description: 'The plan of one of your seats, if there is one.' },
);

/** A plan for a game of any ruleset. The game's rules validate the branches. */
export const AnyPlan = Type.Object(
  {
    seat: Type.Optional(SeatNumber),
    expectedVersion: Version,
    branches: Type.Unsafe<Branch[]>(Type.Array(Type.Unknown(), { minItems: 1 })),
    unmatched: Type.Optional(Unmatched),
  },
  { additionalProperties: false },
);
export type PlanAsked = Static<typeof AnyPlan>;

function planBranchOf(action: TUnsafe<ActionShape>) {
  return Type.Object(
    {
      when: Type.Optional(
        Type.Array(Ref(PlanCondition), {
          minItems: 1,
          maxItems: PLAN_LIMITS.conditions,
          description: 'All of these must hold. Default: the branch always matches.',
        }),
      ),
      do: Ref(action, {
        description: 'The action, in the format of the ruleset. If it is not legal then, the plan ends.',
      }),
      next: Type.Optional(
        Type.Unsafe<Branch[] | 'again'>({
          anyOf: [Branches('The branches for the next decision.'), { type: 'string', const: 'again' }],
          description: 'The rest of the plan; `again`: the list that holds this branch. Default: the plan is done.',
        }),
      ),
    },
    { $id: 'PlanBranch', additionalProperties: false, description: 'An action and its conditions.' },
  );
}
/** TypeScript cannot infer a recursive type, so `next` is declared here. */
export interface Branch extends Pick<Static<ReturnType<typeof planBranchOf>>, 'when' | 'do'> {
  next?: Branch[] | 'again';
}

export function planContract(action: TUnsafe<ActionShape>) {
  const newPlan = Type.Object(
    {
      seat: Type.Optional({
        ...SeatNumber,
        description: 'One of your seats. Default: the lowest that you have not left.',
      }),
      expectedVersion: ExpectedVersion,
      branches: Branches(
        `Checked in order when the next decision of your seat opens; the first match is used. At most ${PLAN_LIMITS.branches} ` +
          `branches in all, ${PLAN_LIMITS.depth} lists deep, ${PLAN_LIMITS.bytes} bytes.`,
      ),
      unmatched: Type.Optional({ ...Unmatched, default: 'drop' }),
    },
    { $id: 'NewPlan', additionalProperties: false, description: 'A plan to create.' },
  );
  // `planBranchOf` is a named part, because `Branches` is recursive and refers to it by its `$id`
  return { newPlan, plan: Plan, planOfSeat: PlanOfSeat, planBranch: planBranchOf(action) };
}
