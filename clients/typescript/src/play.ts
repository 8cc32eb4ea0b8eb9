import { begin, type Career, gameNow } from './career.ts';
import type { Connection } from './connection.ts';
import { type Reading, type Turn, Turns } from './turns.ts';
import type { Action, Game } from './types.ts';

/** Chooses an action, now or later; null: none, and the seat is left to its clock, which there must be. */
export type Agent = (turn: Turn) => Action | null | undefined | Promise<Action | null | undefined>;

export interface PlayOptions extends Career {
  /** how many turns it is asked about at the same time; 1 when it is left out */
  thinking?: number;
  /** how games are read for it */
  reading?: Reading;
  /** ends the career, quietly: games that are under way stay as they are */
  signal?: AbortSignal;
}

/**
 * Plays until all that it began is over, and resolves to the games in which it was asked, as they are then. What the agent
 * throws ends it, and so does an action that is not legal (`ProblemError`) or a service that does not come back (`Unreachable`).
 */
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

/** Asks one agent about so many turns at a time. */
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

  /** Resolves when there is room for another turn. */
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

  /** The first failure ends the career; those that follow from it are not told. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#end();
  }

  /** Throws what has ended the career, once nobody thinks any more. */
  async answered(): Promise<void> {
    await Promise.all(this.#thinking);
    if (this.#failure !== null) throw this.#failure.error;
  }
}
