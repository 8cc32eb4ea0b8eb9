import { loadEntry, type RulesetVersion } from '#rules/catalogue.ts';
import type { ActionShape, Chance, Outcome, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { worthsOf } from '#rules/kernel/search/rollout.ts';
import { ActionSpace } from './actions/action-space.ts';
import { ObservationEncoder } from './observations/encoder.ts';
import { observationLayout } from './observations/layout.ts';

/** What is played: the rules, by which options, by how many. */
export interface Setting {
  rules: Rules;
  options: unknown;
  seats: number;
}

/** One game of a batch: where it stands, whose turn it is and what that seat may do. */
export class Game {
  state: unknown;
  /** the seat that is asked: the first of those that are to decide; null when the game is over */
  agent: Seat | null = null;
  /** of the agent */
  legal: readonly ActionShape[] = [];
  /** the same by index, in the first `legal.length` places */
  indices = new Uint32Array(16);
  readonly #setting: Setting;
  #seed: string;
  #chance: Chance;
  /** how many games were begun in its place */
  #begun = 0;

  constructor(setting: Setting, seed: string) {
    this.#setting = setting;
    this.#seed = seed;
    this.#chance = new FastChance(seed);
    this.begin();
  }

  /** Deals the next game: the first by the seed itself, those after it by `seed/1`, `seed/2` and so on. */
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

  /** Of the agent's legal actions the one with this index; undefined if there is none. */
  legalAt(index: number): ActionShape | undefined {
    const { indices, legal } = this;
    for (let i = 0; i < legal.length; i++) if (indices[i] === index) return legal[i];
    return undefined;
  }

  /** What another of the seats that are to decide may do. */
  legalOf(seat: Seat): readonly ActionShape[] {
    return seat === this.agent ? this.legal : this.#setting.rules.ruleset.legalActions(this.state, seat);
  }

  /** Makes an action that is legal. */
  make(seat: Seat, action: ActionShape): void {
    this.#look(this.#setting.rules.ruleset.apply(this.state, seat, action, this.#chance).state);
  }

  /** What the game was worth by seat: shares of the win, in a game of one the score, turned round where the lowest is the best. */
  worths(): readonly number[] {
    const { rules, options, seats } = this.#setting;
    const outcome = this.outcome;
    if (outcome === null) return new Array<number>(seats).fill(0);
    return worthsOf(outcome, rules.ruleset.solo, rules.ruleset.scoring(options));
  }

  /** Goes on from another game as a seat of it sees it: what that seat cannot know is drawn anew, and all chance from here on. */
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

/** The newest rules of a game, with its actions by index and its views as numbers. */
export interface Rules extends RulesetVersion {
  space: ActionSpace;
  encoder: ObservationEncoder;
}

function rulesOf(version: RulesetVersion): Rules {
  const { ruleset } = version;
  const encoder = new ObservationEncoder(observationLayout(ruleset));
  return { ...version, space: new ActionSpace(ruleset), encoder };
}

/** The rules of that id, as they are in production; undefined when there are none. */
export async function loadRules(id: string): Promise<Rules | undefined> {
  const entry = await loadEntry(id, false);
  return entry && rulesOf(entry);
}
