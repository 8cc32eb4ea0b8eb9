import type { Noted } from '../../eventlog/subscriptions.ts';
import { type GameLists, MOST_TURNS, type WaitingGame } from '../../store/game-lists.ts';
import type { GameReader } from './game-reader.ts';
import { type SinceLooked, sinceLooked } from './since-looked.ts';
import { type TurnPage, type TurnsAsked, turnPageOf, turnRows } from './turn-page.ts';

export type NewsAsked = { names: boolean } | null;

/** By game: events that the player has not seen. `of`: the game's version and the version that the player saw last. */
type NewsByGame = Map<string, { of: string; news: SinceLooked }>;

export interface ReadTurns {
  page: TurnPage;
  /** identifies the state of all games that wait for the player; a waiting request is answered when it changes */
  mark: string;
  /** identifies the state of the games on this page */
  pageMark: string;
}

interface KeptTurnsParts {
  lists: GameLists;
  gameReader: GameReader;
  changes: Noted;
  playerId: string;
}

/** Caches the games that wait for a player between reads, so that only changed games are read again. */
export class KeptTurns {
  readonly #parts: KeptTurnsParts;
  /** null: everything must be read again */
  #games: Map<string, WaitingGame> | null = null;
  #news: NewsByGame = new Map();

  constructor(parts: KeptTurnsParts) {
    this.#parts = parts;
  }

  async read(asked: TurnsAsked, newsAsked: NewsAsked): Promise<ReadTurns> {
    const games = [...(await this.#current()).values()];
    const waiting = {
      games: games.filter(({ status }) => status === 'playing'),
      invitations: games.filter(({ status }) => status === 'open'),
    };
    const found = turnRows(waiting, this.#parts.playerId, asked);
    const page = turnPageOf(found, this.#parts.playerId);
    const rows = found.rows.map(({ row }) => row);
    if (newsAsked !== null) await this.#tell(page, rows, newsAsked);
    return { page, mark: this.#parts.lists.markOf(games), pageMark: this.#parts.lists.markOf(rows) };
  }

  stop(): void {
    this.#parts.changes.stop();
  }

  /** Returns the games that wait for the player. If no change was signaled, reads all: a signal may have been lost. */
  async #current(): Promise<Map<string, WaitingGame>> {
    const changed = this.#parts.changes.take();
    const known = this.#games;
    this.#games = null; // null until the reading succeeds, so that the next attempt after a failure reads everything
    this.#games = known === null || changed.length === 0 ? await this.#all() : await this.#again(known, changed);
    return this.#games;
  }

  async #all(): Promise<Map<string, WaitingGame>> {
    const { games, invitations } = await this.#parts.lists.turns(this.#parts.playerId, MOST_TURNS);
    return new Map([...games, ...invitations].map((row) => [row.id, row]));
  }

  async #again(known: ReadonlyMap<string, WaitingGame>, changed: readonly string[]): Promise<Map<string, WaitingGame>> {
    const now = new Map(known);
    for (const id of changed) now.delete(id);
    for (const row of await this.#parts.lists.turnsAmong(this.#parts.playerId, changed)) now.set(row.id, row);
    return now;
  }

  async #tell({ turns }: TurnPage, rows: readonly WaitingGame[], { names }: { names: boolean }): Promise<void> {
    const told: NewsByGame = new Map();
    const looked = new Map(rows.map((row) => [row.id, row.looked]));
    const tell = async (turn: TurnPage['turns'][number]) => {
      const { gameId, version } = turn;
      const game = { gameId, version, looked: looked.get(gameId) ?? 0 };
      const of = `${version} ${game.looked}`;
      const kept = this.#news.get(gameId);
      const news =
        kept?.of === of ? kept.news : await sinceLooked(this.#parts.gameReader, this.#parts.playerId, game, names);
      told.set(gameId, { of, news });
      turn.sinceLooked = news;
    };
    await Promise.all(turns.map(tell));
    this.#news = told;
  }
}
