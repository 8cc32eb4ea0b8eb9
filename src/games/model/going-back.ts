import type { Chance } from '#rules/kernel/chance.ts';
import { RecordedChance, RecordingChance } from '#rules/kernel/draws.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import type { Game, GameHeader, Takeback } from './game.ts';

/** How many actions a seat may undo in a game; it limits the length of the log. */
export const MOST_UNDONE = 500;

/** How many takebacks a game may have: each replays the log up to its version. */
export const MOST_TAKEN_BACK = 50;

/** How many requests a player may make between two own actions: each is an entry of the log. */
export const MOST_ASKED = 12;

/** True if the result matters to others than the players at the table. */
export function counts({ rated, place, daily }: GameHeader): boolean {
  return rated || place !== null || (daily !== null && !daily.practice);
}

/** Says why the game cannot go back to that version; null: it can. */
export function faultOf({ version, startedAt }: Game, to: unknown): string | null {
  if (startedAt === null || typeof to !== 'number' || !Number.isInteger(to) || to < startedAt) {
    return `must be at least ${startedAt}, the version at which the game started`;
  }
  return to < version ? null : `must be less than ${version}, the present version`;
}

/** Opens the decision again, with its old deadline. */
export function undoneIn(before: Game, event: EventRow): Partial<Game> {
  const { seat, steps } = before.turn ?? { seat: null, steps: [] };
  const step = steps.at(-1);
  if (seat === null || step === undefined) throw new Error(`nothing can be undone at version ${before.version}`);
  const { state } = step;
  // actions that were chosen on the undone position are rejected as stale
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

/** True if only its seat could see the action. Others do not see the undo either. */
export function undoesInSecret({ header, turn }: Game): boolean {
  const step = turn?.steps.at(-1);
  if (turn === null || step === undefined) return false;
  const { ruleset, seatCount: seats } = header;
  const { state, action } = step;
  const taken = { ruleset, seats, state, seat: turn.seat, action };
  const chance = new RecordedChance([]);
  return viewersOf(taken).every((viewer) => viewer === taken.seat || isUnseen(taken, viewer, chance));
}

/** Returns the open request for a takeback. A request for another version replaces it. */
export function takebackAfter({ takeback: wish }: Game, { action }: EventRow): Takeback {
  const { playerId, to } = action as unknown as { playerId: string; to: number };
  return { to, agreedBy: wish?.to === to ? [...wish.agreedBy, playerId] : [playerId] };
}

export function asksAfter(asks: Game['takebackAsks'], { action }: EventRow): Game['takebackAsks'] {
  const { playerId } = action as unknown as { playerId: string };
  return { ...asks, [playerId]: (asks[playerId] ?? 0) + 1 };
}

interface TakenHere {
  ruleset: AnyRuleset;
  seats: number;
  state: unknown;
  seat: Seat;
  action: ActionShape;
}

/** For each viewer from whom something is hidden, this many positions are tried … */
const WORLDS = 100;
/** … and this many of them must allow the action; fewer prove nothing. */
const FEWEST_COMPARABLE = 25;

function viewersOf({ seats }: TakenHere): Viewer[] {
  return [...Array.from({ length: seats }, (_, seat) => seat), 'spectator'];
}

function isUnseen(taken: TakenHere, viewer: Viewer, chance: Chance): boolean {
  const told = toldOf(taken, taken.state, viewer, chance);
  return told !== null && sameJson(told, { events: [], ...seenIn(taken, taken.state, viewer) });
}

/** Decides whether an action may be undone. True if each viewer sees nothing of it, or sees the same in all positions
 * drawn that look alike to the viewer and allow the action. Rare differences may be missed. Yields after each position,
 * so that the caller can limit the time. */
export function* revealsNothing(taken: TakenHere, chance: Chance): Generator<void, boolean> {
  for (const viewer of viewersOf(taken)) {
    if (viewer !== taken.seat && isUnseen(taken, viewer, chance)) continue;
    const really = toldOf(taken, taken.state, viewer, chance);
    if (really === null) return false;
    let comparable = 0;
    for (let tried = 0; tried < WORLDS; tried++) {
      yield;
      const world: unknown = taken.ruleset.redeal(taken.state, viewer, chance);
      // this viewer knows everything, so there are no other positions
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

function seenIn({ ruleset }: TakenHere, state: unknown, viewer: Viewer) {
  const actors: Seat[] = ruleset.actors(state);
  return {
    view: ruleset.view(state, viewer) as unknown,
    actors,
    legal: viewer === 'spectator' || !actors.includes(viewer) ? [] : ruleset.legalActions(state, viewer),
  };
}
