import type { Chance } from '#rules/kernel/chance.ts';
import { RecordingChance } from '#rules/kernel/draws.ts';
import { sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, AnyRuleset, EventShape, Seat, Viewer } from '#rules/kernel/ruleset.ts';

/** An action that drew nothing, and the position in which a seat took it. */
export interface TakenHere {
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
export function isSecret(taken: TakenHere, chance: Chance): boolean {
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
