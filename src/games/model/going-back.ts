import type { Chance } from '#rules/kernel/chance.ts';
import { RecordedChance, RecordingChance } from '#rules/kernel/draws.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import type { EventRow } from '../../store/game-rows.ts';
import type { Game, GameHeader, Takeback } from './game.ts';

/** The number of actions that a seat may undo in a game. It limits the length of the log. */
export const MOST_UNDONE = 500;

/** The number of takebacks that a game may have. Each takeback replays the log up to the version that it restores. */
export const MOST_TAKEN_BACK = 50;

/** The number of requests that a player may make between two own actions. Each request is an entry of the log. */
export const MOST_ASKED = 12;

/** True if the result matters to more people than the players of the game. */
export function counts({ rated, place, daily }: GameHeader): boolean {
  return rated || place !== null || (daily !== null && !daily.practice);
}

/** Returns why the game cannot go back to that version; null: it can. */
export function faultOf({ version, startedAt }: Game, to: unknown): string | null {
  if (startedAt === null || typeof to !== 'number' || !Number.isInteger(to) || to < startedAt) {
    return `must be at least ${startedAt}, the version at which the game started`;
  }
  return to < version ? null : `must be less than ${version}, the present version`;
}

/** Undoes the last action of the turn: opens its decision again, with the old deadline. */
export function undoneIn(before: Game, event: EventRow): Partial<Game> {
  const { seat, steps } = before.turn ?? { seat: null, steps: [] };
  const step = steps.at(-1);
  if (seat === null || step === undefined) throw new Error(`nothing can be undone at version ${before.version}`);
  const { state } = step;
  // the new `since` makes the server reject actions that were chosen before the undo
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

/** True if only the seat itself could see the action. Then other seats do not see the undo either. */
export function undoesInSecret({ header, turn }: Game): boolean {
  const step = turn?.steps.at(-1);
  if (turn === null || step === undefined) return false;
  const { ruleset, seatCount: seats } = header;
  const { state, action } = step;
  const taken = { ruleset, seats, state, seat: turn.seat, action };
  const chance = new RecordedChance([]);
  return viewersOf(taken).every((viewer) => viewer === taken.seat || isUnseen(taken, viewer, chance));
}

/** Returns the open request for a takeback. A request for another version replaces the open one. */
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

/** For each viewer from whom something is hidden, this many possible positions are tried. */
const WORLDS = 100;
/** At least this many of the `WORLDS` positions must allow the action, because fewer prove nothing. */
const FEWEST_COMPARABLE = 25;

function viewersOf({ seats }: TakenHere): Viewer[] {
  return [...Array.from({ length: seats }, (_, seat) => seat), 'spectator'];
}

function isUnseen(taken: TakenHere, viewer: Viewer, chance: Chance): boolean {
  const told = toldOf(taken, taken.state, viewer, chance);
  return told !== null && sameJson(told, { events: [], ...seenIn(taken, taken.state, viewer) });
}

/** Decides whether an action may be undone: each viewer must either see nothing of the action, or see the same result
 * in all tried positions that look alike to the viewer and allow the action. May miss rare differences. Yields after
 * each position, so that the caller can limit the time. */
export function* revealsNothing(taken: TakenHere, chance: Chance): Generator<void, boolean> {
  for (const viewer of viewersOf(taken)) {
    if (viewer !== taken.seat && isUnseen(taken, viewer, chance)) continue;
    const really = toldOf(taken, taken.state, viewer, chance);
    if (really === null) return false;
    let comparable = 0;
    for (let tried = 0; tried < WORLDS; tried++) {
      yield;
      const world: unknown = taken.ruleset.redeal(taken.state, viewer, chance);
      // true: the viewer knows everything, so no other position is possible
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
