import { type Static, Type } from '@sinclair/typebox';
import type { Chance, Outcome, Ruleset, Seat } from '../kernel/ruleset.ts';
import { schemaFamily } from '../kernel/schema.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { BySeat, FaceField, PointsField } from '../kernel/tabletop/fields.ts';
import { counted, seatName, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import { bestSeats, clockwiseFrom, SeatField } from '../kernel/tabletop/seats.ts';
import { replaced, type StepTable, stepFrom, tell } from '../kernel/tabletop/step.ts';

const family = schemaFamily('NewGame');

const options = family.object(
  'Options',
  { limit: Type.Integer({ minimum: 6, maximum: 60, default: 21, description: 'Whoever rolls beyond it is out.' }) },
  'Options of New Game.',
);

const actions = family.actions({
  roll: [{}, 'Roll a die and add what it shows to your points.'],
  stop: [{}, 'Keep your points and take no more turns.'],
});

const events = family.events({
  dieRolled: [
    { die: FaceField('What the die shows.'), points: PointsField('The points of the seat now.') },
    'A seat rolled.',
  ],
  stopped: [{ points: PointsField('The points it keeps.') }, 'A seat stopped.'],
  wentOut: [{}, 'A seat rolled beyond the limit and is left without points.'],
});

const view = family.object(
  'View',
  {
    limit: PointsField('Whoever rolls beyond it is out.'),
    active: SeatField('Whose turn it is, or was when the game ended.'),
    points: BySeat(PointsField('Points.'), 'By seat: its points, 0 when it went out.'),
    isDone: BySeat(Type.Boolean({ description: 'Whether it is done.' }), 'By seat: whether it takes no more turns.'),
  },
  'The table of New Game.',
);

type Options = Static<typeof options>;
type Action = Static<(typeof actions)[number]>;
type Event = Static<(typeof events)[number]>;
type View = Static<typeof view>;

/** A position as plain JSON, of which nothing is hidden. Nothing in it may be mutated. */
type State = View;
type Table = StepTable<State, Event>;

// Follows rule R2 of rules.md.
function roll({ state, chance, ...table }: Table, seat: Seat): void {
  const die = rollDie(chance, 6);
  const points = (state.points[seat] ?? 0) + die;
  const isOut = points > state.limit;
  state.points = replaced(state.points, seat, isOut ? 0 : points);
  tell(table, 'dieRolled', seat, { die, points });
  if (!isOut) return;
  state.isDone = replaced(state.isDone, seat, true);
  tell(table, 'wentOut', seat, {});
}

// Follows rule R3 of rules.md.
function stop({ state, ...table }: Table, seat: Seat): void {
  state.isDone = replaced(state.isDone, seat, true);
  tell(table, 'stopped', seat, { points: state.points[seat] ?? 0 });
}

/** Returns the next seat clockwise that still plays; if no other seat does, the same one (rule R1). */
function nextAfter(seat: Seat, isDone: readonly boolean[]): Seat {
  return clockwiseFrom(seat + 1, isDone.length).find((other) => isDone[other] === false) ?? seat;
}

function isOver({ isDone }: State): boolean {
  return isDone.every((done) => done);
}

/** The seat with most points wins (rule R4). */
function outcome(state: State): Outcome | null {
  if (!isOver(state)) return null;
  const winners = bestSeats(state.points);
  const verb = winners.length === 1 ? 'has' : 'share';
  const most = counted(Math.max(...state.points), 'point');
  const text = sentence(`${seatNames(winners)} ${verb} the most, ${most}.`);
  return { winners, scores: state.points, reason: 'allDone', text };
}

function openQuestion(view: View): string {
  if (isOver(view)) return 'The game is over.';
  return `${sentence(seatName(view.active))} may roll or stop, with ${counted(view.points[view.active] ?? 0, 'point')}.`;
}

function seatLine({ points, isDone }: View, seat: Seat): string {
  return `${sentence(seatName(seat))}: ${counted(points[seat] ?? 0, 'point')}${isDone[seat] ? ', done' : ''}.`;
}

const newGame: Ruleset<Options, State, Action, Event, View> = {
  id: 'new-game',
  name: 'New Game',
  summary: 'Roll as often as you dare, and stop before you roll beyond the limit.',
  credits: { author: null, document: 'New Game', added: 'All of it.' },
  rulesVersion: 1,
  seats: { min: 2, max: 4 },
  solo: false,
  hiddenInformation: false,
  scoring: () => 'highest',
  endings: { allDone: 'every seat is done' },
  schemas: { options, actions, events, view, parts: [] },
  checkOptions: () => null,
  setup: ({ limit }, seats) => {
    const points = Array<number>(seats).fill(0);
    return { state: { limit, active: 0, points, isDone: points.map(() => false) }, events: [] };
  },
  actors: (state) => (isOver(state) ? [] : [state.active]),
  legalActions: (state, seat) => (isOver(state) || seat !== state.active ? [] : [{ type: 'roll' }, { type: 'stop' }]),
  apply: (state, seat, action, chance: Chance) =>
    stepFrom(state, chance, (table: Table) => {
      if (action.type === 'roll') roll(table, seat);
      else stop(table, seat);
      table.state.active = nextAfter(seat, table.state.isDone);
    }),
  view: (state) => state,
  redact: (event) => event,
  label: ({ type }, view) =>
    type === 'roll' ? 'Roll a die' : `Stop with ${counted(view.points[view.active] ?? 0, 'point')}`,
  describe: (view) =>
    [`New Game, up to ${view.limit}.`, ...view.points.map((_, seat) => seatLine(view, seat)), openQuestion(view)].join(
      '\n',
    ),
  explain: (view) => ({ rule: 'R1', detail: 'It is not your turn.', hint: openQuestion(view) }),
  outcome,
  redeal: (state) => state,
};

export default newGame;
