import { answerOf, type Connection, type GameSummary, type Refusal } from '../../core/api.ts';
import { pause } from '../../core/pause.ts';
import { Store } from '../../core/store.ts';

export interface BoardGame {
  game: GameSummary;
  sentence: string | null;
}

export interface BoardState {
  games: readonly BoardGame[] | null;
  seenMs: number;
  refusal: Refusal | null;
}

/** Long polling of the list does not report moves, so the list is read again after this pause. */
const PAUSE_MS = 3_000;
const MOST_GAMES = 12;
const MOST_FINISHED = 3;

export class BoardModel {
  readonly state = new Store<BoardState>({ games: null, seenMs: 0, refusal: null });
  readonly #connection: Connection;
  readonly #player: string;

  /** `player` is an id, or `me` for the owner of the token */
  constructor(connection: Connection, player: string) {
    this.#connection = connection;
    this.#player = player;
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#read(signal);
      const { refusal } = this.state.value;
      if (refusal?.code === 'unauthorized' || refusal?.status === 400) return;
      await pause(PAUSE_MS, signal);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const playing = await this.#list('playing', MOST_GAMES, signal);
    if (!playing.ok) return this.state.patch({ refusal: playing.refusal });
    const finished = await this.#list('finished', MOST_FINISHED, signal);
    if (!finished.ok) return this.state.patch({ refusal: finished.refusal });
    const known = new Map(this.state.value.games?.map((each) => [each.game.id, each]));
    const games: BoardGame[] = [];
    for (const game of [...playing.value.games, ...finished.value.games]) {
      const before = known.get(game.id);
      const isSame = before !== undefined && before.game.version === game.version;
      games.push({ game, sentence: isSame ? before.sentence : await this.#lastSentence(game.id, signal) });
    }
    this.state.set({ games, seenMs: Date.now(), refusal: null });
  }

  #list(status: 'playing' | 'finished', limit: number, signal: AbortSignal) {
    const query = { player: this.#player, status, limit };
    return answerOf(this.#connection.api.GET('/v1/games', { params: { query }, signal }));
  }

  async #lastSentence(gameId: string, signal: AbortSignal): Promise<string | null> {
    const query = { seat: 'spectator' as const, order: 'desc' as const, limit: 1, text: true, names: true };
    const params = { path: { gameId }, query };
    const answer = await answerOf(this.#connection.api.GET('/v1/games/{gameId}/events', { params, signal }));
    if (!answer.ok || typeof answer.value === 'string') return null;
    return answer.value.events[0]?.text ?? null;
  }
}
