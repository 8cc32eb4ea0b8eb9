import { sameJson } from '#rules/kernel/json.ts';
import { applyLegal, type Played, setUp } from '#rules/kernel/play.ts';
import type { ActionShape, AnyRuleset, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { bytes, type Position, seenEvents } from './position.ts';
import { one } from './samples.ts';

const TRIES = 6;

export interface Scene {
  readonly told: unknown;
  readonly seen: unknown;
  readonly truth: unknown;
  readonly world: unknown;
}

/** Takes the position before the last step, deals again what the viewer cannot see, and draws one of the actions in
 * question. If it is illegal in this deal, draws both again, so that all legal pairs of them are equally likely. */
export class Scenes {
  readonly #at: Position;
  readonly #viewer: Viewer;
  readonly #actions: readonly ActionShape[];
  #drawn = 0;

  constructor(at: Position, viewer: Viewer) {
    this.#at = at;
    this.#viewer = viewer;
    this.#actions = actionsInQuestion(at, viewer);
  }

  draw(count: number): Scene[] {
    return Array.from({ length: count }, () => this.#one() ?? []).flat();
  }

  #one(): Scene | null {
    const { subject, seed, step, options, seats } = this.#at;
    const chance = new FastChance(`${seed}/${step}/${this.#viewer}/scene ${this.#drawn}`);
    const { ruleset } = subject;
    const played = this.#at.origin.before === null ? setUp(ruleset, options, seats, chance) : this.#step(chance);
    this.#drawn++;
    if (played === null) return null;
    const told = byKind(seenEvents(subject, played.events, this.#viewer));
    const seen = this.#seen(played.state);
    return {
      told,
      seen,
      truth: withHandsAsSets(played.state),
      world: withHandsAsSets(ruleset.redeal(played.state, this.#viewer, chance)),
    };
  }

  #seen(state: unknown): unknown {
    const { ruleset } = this.#at.subject;
    const viewer = this.#viewer;
    const actions = viewer === 'spectator' ? [] : ruleset.legalActions(state, viewer);
    return { view: ruleset.view(state, viewer), actors: ruleset.actors(state), actions };
  }

  #step(chance: FastChance): Played | null {
    const { subject, origin } = this.#at;
    const seat = origin.seat as number;
    for (let tries = 0; tries < TRIES; tries++) {
      const dealt = subject.ruleset.redeal(origin.before, this.#viewer, chance);
      const action = one(this.#actions, chance);
      // the viewer's own legal actions are the same in every deal
      if (seat === this.#viewer || isLegal(subject.ruleset, dealt, seat, action))
        return applyLegal(subject.ruleset, dealt, seat, action, chance);
    }
    return null;
  }
}

function isLegal(ruleset: AnyRuleset, state: unknown, seat: Seat, action: ActionShape): boolean {
  return ruleset.legalActions(state, seat).some((legal: ActionShape) => sameJson(legal, action));
}

function withHandsAsSets(state: unknown): unknown {
  const { hands } = state as { hands?: unknown };
  if (!Array.isArray(hands)) return state;
  const sorted = (hand: unknown) =>
    Array.isArray(hand) ? hand.toSorted((one, other) => (bytes(one) < bytes(other) ? -1 : 1)) : hand;
  return { ...(state as object), hands: hands.map(sorted) };
}

/** Returns actions of the last action's type that are legal here or in another deal. */
function actionsInQuestion(at: Position, viewer: Viewer): ActionShape[] {
  const { before, seat, action } = at.origin;
  if (before === null || seat === null || action === null) return [];
  if (seat === viewer) return [action];
  const { ruleset } = at.subject;
  const dealt = ruleset.redeal(before, viewer, new FastChance(`${at.seed}/${at.step}/${viewer}/actions in question`));
  const listed: ActionShape[] = [...ruleset.legalActions(before, seat), ...ruleset.legalActions(dealt, seat)];
  const ofKind = listed.filter(({ type }) => type === action.type);
  return [...new Map(ofKind.map((legal) => [bytes(legal), legal])).values()];
}

/** Returns events by type, seat and running number, so that an additional event does not change the keys of others. */
function byKind(events: readonly { type: string; seat: number | null; data: object }[]): Record<string, unknown> {
  const named: Record<string, object> = {};
  const counts = new Map<string, number>();
  for (const { type, seat, data } of events) {
    const kind = `${type} of ${seat === null ? 'the house' : `seat ${seat}`}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    named[count === 1 ? kind : `${kind} (${count})`] = data;
  }
  return { ...named, order: Object.keys(named).join(', then ') };
}
