import type { Noted } from '../../eventlog/subscriptions.ts';
import { type GameLists, MOST_TURNS, type WaitingGame } from '../../store/game-lists.ts';
import type { GameReader } from './game-reader.ts';
import { type SinceLooked, sinceLooked } from './since-looked.ts';
import { type TurnPage, type TurnsAsked, turnPageOf, turnRows } from './turn-page.ts';

export type NewsAsked = { names: boolean } | null;

/** `of`: the version and the look that the news describe. */
type NewsByGame = Map<string, { of: string; news: SinceLooked }>;

export interface ReadTurns {
  page: TurnPage;
  /** Of all that waits for the player: for the next wait. */
  mark: string;
  /** Of the page and its history. */
  pageMark: string;
}

/** What waits for one player, cached between reads: only changed games are read again. */
export class KeptTurns {
  readonly #lists: GameLists;
  readonly #gameReader: GameReader;
  readonly #playerId: string;
  readonly #changes: Noted;
  /** Null: read all. */
  #games: Map<string, WaitingGame> | null = null;
  #news: NewsByGame = new Map();

  constructor(parts: { lists: GameLists; gameReader: GameReader; changes: Noted }, playerId: string) {
    this.#lists = parts.lists;
    this.#gameReader = parts.gameReader;
    this.#changes = parts.changes;
    this.#playerId = playerId;
  }

  async read(asked: TurnsAsked, newsAsked: NewsAsked): Promise<ReadTurns> {
    const games = [...(await this.#current()).values()];
    const waiting = {
      games: games.filter(({ status }) => status === 'playing'),
      invitations: games.filter(({ status }) => status === 'open'),
    };
    const found = turnRows(waiting, this.#playerId, asked);
    const page = turnPageOf(found, this.#playerId);
    const rows = found.rows.map(({ row }) => row);
    if (newsAsked !== null) await this.#tell(page, rows, newsAsked);
    return { page, mark: this.#lists.markOf(games), pageMark: this.#lists.markOf(rows) };
  }

  stop(): void {
    this.#changes.stop();
  }

  /** Without a changed game, the wake-up means that a signal may be lost: reads all. */
  async #current(): Promise<Map<string, WaitingGame>> {
    const changed = this.#changes.take();
    const known = this.#games;
    this.#games = null; // if the read fails, the next one reads all
    this.#games = known === null || changed.length === 0 ? await this.#all() : await this.#again(known, changed);
    return this.#games;
  }

  async #all(): Promise<Map<string, WaitingGame>> {
    const { games, invitations } = await this.#lists.turns(this.#playerId, MOST_TURNS);
    return new Map([...games, ...invitations].map((row) => [row.id, row]));
  }

  async #again(known: ReadonlyMap<string, WaitingGame>, changed: readonly string[]): Promise<Map<string, WaitingGame>> {
    const now = new Map(known);
    for (const id of changed) now.delete(id);
    for (const row of await this.#lists.turnsAmong(this.#playerId, changed)) now.set(row.id, row);
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
      const news = kept?.of === of ? kept.news : await sinceLooked(this.#gameReader, this.#playerId, game, names);
      told.set(gameId, { of, news });
      turn.sinceLooked = news;
    };
    await Promise.all(turns.map(tell));
    this.#news = told;
  }
}
