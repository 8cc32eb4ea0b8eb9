import { sameJson } from '#rules/kernel/json.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { policyOf, shownTo } from '#rules/kernel/search/policy.ts';
import { unlessAborted } from '../../eventlog/queue.ts';
import type { Game } from '../../games/model/game.ts';
import type { GameReader } from '../../games/queries/game-reader.ts';
import type { SearchWorkerPool } from '../../games/search/search-bots.ts';
import type { AnalysedDecisionRow, AnalysisRow } from '../../store/analyses.ts';
import { type Decision, decisionIn, decisionRow, measureOf, takenIn } from '../model/decision.ts';
import { judged, type PlayDeals } from '../model/judgement.ts';
import { FEWEST_PLAYOUTS, mostDecisions, type Spending, shareOfNext } from '../model/spending.ts';

/** The analysis uses a thread for about this long at a time, because other work waits for the thread. */
const STRETCH_MS = 40;
const RULE_OF_THUMB = 'plain';

interface GameAnalysisParts {
  reader: GameReader;
  pool: SearchWorkerPool;
  stop: AbortSignal;
}

/** A judged decision. `decision` is null if too few playouts had a result. */
export interface DecisionDone {
  decision: AnalysedDecisionRow | null;
  playouts: number;
  seconds: number;
}

export class GameAnalysis {
  readonly #parts: GameAnalysisParts;
  readonly #game: Game;
  readonly #row: AnalysisRow;
  readonly #spending: Spending;
  /** the duration of the last playout; null: there was none yet */
  #playoutMs: number | null = null;

  constructor(parts: GameAnalysisParts, row: AnalysisRow, game: Game) {
    this.#parts = parts;
    this.#game = game;
    this.#row = row;
    const { playoutsMost, secondsMost, playouts, seconds } = row;
    this.#spending = { playoutsMost, secondsMost, playouts, seconds };
  }

  /** Counts the decisions and selects those to judge, by version. A small budget goes first to decisions of players. */
  async counted(): Promise<{ inAll: number; toJudge: ReadonlySet<number> }> {
    const versions: { version: number; isPlayers: boolean }[] = [];
    for await (const decision of this.#decisions()) {
      versions.push({ version: decision.version, isPlayers: decision.by === 'player' });
    }
    const sorted = [...versions].sort((one, other) => Number(other.isPlayers) - Number(one.isPlayers));
    const most = mostDecisions(this.#row.playoutsMost);
    return { inAll: versions.length, toJudge: new Set(sorted.slice(0, most).map(({ version }) => version)) };
  }

  /** Judges decisions in order until the budget is spent. When the signal `stop` aborts, throws the signal's reason. */
  async *judge(versions: ReadonlySet<number>): AsyncGenerator<DecisionDone> {
    let left = versions.size;
    for await (const decision of this.#decisions()) {
      if (!versions.has(decision.version)) continue;
      const playouts = shareOfNext(this.#spending, left--);
      if (playouts < FEWEST_PLAYOUTS / 2) return;
      const before = { ...this.#spending };
      const row = await this.#judged(decision, playouts);
      const spent = this.#spending;
      yield { decision: row, playouts: spent.playouts - before.playouts, seconds: spent.seconds - before.seconds };
    }
  }

  async *#decisions(): AsyncGenerator<Decision> {
    const { reader, stop } = this.#parts;
    for await (const taken of reader.actions(this.#game)) {
      stop.throwIfAborted();
      const decision = decisionIn(taken);
      if (decision !== null) yield decision;
    }
  }

  async #judged(decision: Decision, playouts: number): Promise<AnalysedDecisionRow | null> {
    const { before, seat, options, version } = decision;
    const { ruleset } = before.header;
    const seed = `${this.#row.head}/${version}`;
    const lots = new FastChance(`${seed}/lots`);
    const world = ruleset.redeal(before.state, seat, new FastChance(`${seed}/world`));
    const choice = {
      options: options.length,
      taken: takenIn(decision),
      favourite: favouriteIn(decision, lots),
      measure: measureOf(before),
      playouts,
    };
    const judgement = await judged(choice, lots, this.#dealer(decision, world, seed));
    return judgement && decisionRow(decision, judgement, playouts);
  }

  /** Returns a function that tries actions in random deals of the hidden cards. Each call plays new deals. */
  #dealer({ before, seat, options }: Decision, world: unknown, seed: string): PlayDeals {
    const { ruleset, options: rules } = before.header;
    const settled = { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion, options: rules, seat, world, seed };
    let first = 1;
    return async (places, count) => {
      const actions = places.map((place) => options[place] as Decision['action']);
      const worths: (number[] | null)[] = [];
      while (worths.length < count) {
        const deals = Math.min(count - worths.length, this.#dealsOfStretch(actions.length));
        worths.push(...(await this.#play({ ...settled, actions, first, deals })));
        first += deals;
      }
      return worths;
    };
  }

  #dealsOfStretch(actions: number): number {
    if (this.#playoutMs === null) return 1;
    return Math.max(1, Math.floor(STRETCH_MS / (this.#playoutMs * actions)));
  }

  async #play(question: Parameters<SearchWorkerPool['deals']>[0]): Promise<(number[] | null)[]> {
    const { pool, stop } = this.#parts;
    stop.throwIfAborted();
    const share = { owner: this.#row.askedBy, withPeople: false, isLowPriority: true };
    const answer = await unlessAborted(stop, pool.deals(question, share));
    const playouts = question.actions.length * question.deals;
    this.#playoutMs = Math.max(answer.ms / playouts, Number.EPSILON);
    this.#spending.playouts += playouts;
    this.#spending.seconds += answer.ms / 1000;
    return answer.worths;
  }
}

/** Returns the index of the option that the policy `plain` would choose; null: the game lacks this policy. */
function favouriteIn({ before, seat, options }: Decision, lots: FastChance): number | null {
  const { ruleset } = before.header;
  const policy = policyOf(ruleset, RULE_OF_THUMB);
  if (policy === null) return null;
  const chosen = policy(shownTo(policy, ruleset, before.state, seat), options, lots);
  const place = options.findIndex((option) => sameJson(option, chosen));
  return place === -1 ? null : place;
}
