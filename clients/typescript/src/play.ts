import { begin, type Career, gameNow } from './career.ts';
import type { Connection } from './connection.ts';
import { type Reading, type Turn, Turns } from './turns.ts';
import type { Action, Game } from './types.ts';

/** Chooses an action. Null leaves the seat to its clock, so the game must have one. */
export type Agent = (turn: Turn) => Action | null | undefined | Promise<Action | null | undefined>;

export interface PlayOptions extends Career {
  /** how many turns the agent may get at the same time; by default 1 */
  thinking?: number;
  /** options with which games are read, such as `labels` */
  reading?: Reading;
  /** ends the career without an error; running games are left as they are */
  signal?: AbortSignal;
}

/** Plays until all that `options` asks for is over. Resolves to the final states of games in which the agent was asked.
 * Rejects with an error of the agent, with `ProblemError` for an illegal action, or with `Unreachable`. */
export async function play(connection: Connection, agent: Agent, options: PlayOptions): Promise<Game[]> {
  const { thinking = 1, reading = {}, signal, ...career } = options;
  const ended = new AbortController();
  const end = () => ended.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  const table = new Asked(agent, thinking, end);
  try {
    const over = await begin(connection, career, ended.signal);
    if (over !== null) over().then(end, (error) => table.fail(error));
    for await (const turn of new Turns(connection, reading).all(ended.signal)) await table.ask(turn);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
  await table.answered();
  const games = await Promise.all([...table.games].map((gameId) => gameNow(connection, gameId)));
  return games.filter((game) => game !== null);
}

class Asked {
  readonly games = new Set<string>();
  readonly #agent: Agent;
  readonly #most: number;
  readonly #end: () => void;
  readonly #thinking = new Set<Promise<void>>();
  #failure: { error: unknown } | null = null;

  constructor(agent: Agent, most: number, end: () => void) {
    this.#agent = agent;
    this.#most = most;
    this.#end = end;
  }

  async ask(turn: Turn): Promise<void> {
    this.games.add(turn.gameId);
    const thought = this.#think(turn)
      .catch((error) => this.fail(error))
      .finally(() => this.#thinking.delete(thought));
    this.#thinking.add(thought);
    if (this.#thinking.size >= this.#most) await Promise.race(this.#thinking);
  }

  async #think(turn: Turn): Promise<void> {
    let acted = false;
    const act = (action: Action) => {
      acted = true;
      return turn.act(action);
    };
    const action = await this.#agent({ ...turn, act });
    if (action !== null && action !== undefined) await turn.act(action);
    else if (!acted && turn.game.clock === null) throw new Error('The agent chose nothing, and the game has no clock.');
  }

  /** The first failure ends the career. Later ones are ignored. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#end();
  }

  async answered(): Promise<void> {
    await Promise.all(this.#thinking);
    if (this.#failure !== null) throw this.#failure.error;
  }
}
