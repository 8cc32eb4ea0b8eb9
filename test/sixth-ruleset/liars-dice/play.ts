import type { Chance, Outcome, Seat, Step, Viewer } from '../kernel/ruleset.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { replaced, type StepTable, stepFrom, tell } from '../kernel/tabletop/step.ts';
import type { Action, Event, Options, View } from './schemas.ts';

type Table = StepTable<State, Event>;
type Bid = NonNullable<View['bid']>;

export interface State {
  options: Options;
  round: number;
  active: Seat;
  bid: Bid | null;
  /** by seat; empty for a seat that is out */
  hands: number[][];
  showdown: View['showdown'];
}

/** A random player starts. R1 */
export function setup(options: Options, seats: number, chance: Chance): Step<State, Event> {
  const hands = Array.from({ length: seats }, () => Array<number>(options.dice).fill(1));
  const first: State = { options, round: 0, active: chance.int(seats), bid: null, hands, showdown: null };
  return stepFrom(first, chance, startRound);
}

/** All players with dice roll in secret. R1, R7 */
function startRound(table: Table): void {
  const { state, chance } = table;
  state.round++;
  state.bid = null;
  tell(table, 'roundStarted', state.active, { round: state.round });
  state.hands = rolledAnew(state.hands, chance);
  state.hands.forEach((dice, seat) => {
    if (dice.length > 0) tell(table, 'diceRolled', seat, { count: dice.length, dice });
  });
}

function rolledAnew(hands: readonly number[][], chance: Chance, keep?: Viewer): number[][] {
  return hands.map((dice, seat) => (seat === keep ? dice : dice.map(() => rollDie(chance, 6))));
}

/** True if only one seat has dice left. R8 */
function isOver({ hands }: State): boolean {
  return hands.filter((dice) => dice.length > 0).length === 1;
}

export function actors(state: State): Seat[] {
  return isOver(state) ? [] : [state.active];
}

/** Lists all higher bids in ascending order, then the challenge. R2, R3, R4 */
export function legalActions(state: State, seat: Seat): Action[] {
  if (!actors(state).includes(seat)) return [];
  const actions: Action[] = [];
  for (let quantity = state.bid?.quantity ?? 1; quantity <= state.hands.flat().length; quantity++) {
    for (let face = state.options.wildOnes ? 2 : 1; face <= 6; face++) {
      if (isHigher({ quantity, face }, state.bid)) actions.push({ type: 'bid', quantity, face });
    }
  }
  if (state.bid !== null) actions.push({ type: 'challenge' });
  return actions;
}

/** True for more dice, or for the same number of dice with a higher face. R3 */
function isHigher({ quantity, face }: Omit<Bid, 'seat'>, before: Bid | null): boolean {
  if (before === null) return true;
  return quantity > before.quantity || (quantity === before.quantity && face > before.face);
}

export function apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  return stepFrom(state, chance, (table: Table) => {
    if (action.type === 'bid') bid(table, { seat, quantity: action.quantity, face: action.face });
    else challenge(table, seat);
  });
}

/** The next seat with dice has to raise or to challenge. R3 */
function bid(table: Table, made: Bid): void {
  const { state } = table;
  state.bid = made;
  tell(table, 'bidMade', made.seat, { quantity: made.quantity, face: made.face });
  state.active = holderFrom(state, made.seat + 1);
}

function holderFrom({ hands }: State, first: number): Seat {
  return clockwiseFrom(first, hands.length).find((seat) => hands[seat]?.length !== 0) as Seat;
}

/** All dice are shown. The loser discards one and starts the next round. R5, R6, R7 */
function challenge(table: Table, challenger: Seat): void {
  const { state } = table;
  const { hands } = state;
  const made = state.bid as Bid;
  const matching = hands.flat().filter((die) => counts(die, made, state.options)).length;
  const loser = matching >= made.quantity ? challenger : made.seat;
  tell(table, 'diceShown', challenger, { hands, matching });
  state.showdown = { bid: made, challenger, hands, matching, loser };
  state.hands = replaced(hands, loser, hands[loser]?.slice(1) ?? []);
  tell(table, 'dieLost', loser, { left: state.hands[loser]?.length ?? 0 });
  state.active = holderFrom(state, loser);
  if (!isOver(state)) startRound(table);
}

/** True if a die counts for a bid. R5 */
function counts(die: number, { face }: Bid, { wildOnes }: Options): boolean {
  return die === face || (wildOnes && die === 1);
}

/** The last seat with dice wins and scores its dice. R8 */
export function outcome(state: State): Outcome | null {
  if (!isOver(state)) return null;
  const winner = holderFrom(state, 0);
  const scores = state.hands.map((dice) => dice.length);
  return { winners: [winner], scores, reason: 'lastWithDice', text: `Seat ${winner} is the last with dice.` };
}

/** Shows the viewer's own dice, and how many dice each seat has. R9 */
export function view({ round, active, bid, hands, options, showdown }: State, viewer: Viewer): View {
  const dice = viewer === 'spectator' ? [] : (hands[viewer] ?? []);
  const diceCounts = hands.map(({ length }) => length);
  return { round, active, bid, diceCounts, dice, wildOnes: options.wildOnes, showdown };
}

/** All see that dice were rolled, but only their owner sees the values. R9 */
export function redact(event: Event, viewer: Viewer): Event {
  if (event.type !== 'diceRolled' || event.seat === viewer) return event;
  return { ...event, data: { ...event.data, dice: null } };
}

/** Bids prove nothing, so hidden dice may have any values until the end. R9 */
export function redeal(state: State, viewer: Viewer, chance: Chance): State {
  return isOver(state) ? state : { ...state, hands: rolledAnew(state.hands, chance, viewer) };
}

export function invariants({ hands, bid, options }: State): string[] {
  const faults: string[] = [];
  if (hands.some((dice) => dice.length > options.dice)) faults.push('a seat has more dice than it began with');
  if (hands.flat().some((die) => die < 1 || die > 6)) faults.push('a die shows what no die shows');
  if (bid !== null && bid.quantity > hands.flat().length + 1) faults.push('the bid is on more dice than there are');
  return faults;
}
