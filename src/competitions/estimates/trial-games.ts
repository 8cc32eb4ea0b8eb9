import { LRUCache } from 'lru-cache';
import { canonical } from '#rules/kernel/json.ts';
import type { AnyRuleset, Outcome } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { randomPolicy } from '#rules/kernel/search/policy.ts';
import type { TimeSlicer } from '../../eventlog/queue.ts';

export interface TrialGames {
  games: number;
  /** the number of decisions of all seats in a game */
  decisions: Spread;
  /** the score of the first seat */
  score: Spread;
  /** the share of games that have a winner */
  decided: number;
}

interface Spread {
  mean: number;
  deviation: number;
}

const GAMES = 16;
/** The number of actions that all sample games together may have. */
const MOST_ACTIONS = 20_000;
const KEPT = 200;

/** Plays sample games to measure their length: once for each kind of game, and always with the same seeds. */
export class Trials {
  readonly #timeSlicer: TimeSlicer;
  readonly #known = new LRUCache<string, Promise<TrialGames | null>>({ max: KEPT });

  constructor(timeSlicer: TimeSlicer) {
    this.#timeSlicer = timeSlicer;
  }

  /** Returns the measurements; null: no game ended within 20,000 actions, because some options allow endless games. */
  of(ruleset: AnyRuleset, options: unknown, seats: number): Promise<TrialGames | null> {
    const kind = canonical({ ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion, options, seats });
    const known = this.#known.get(kind);
    if (known !== undefined) return known;
    const played = this.#play(ruleset, options, seats);
    this.#known.set(kind, played);
    return played;
  }

  async #play(ruleset: AnyRuleset, options: unknown, seats: number): Promise<TrialGames | null> {
    const decisions: number[] = [];
    const outcomes: Outcome[] = [];
    for (let left = MOST_ACTIONS; left > 0 && outcomes.length < GAMES; ) {
      const played = await this.#playOne(ruleset, options, seats, left, outcomes.length);
      if (played === null) break;
      decisions.push(played.actions);
      outcomes.push(played.outcome);
      left -= played.actions;
    }
    if (outcomes.length === 0) return null;
    return {
      games: outcomes.length,
      decisions: spreadOf(decisions),
      score: spreadOf(outcomes.map(({ scores }) => scores[0] ?? 0)),
      decided: outcomes.filter(({ winners }) => winners.length > 0).length / outcomes.length,
    };
  }

  async #playOne(ruleset: AnyRuleset, options: unknown, seats: number, left: number, number: number) {
    const chance = new FastChance(`trial ${number}/game`);
    const lot = new FastChance(`trial ${number}/choices`);
    let { state } = ruleset.setup(options, seats, chance);
    for (let actions = 0; actions <= left; actions++) {
      const [seat] = ruleset.actors(state);
      if (seat === undefined) {
        const outcome = ruleset.outcome(state);
        return outcome === null ? null : { outcome, actions };
      }
      const action = randomPolicy(null, ruleset.legalActions(state, seat), lot);
      ({ state } = ruleset.apply(state, seat, action, chance));
      await this.#timeSlicer.pause();
    }
    return null;
  }
}

function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}
