import { LRUCache } from 'lru-cache';
import type { Outcome } from '../../games/model/game.ts';
import type { GameReader } from '../../games/queries/game-reader.ts';
import type { GameOver } from '../../store/competition-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Competition, entryIn } from '../model/competition.ts';
import type { DealtGame } from '../model/events.ts';
import { countedAs, type GameResult, type GameResults, missingIn, sharesIn } from './results.ts';
import { uncountedGames } from './situation.ts';

/** What is over waits for its board: all games of a competition at most, whose results do not change. */
const KEPT = 20_000;

/** Reads how games went. */
export class GameResultReader {
  readonly #store: Store;
  readonly #gameReader: GameReader;
  readonly #kept = new LRUCache<string, GameResult>({ max: KEPT });

  constructor(store: Store, gameReader: GameReader) {
    this.#store = store;
    this.#gameReader = gameReader;
  }

  /** Of the games of a competition that are over and not counted. */
  async of(competition: Competition): Promise<GameResults> {
    const dealt = new Map(uncountedGames(competition).map((game) => [game.gameId, game]));
    if (dealt.size === 0) return new Map();
    const over = await this.#store.competitions.gamesOver(competition.header.id);
    const results = new Map<string, GameResult>();
    for (const row of over) {
      const game = dealt.get(row.gameId);
      if (game === undefined) continue;
      const result = this.#kept.get(row.gameId) ?? (await this.#read(competition, game, row));
      this.#kept.set(row.gameId, result);
      results.set(row.gameId, result);
    }
    return results;
  }

  async #read(competition: Competition, { gameId, entries }: DealtGame, row: GameOver): Promise<GameResult> {
    const { head } = row;
    const nothing = entries.map(() => 0);
    if (row.status === 'aborted') {
      return { gameId, head, counted: 'void', shares: nothing, scores: nothing, noShows: [], unasked: [] };
    }
    const outcome = row.outcome as unknown as Outcome;
    const players = entries.flatMap((entry, seat) => {
      return entry !== null && entryIn(competition, entry).player !== null ? [seat] : [];
    });
    const missing = missingIn(players, await this.#gameReader.attendance(gameId, outcome, players));
    const counted = countedAs(competition.header.settings, entries, missing.noShows);
    const shares = sharesIn(entries, outcome.winners);
    return { gameId, head, counted, shares, scores: [...outcome.scores], ...missing };
  }
}
