import { type Answer, answerOf, type Connection, type Game, type GameEvent, type Refusal } from './api.ts';
import { isFinal } from './final-refusal.ts';
import { pause } from './pause.ts';
import { Store } from './store.ts';

export interface WatchedState {
  game: Game | null;
  events: readonly GameEvent[];
  /** when the game was last read, in milliseconds since 1970 */
  seenMs: number;
  refusal: Refusal | null;
}

const LAST_EVENTS = 4;
const PAUSE_MS = 3_000;
const WAIT_SECONDS = 25;
const SPECTATOR = { seat: 'spectator' } as const;

/** A game as spectators see it, even if the token is a player's. It waits for new versions instead of events, because a
 * secret choice has no public event. */
export class WatchedGame {
  readonly state = new Store<WatchedState>({ game: null, events: [], seenMs: 0, refusal: null });
  readonly #connection: Connection;
  readonly #gameId: string;

  constructor(connection: Connection, gameId: string) {
    this.#connection = connection;
    this.#gameId = gameId;
  }

  /** Follows until the signal aborts, the game is over or the service refuses. Tries again after interruptions. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answer = await this.#wait(signal);
      if (signal.aborted) return;
      if (answer.ok) {
        await this.#show(answer.value, signal);
        if (answer.value.outcome !== null || answer.value.status === 'aborted') return;
      } else {
        this.state.patch({ refusal: answer.refusal });
        if (isFinal(answer.refusal)) return;
        await pause(PAUSE_MS, signal);
      }
    }
  }

  /** Long polling: returns when the game has changed, or when time is up. */
  #wait(signal: AbortSignal): Promise<Answer<Game>> {
    const { game } = this.state.value;
    const query = { ...SPECTATOR, ...(game === null ? {} : { after: game.version, wait: WAIT_SECONDS }) };
    const params = { path: { gameId: this.#gameId }, query };
    return answerOf(this.#connection.api.GET('/v1/games/{gameId}', { params, signal }));
  }

  async #show(game: Game, signal: AbortSignal): Promise<void> {
    const isNews = game.version !== this.state.value.game?.version;
    const events = isNews ? await this.#lastEvents(signal) : this.state.value.events;
    this.state.set({ game, events, seenMs: Date.now(), refusal: null });
  }

  async #lastEvents(signal: AbortSignal): Promise<readonly GameEvent[]> {
    const query = { ...SPECTATOR, order: 'desc' as const, limit: LAST_EVENTS, text: true, names: true };
    const params = { path: { gameId: this.#gameId }, query };
    const page = await answerOf(this.#connection.api.GET('/v1/games/{gameId}/events', { params, signal }));
    if (!page.ok || typeof page.value === 'string') return this.state.value.events;
    return page.value.events.slice(0, LAST_EVENTS);
  }
}
