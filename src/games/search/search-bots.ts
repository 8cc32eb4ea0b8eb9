import type { ActionShape, Seat } from '#rules/kernel/ruleset.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import { isSearch, playoutsOf } from '#rules/kernel/search/policy.ts';
import type { Share } from '../../eventlog/queue.ts';
import { Threads } from '../../eventlog/threads.ts';
import { threadFile } from '../../places.ts';
import { actionFor, withBots } from '../commands/actions.ts';
import { serverCommand } from '../commands/command.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { choiceChanceOf, type Game, policyAt } from '../model/game.ts';
import { drawnWorlds, freshChance } from '../queries/past-states.ts';
import { shareOf } from '../runtime/timekeeper.ts';
import type { Budget, DealsAnswer, DealsQuestion, ParQuestion, Thought } from './worker.ts';

/** The number of possible positions drawn for a decision. Further simulated games deal their hidden cards anew. */
const WORLDS = 40;
const ANY_WORD = 2 ** 32;

interface SearchBotsParts {
  ms: number;
  workerPool: SearchWorkerPool;
  commands: CommandHandler;
  onTrouble(error: unknown, gameId: string): void;
}

/** Lets bots search in threads. The threads get only positions that the seat cannot tell from the true one, and never
 * the true one. */
export class SearchBots {
  readonly #parts: SearchBotsParts;
  readonly #underWay = new Set<string>();
  #stopped = false;

  constructor(parts: SearchBotsParts) {
    this.#parts = parts;
  }

  /** Starts a search and returns at once. Does nothing if no search bot must act or one is searching already. */
  begin(game: Game): void {
    const { id } = game.header;
    const searcher = searcherIn(game);
    if (searcher === null || this.#stopped || this.#underWay.has(id)) return;
    this.#underWay.add(id);
    void this.#searchFor(game, searcher)
      .catch((error) => {
        if (!this.#stopped) this.#parts.onTrouble(error, id);
        return null;
      })
      .then((next) => {
        this.#underWay.delete(id);
        if (next !== null) this.begin(next);
      });
  }

  /** Stops all searches without reporting them as failed. */
  stop(): void {
    this.#stopped = true;
  }

  /** Returns a choice without writing it; null: no search bot must act. */
  async choiceIn(game: Game): Promise<{ seat: Seat; action: ActionShape } | null> {
    const searcher = searcherIn(game);
    return searcher && { seat: searcher.seat, action: await this.#think(game, searcher) };
  }

  /** Searches and acts. If the game has changed meanwhile, does not act, and the changed game is checked again. */
  async #searchFor(game: Game, searcher: Searcher): Promise<Game | null> {
    const action = await this.#think(game, searcher);
    const act = (current: Game, now: Date) =>
      current.version === game.version ? withBots(actionFor(current, now, searcher.seat, action, 'action')) : null;
    const made = await this.#parts.commands.handle(serverCommand(game.header.id, act));
    return made.ok ? made.value.game : null;
  }

  #think(game: Game, { seat, name }: Searcher): Promise<ActionShape> {
    const playouts = playoutsOf(name);
    const budget: Budget = playouts === null ? { ms: this.#parts.ms } : { playouts };
    const many = Math.min(WORLDS, playouts ?? WORLDS);
    const ask = () => {
      // a search of fixed size makes the same choice for the same seed and history; the seed is secret until the end
      const chance = playouts === null ? freshChance() : choiceChanceOf(game, game.version + 1);
      const { ruleset, rulesVersion, options, worlds } = drawnWorlds(game, seat, many, chance);
      const states = worlds.map(({ state }) => state);
      const seed = `${chance.int(ANY_WORD)}/${chance.int(ANY_WORD)}`;
      return { ruleset, rulesVersion, options, seat, worlds: states, seed, budget };
    };
    return this.#parts.workerPool.think(ask, shareOf(game));
  }
}

interface Searcher {
  seat: Seat;
  name: string;
}

function searcherIn(game: Game): Searcher | null {
  for (const { seat } of game.decisions) {
    const name = policyAt(game, seat);
    if (isSearch(name)) return { seat, name };
  }
  return null;
}

export class SearchWorkerPool {
  readonly #threads: Threads<Thought | ParQuestion | DealsQuestion, ActionShape | Par | null | DealsAnswer>;

  constructor(most: number) {
    this.#threads = new Threads({ file: threadFile('search'), what: 'searches', most });
  }

  think(ask: () => Thought, share: Share): Promise<ActionShape> {
    return this.#threads.ask(ask, share);
  }

  par(question: ParQuestion, share: Share): Promise<Par | null> {
    return this.#threads.ask(() => question, share);
  }

  /** Compares actions with the same hidden cards and dice. Give `share` a low priority, so that players come first. */
  deals(question: DealsQuestion, share: Share): Promise<DealsAnswer> {
    return this.#threads.ask(() => question, share);
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}
