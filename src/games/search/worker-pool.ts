import type { ActionShape } from '#rules/kernel/ruleset.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import type { Share } from '../../eventlog/queue.ts';
import { Threads } from '../../eventlog/threads.ts';
import { threadFile } from '../../places.ts';
import type { DealsAnswer, DealsQuestion, ParQuestion, Thought } from './worker.ts';

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
