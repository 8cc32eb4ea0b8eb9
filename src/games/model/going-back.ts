import type { Chance } from '#rules/kernel/chance.ts';
import { RecordedChance, RecordingChance } from '#rules/kernel/draws.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { type Game, type GameHeader, type OwnStep, type OwnTurn, policyAt, type Takeback } from './game.ts';

/** So many actions of one turn can be undone one after the other. */
const MOST_STEPS = 50;

/** How many actions one seat can undo in a game: its log would else have no end. */
export const MOST_UNDONE = 500;

/** So often one game is taken back: each time its log is played again up to there. */
export const MOST_TAKEN_BACK = 50;

/** So often a player asks to go back, or to abort, between two actions of their own, since each time is an entry of the log. */
export const MOST_ASKED = 12;

/** Whether more hangs on the game than the players at its table could agree upon. */
export function counts({ rated, place, daily }: GameHeader): boolean {
  return rated || place !== null || (daily !== null && !daily.practice);
}

/** Why the game cannot go on from that version; null when it can. */
export function faultOf({ version, startedAt }: Game, to: unknown): string | null {
  if (startedAt === null || typeof to !== 'number' || !Number.isInteger(to) || to < startedAt) {
    return `must be at least ${startedAt}: the game started then`;
  }
  return to < version ? null : `must be below ${version}: the game is there now`;
}

/**
 * The turn of the seat that has just acted, as far as it can be gone back in. Where the action changed what another seat is to
 * decide, it told that seat something.
 */
export function ownTurnAfter(before: Game, event: EventRow, { decisions }: Game): OwnTurn | null {
  const { header, version, state, banks } = before;
  const seat = event.seat as Seat;
  if (event.kind !== 'action' || event.draws.length > 0 || header.place !== null) return null;
  if (!decisions.some((open) => open.seat === seat) || policyAt(before, seat) !== null) return null;
  const others = before.decisions.filter((open) => open.seat !== seat);
  if (decisions.length !== others.length + 1 || !others.every((open) => decisions.includes(open))) return null;
  const action = event.action as unknown as ActionShape;
  const step: OwnStep = { version, action, state, decisions: before.decisions, banks };
  const earlier = before.turn?.seat === seat ? before.turn.steps : [];
  return { seat, steps: [...earlier, step].slice(-MOST_STEPS) };
}

/** What is other in a game whose seat undid its last action: the decision is open again, with the time that it had. */
export function undoneIn(before: Game, event: EventRow): Partial<Game> {
  const { seat, steps } = before.turn ?? { seat: null, steps: [] };
  const step = steps.at(-1);
  if (seat === null || step === undefined) throw new Error(`nothing can be undone at version ${before.version}`);
  const { state } = step;
  // what was chosen on the position after it was not chosen on this one
  const own = step.decisions.flatMap((open) =>
    open.seat === seat ? [{ ...open, since: event.version, opened: open.opened ?? open.since }] : [],
  );
  const order = step.decisions.map((open) => open.seat);
  const others = before.decisions.filter((open) => open.seat !== seat);
  const decisions = [...own, ...others].sort((one, other) => order.indexOf(one.seat) - order.indexOf(other.seat));
  const banks = before.banks?.with(seat, step.banks?.[seat] ?? 0) ?? null;
  const turn = steps.length === 1 ? null : { seat, steps: steps.slice(0, -1) };
  return {
    state,
    banks,
    decisions,
    turn,
    undone: before.undone.with(seat, (before.undone[seat] ?? 0) + 1),
    takeback: null,
  };
}

/** Whether the action that is undone next was shown to nobody but its seat. Then its undoing is not told to others either. */
export function undoesInSecret({ header, turn }: Game): boolean {
  const step = turn?.steps.at(-1);
  if (turn === null || step === undefined) return false;
  const { ruleset, seatCount: seats } = header;
  const { state, action } = step;
  return isSecret({ ruleset, seats, state, seat: turn.seat, action }, new RecordedChance([]));
}

/** What is wished for once one more player has asked: another version is another wish. */
export function takebackAfter({ takeback: wish }: Game, { action }: EventRow): Takeback {
  const { playerId, to } = action as unknown as { playerId: string; to: number };
  return { to, agreedBy: wish?.to === to ? [...wish.agreedBy, playerId] : [playerId] };
}

/** How often each player asked for something once one has asked again. */
export function asksAfter(asks: Game['takebackAsks'], { action }: EventRow): Game['takebackAsks'] {
  const { playerId } = action as unknown as { playerId: string };
  return { ...asks, [playerId]: (asks[playerId] ?? 0) + 1 };
}

/** An action that drew nothing, and the position in which a seat took it. */
interface TakenHere {
  ruleset: AnyRuleset;
  seats: number;
  state: unknown;
  seat: Seat;
  action: ActionShape;
}

/** So many positions are tried for each viewer to whom something is hidden … */
const WORLDS = 100;
/** … and the action has to be legal in so many of them: from fewer nothing is concluded. */
const FEWEST_COMPARABLE = 25;

/** Whether nobody but its seat was shown anything of an action: no event, and all that they see is as it was. */
function isSecret(taken: TakenHere, chance: Chance): boolean {
  return viewersOf(taken).every((viewer) => viewer === taken.seat || isUnseen(taken, viewer, chance));
}

function viewersOf({ seats }: TakenHere): Viewer[] {
  return [...Array.from({ length: seats }, (_, seat) => seat), 'spectator'];
}

function isUnseen(taken: TakenHere, viewer: Viewer, chance: Chance): boolean {
  const told = toldOf(taken, taken.state, viewer, chance);
  return told !== null && sameJson(told, { events: [], ...seenIn(taken, taken.state, viewer) });
}

/**
 * Whether an action revealed only that it was taken. A viewer either saw nothing of it, or learns the same from it in every position
 * that looks the same to that viewer and in which the action is legal. The rules are deterministic but for chance, so trying shows
 * this; what differs in few positions may be missed. Yields after each try: the caller decides how long to work.
 */
export function* tellsNothing(taken: TakenHere, chance: Chance): Generator<void, boolean> {
  for (const viewer of viewersOf(taken)) {
    if (viewer !== taken.seat && isUnseen(taken, viewer, chance)) continue;
    const really = toldOf(taken, taken.state, viewer, chance);
    if (really === null) return false;
    let comparable = 0;
    for (let tried = 0; tried < WORLDS; tried++) {
      yield;
      const world: unknown = taken.ruleset.redeal(taken.state, viewer, chance);
      // where nothing is hidden from the viewer there is no other position
      if (world === taken.state) comparable = WORLDS;
      if (comparable === WORLDS) break;
      if (!isLegal(taken, world)) continue;
      if (!sameJson(toldOf(taken, world, viewer, chance), really)) return false;
      comparable++;
    }
    if (comparable < FEWEST_COMPARABLE) return false;
  }
  return true;
}

function isLegal({ ruleset, seat, action }: TakenHere, world: unknown): boolean {
  if (!ruleset.actors(world).includes(seat)) return false;
  return ruleset.legalActions(world, seat).some((legal: ActionShape) => sameJson(legal, action));
}

/** All that a viewer is told when the action is taken there; null where it draws. */
function toldOf(taken: TakenHere, world: unknown, viewer: Viewer, chance: Chance) {
  const { ruleset, seat, action } = taken;
  const recording = new RecordingChance(chance);
  const { state, events } = ruleset.apply(world, seat, action, recording);
  if (recording.draws.length > 0) return null;
  return {
    events: events.map((event: EventShape) => ruleset.redact(event, viewer)).filter((event) => event !== null),
    ...seenIn(taken, state, viewer),
  };
}

/** All that a viewer sees of a position. */
function seenIn({ ruleset }: TakenHere, state: unknown, viewer: Viewer) {
  const actors: Seat[] = ruleset.actors(state);
  return {
    view: ruleset.view(state, viewer) as unknown,
    actors,
    legal: viewer === 'spectator' || !actors.includes(viewer) ? [] : ruleset.legalActions(state, viewer),
  };
}
