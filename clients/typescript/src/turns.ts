import { answered } from './answer.ts';
import type { Connection } from './connection.ts';
import { followTurns } from './follow-game.ts';
import { Unreachable } from './patient-fetch.ts';
import { ProblemError } from './problem-error.ts';
import { told } from './told.ts';
import { type Action, type ActionResult, type Game, legalActionsOf, type Seat, type TurnList } from './types.ts';

/** Options of `getState` with which the player's games are read. */
export interface Reading {
  labels?: boolean;
  odds?: boolean;
  text?: boolean;
  names?: boolean;
}

export interface TurnsOptions {
  reading?: Reading;
  /** ends the iteration without an error */
  signal?: AbortSignal;
}

/** One decision of one seat. Each is reported once. */
export interface Turn {
  gameId: string;
  /** the seat that must act */
  seat: Seat;
  /** the version at which the decision opened */
  since: number;
  /** null: the game has no clock */
  deadline: string | null;
  /** the game as the seat sees it; a test of `ruleset` narrows its type */
  game: Game;
  /** all actions that `choices` stands for */
  legalActions: readonly Action[];
  /** Acts. Null: it is no longer this seat's turn, because of the clock or the end of the game. Throws `ProblemError`
   * if the action is illegal. */
  act(action: Action): Promise<ActionResult | null>;
}

type Listed = TurnList['turns'][number];

/** The last reported decision of a seat, and the newest version of the game that was read since. */
interface Known {
  since: number;
  version: number;
  isDone: boolean;
}

/** If an action is refused with one of these codes, its decision is over. The list of turns shows the next decision. */
const TOO_LATE = new Set<string>(['stale-version', 'not-your-turn', 'game-over', 'seat-left', 'time-out']);
const AWAY = new Set<string>(['game-not-found', 'not-your-seat', 'not-your-game', 'game-not-started']);

/** Reports each decision of a player in all games once, even after interruptions. */
export class Turns {
  readonly #connection: Connection;
  readonly #reading: Reading;
  readonly #known = new Map<string, Known>();
  #lookAgain = () => {};

  constructor(connection: Connection, reading: Reading) {
    this.#connection = connection;
    this.#reading = reading;
  }

  /** Reports the decision with the nearest deadline first. Throws `ProblemError` if the service refuses. */
  async *all(signal?: AbortSignal): AsyncGenerator<Turn, void, undefined> {
    let list: TurnList | null = null;
    let isNew = false;
    const news = told<void>((tell, until) => {
      this.#lookAgain = () => {
        isNew = list !== null;
        tell();
      };
      return new Promise((resolve, reject) => {
        const onTurns = (turns: TurnList) => {
          list = turns;
          this.#lookAgain();
        };
        const listener = { signal: until, onLine() {}, onRefused: reject, onTurns };
        followTurns(this.#connection, listener).then(resolve, reject);
      });
    }, signal);
    for await (const _ of news) {
      if (!isNew || list === null) continue; // if several lists were received meanwhile, only the last one matters
      isNew = false;
      yield* this.#newIn(list, signal);
    }
  }

  async *#newIn({ turns }: TurnList, signal?: AbortSignal): AsyncGenerator<Turn, void, undefined> {
    const listed = new Set(turns.flatMap(({ gameId, seats }) => seats.map((seat) => keyOf(gameId, seat))));
    for (const [key, { isDone }] of this.#known) if (isDone && !listed.has(key)) this.#known.delete(key);
    for (const turn of turns) {
      for (const seat of turn.seats) {
        const found = await this.#look(turn, seat, signal);
        if (found !== null) yield found;
        if (signal?.aborted) return;
      }
    }
  }

  /** Returns a listed turn; null: it was reported before, or is over. */
  async #look({ gameId, version }: Listed, seat: Seat, signal?: AbortSignal): Promise<Turn | null> {
    const key = keyOf(gameId, seat);
    if (this.#known.get(key)?.version === version) return null;
    const game = await this.#read(gameId, seat, signal);
    if (game === null) return null;
    const known = this.#known.get(key);
    const decision = game.decisions.find((each) => each.seat === seat);
    const since = decision?.since;
    // a version below the known one means that the database was restored, so the decision is new
    const isTold = known !== undefined && known.since === since && known.version <= game.version;
    if (since === undefined || isTold) {
      if (known !== undefined) known.version = Math.max(known.version, game.version);
      return null;
    }
    const turn: Known = { since, version: game.version, isDone: false };
    this.#known.set(key, turn);
    return {
      gameId,
      seat,
      since,
      deadline: decision?.deadline ?? null,
      game,
      legalActions: legalActionsOf(game),
      act: (action) => this.#act(game, seat, action, turn),
    };
  }

  /** Reads a game. Null: the caller may no longer see it. Tries again while the service is unavailable. */
  async #read(gameId: string, seat: Seat, signal?: AbortSignal): Promise<Game | null> {
    const params = { path: { gameId }, query: { ...this.#reading, seat } };
    for (;;) {
      try {
        return await answered(this.#connection.api.GET('/v1/games/{gameId}', { params, ...(signal && { signal }) }));
      } catch (error) {
        if (signal?.aborted || (error instanceof ProblemError && AWAY.has(error.code))) return null;
        if (!(error instanceof Unreachable)) throw error;
      }
    }
  }

  async #act(game: Game, seat: Seat, action: Action, turn: Known): Promise<ActionResult | null> {
    const query = { ...this.#reading, labels: false, odds: false };
    const params = { path: { gameId: game.id }, query };
    const body = { action, seat, expectedVersion: game.version, expectedHead: game.head };
    try {
      const result = await answered(this.#connection.api.POST('/v1/games/{gameId}/actions', { params, body }));
      // one half less, so that no listed version equals this value, and only a restored game has a lower version
      turn.version = result.appliedVersion - 0.5;
      turn.isDone = true;
      return result;
    } catch (error) {
      if (!(error instanceof ProblemError) || !TOO_LATE.has(error.code)) throw error;
      turn.isDone = true;
      const key = keyOf(game.id, seat);
      if (error.code === 'stale-version' && this.#known.get(key) === turn) this.#known.delete(key);
      this.#lookAgain();
      return null;
    }
  }
}

function keyOf(gameId: string, seat: Seat): string {
  return `${gameId}/${seat}`;
}
