import { deepFreeze, sameJson } from '#rules/kernel/json.ts';
import type { ActionShape, EventShape, Outcome, Refusal, Ruleset, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { type Reading, type Script, ScriptedChance } from './scripted-chance.ts';

abstract class ScriptedGame<Options, State, Action extends ActionShape, Event extends EventShape, View> {
  state: State;
  events: Event[];
  protected readonly ruleset: Ruleset<Options, State, Action, Event, View>;
  readonly #reading: Reading;

  constructor(
    ruleset: Ruleset<Options, State, Action, Event, View>,
    start: State | { options: Options; seats: number; script: Script },
    reading: Reading = {},
  ) {
    this.ruleset = ruleset;
    this.#reading = reading;
    [this.state, this.events] = isSetup(start)
      ? this.#drawing(start.script, (chance) => ruleset.setup(start.options, start.seats, chance))
      : [deepFreeze(start), []];
    this.#assertSound();
  }

  protected step(seat: Seat, action: Action, script: Script): this {
    const legal = this.ruleset.legalActions(this.state, seat);
    if (!legal.some((listed) => sameJson(listed, action))) {
      throw new Error(`${JSON.stringify(action)} is not listed: ${JSON.stringify(legal)}`);
    }
    [this.state, this.events] = this.#drawing(script, (chance) => this.ruleset.apply(this.state, seat, action, chance));
    this.#assertSound();
    return this;
  }

  protected explained(seat: Seat, action: Action): Refusal {
    const legal = this.ruleset.legalActions(this.state, seat);
    if (legal.some((listed) => sameJson(listed, action))) throw new Error(`${JSON.stringify(action)} is legal`);
    return this.ruleset.explain(this.seenBy(seat), seat, action);
  }

  seenBy(viewer: Viewer): View {
    return this.ruleset.view(this.state, viewer);
  }

  get toAct(): Seat[] {
    return this.ruleset.actors(this.state);
  }

  get outcome(): Outcome | null {
    return this.ruleset.outcome(this.state);
  }

  get happened(): string[] {
    return this.events.map(({ type }) => type);
  }

  told<T extends Event['type']>(type: T): Extract<Event, { type: T }> | undefined {
    return this.allTold(type)[0];
  }

  allTold<T extends Event['type']>(type: T): Extract<Event, { type: T }>[] {
    return this.events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
  }

  toldTo(viewer: Viewer): Event[] {
    return this.events.flatMap((event) => this.ruleset.redact(event, viewer) ?? []);
  }

  #drawing(script: Script, step: (chance: ScriptedChance) => { state: State; events: Event[] }): [State, Event[]] {
    const chance = new ScriptedChance(script, this.#reading);
    const { state, events } = step(chance);
    chance.assertAllUsed();
    return [state, events];
  }

  #assertSound(): void {
    const faults = this.ruleset.invariants?.(this.state) ?? [];
    if (faults.length > 0) throw new Error(faults.join('; '));
  }
}

function isSetup<Options>(start: unknown): start is { options: Options; seats: number; script: Script } {
  return typeof start === 'object' && start !== null && 'script' in start;
}

export class ScriptedSeats<
  Options,
  State,
  Action extends ActionShape,
  Event extends EventShape,
  View,
> extends ScriptedGame<Options, State, Action, Event, View> {
  act(seat: Seat, action: Action, ...script: Script): this {
    return this.step(seat, action, script);
  }

  legal(seat: Seat): Action[] {
    return this.ruleset.legalActions(this.state, seat);
  }

  isLegal(seat: Seat, action: Action): boolean {
    return this.legal(seat).some((listed) => sameJson(listed, action));
  }

  refusal(seat: Seat, action: Action): Refusal {
    return this.explained(seat, action);
  }
}

export class ScriptedSolo<
  Options,
  State,
  Action extends ActionShape,
  Event extends EventShape,
  View,
> extends ScriptedGame<Options, State, Action, Event, View> {
  act(action: Action, ...script: Script): this {
    return this.step(0, action, script);
  }

  get legal(): Action[] {
    return this.ruleset.legalActions(this.state, 0);
  }

  isLegal(action: Action): boolean {
    return this.legal.some((listed) => sameJson(listed, action));
  }

  get kinds(): string[] {
    return [...new Set(this.legal.map(({ type }) => type))];
  }

  refusal(action: Action): Refusal {
    return this.explained(0, action);
  }

  get view(): View {
    return this.seenBy(0);
  }
}
