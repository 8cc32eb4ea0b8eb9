import { loadEntry, type RulesetVersion } from '#rules/catalogue.ts';
import type { ActionShape, Chance, Outcome, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { worthsOf } from '#rules/kernel/search/rollout.ts';
import { ActionSpace } from './actions/action-space.ts';
import { ObservationEncoder } from './observations/encoder.ts';
import { observationLayout } from './observations/layout.ts';

export interface Setting {
  rules: Rules;
  options: unknown;
  seats: number;
}

export class Game {
  state: unknown;
  /** the first of the seats that must decide now; null: the game is over */
  agent: Seat | null = null;
  legal: readonly ActionShape[] = [];
  /** the action indices of the actions in `legal`; the array may be longer than `legal` */
  indices = new Uint32Array(16);
  readonly #setting: Setting;
  #seed: string;
  #chance: Chance;
  #begun = 0;

  constructor(setting: Setting, seed: string) {
    this.#setting = setting;
    this.#seed = seed;
    this.#chance = new FastChance(seed);
    this.begin();
  }

  /** Starts the next game. The first game has the seed `seed`, later ones `seed/1`, `seed/2` and so on. */
  begin(): void {
    const { rules, options, seats } = this.#setting;
    const seed = this.#begun === 0 ? this.#seed : `${this.#seed}/${this.#begun}`;
    this.#begun++;
    this.#chance = new FastChance(seed);
    this.#look(rules.ruleset.setup(options, seats, this.#chance).state);
  }

  get actors(): Seat[] {
    return this.#setting.rules.ruleset.actors(this.state);
  }

  get outcome(): Outcome | null {
    return this.agent === null ? this.#setting.rules.ruleset.outcome(this.state) : null;
  }

  /** Returns the legal action with this index; undefined: there is none. */
  legalAt(index: number): ActionShape | undefined {
    const { indices, legal } = this;
    for (let i = 0; i < legal.length; i++) if (indices[i] === index) return legal[i];
    return undefined;
  }

  legalOf(seat: Seat): readonly ActionShape[] {
    return seat === this.agent ? this.legal : this.#setting.rules.ruleset.legalActions(this.state, seat);
  }

  /** Makes an action. The caller must have checked that it is legal. */
  make(seat: Seat, action: ActionShape): void {
    this.#look(this.#setting.rules.ruleset.apply(this.state, seat, action, this.#chance).state);
  }

  /** Returns each seat's share of the win; for a solo game the score, negated if the lowest score wins. */
  worths(): readonly number[] {
    const { rules, options, seats } = this.#setting;
    const outcome = this.outcome;
    if (outcome === null) return new Array<number>(seats).fill(0);
    return worthsOf(outcome, rules.ruleset.solo, rules.ruleset.scoring(options));
  }

  /** Copies the position of `other`, but deals anew what is hidden from the seat. Later rolls differ too. */
  becomeWorldOf(other: Game, seat: Seat, seed: string): void {
    const chance = new FastChance(seed);
    const world = this.#setting.rules.ruleset.redeal(other.state, seat, chance);
    this.#seed = seed;
    this.#begun = 1;
    this.#chance = chance;
    this.#look(world);
  }

  #look(state: unknown): void {
    const { ruleset, space } = this.#setting.rules;
    this.state = state;
    const [seat] = ruleset.actors(state);
    this.agent = seat ?? null;
    const legal: ActionShape[] = seat === undefined ? [] : ruleset.legalActions(state, seat);
    this.legal = legal;
    if (this.indices.length < legal.length) this.indices = new Uint32Array(2 * legal.length);
    for (let i = 0; i < legal.length; i++) {
      const index = space.indexOf(legal[i] as ActionShape);
      if (index === -1) throw new Error(`${ruleset.id}: ${JSON.stringify(legal[i])} has no index`);
      this.indices[i] = index;
    }
  }
}

export interface Rules extends RulesetVersion {
  space: ActionSpace;
  encoder: ObservationEncoder;
}

function rulesOf(version: RulesetVersion): Rules {
  const { ruleset } = version;
  const encoder = new ObservationEncoder(observationLayout(ruleset));
  return { ...version, space: new ActionSpace(ruleset), encoder };
}

/** Loads a ruleset without freezing its positions, as in production. Undefined: the id is unknown. */
export async function loadRules(id: string): Promise<Rules | undefined> {
  const entry = await loadEntry(id, false);
  return entry && rulesOf(entry);
}
