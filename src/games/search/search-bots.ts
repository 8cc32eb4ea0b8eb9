import type { Chance } from '#rules/kernel/chance.ts';
import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import { isSearch, playoutsOf } from '#rules/kernel/search/policy.ts';
import type { Share } from '../../eventlog/queue.ts';
import { Threads } from '../../eventlog/threads.ts';
import { threadFile } from '../../places.ts';
import { actionFor, withBots } from '../commands/bot-turns.ts';
import { choiceChanceOf, type Game, type Proposal, policyAt } from '../model/game.ts';
import { drawnWorlds, freshChance } from '../queries/past-states.ts';
import { shareOf } from '../runtime/timekeeper.ts';
import type { Budget, DealsAnswer, DealsQuestion, ParQuestion, Thought } from './worker.ts';

/** Drawn for a decision at most: a long search deals further ones from these. */
const WORLDS = 40;
const ANY_WORD = 2 ** 32;

/** Makes a change in a game, if what is proposed on its newest version is not null; the game after it. */
type Change = (gameId: string, propose: (game: Game, now: Date) => Proposal | null) => Promise<Game | null>;

/** Lets bots search: each thinks in a thread of its own for a while, about worlds and never about the true position. */
export class SearchBots {
  readonly #ms: number;
  readonly #change: Change;
  readonly #onTrouble: (error: unknown, gameId: string) => void;
  readonly #workerPool: SearchWorkerPool;
  readonly #underWay = new Set<string>();
  #stopped = false;

  constructor(
    { ms, workerPool }: { ms: number; workerPool: SearchWorkerPool },
    onTrouble: (error: unknown, gameId: string) => void,
    change: Change,
  ) {
    this.#ms = ms;
    this.#workerPool = workerPool;
    this.#onTrouble = onTrouble;
    this.#change = change;
  }

  /** Returns at once. Does nothing where nobody is to search, or somebody does already. */
  begin(game: Game): void {
    const { id } = game.header;
    const searcher = searcherIn(game);
    if (searcher === null || this.#stopped || this.#underWay.has(id)) return;
    this.#underWay.add(id);
    void this.#searchFor(game, searcher)
      .catch((error) => {
        if (!this.#stopped) this.#onTrouble(error, id);
        return null;
      })
      .then((next) => {
        this.#underWay.delete(id);
        if (next !== null) this.begin(next);
      });
  }

  /** What is thought about when the workers stop is no trouble then. */
  stop(): void {
    this.#stopped = true;
  }

  /** What the first seat that is to search chooses in this position, which need not be written; null where nobody is to. */
  async choiceIn(game: Game): Promise<Chosen | null> {
    const searcher = searcherIn(game);
    return searcher && { seat: searcher.seat, action: await this.#think(game, searcher) };
  }

  /** The action is made only in the very position that was thought about; otherwise the game is looked at anew. */
  async #searchFor(game: Game, searcher: Searcher): Promise<Game | null> {
    const action = await this.#think(game, searcher);
    return this.#change(game.header.id, (current, now) => {
      if (current.version !== game.version) return null;
      return withBots(actionFor(current, now, searcher.seat, action, 'action'));
    });
  }

  #think(game: Game, { seat, name }: Searcher): Promise<ActionShape> {
    const playouts = playoutsOf(name);
    const budget: Budget = playouts === null ? { ms: this.#ms } : { playouts };
    const many = Math.min(WORLDS, playouts ?? WORLDS);
    const ask = () => {
      const chance = playouts === null ? freshChance() : repeatable(game);
      const { ruleset, rulesVersion, options, worlds } = drawnWorlds(game, seat, many, chance);
      const states = worlds.map(({ state }) => state);
      const seed = `${chance.int(ANY_WORD)}/${chance.int(ANY_WORD)}`;
      return { ruleset, rulesVersion, options, seat, worlds: states, seed, budget };
    };
    return this.#workerPool.think(ask, shareOf(game));
  }
}

/** A seat that searches for its action, and by which bot. */
interface Searcher {
  seat: Seat;
  name: string;
}

/** What a seat is to do. */
interface Chosen {
  seat: Seat;
  action: ActionShape;
}

/** The first such seat that is to act. */
function searcherIn(game: Game): Searcher | null {
  for (const { seat } of game.decisions) {
    const name = policyAt(game, seat);
    if (isSearch(name)) return { seat, name };
  }
  return null;
}

/**
 * The chance of the house's choice that makes the next version, secret until the game is over as all of its chance: a search of
 * fixed size makes the same choice again in a game with the same seed and history.
 */
function repeatable(game: Game): Chance {
  return choiceChanceOf(game, game.version + 1);
}

/** Threads in which bots think at length, and in which pars and the worth of options are worked out. */
export class SearchWorkerPool {
  readonly #threads: Threads<Thought | ParQuestion | DealsQuestion, ActionShape | Par | null | DealsAnswer>;

  constructor(most: number) {
    this.#threads = new Threads({ file: threadFile('search'), what: 'searches', most });
  }

  /** The action that a search chooses; when every thread is busy, questions wait for the turn of whoever they are asked for. */
  think(ask: () => Thought, share: Share): Promise<ActionShape> {
    return this.#threads.ask(ask, share);
  }

  /** The par of a game that its open seed gives, in turn with the questions above; null where it has none. */
  par(question: ParQuestion, share: Share): Promise<Par | null> {
    return this.#threads.ask(() => question, share);
  }

  /** What options are worth in some deals. Whoever asks at leisure waits until no other question does. */
  deals(question: DealsQuestion, share: Share): Promise<DealsAnswer> {
    return this.#threads.ask(() => question, share);
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}
