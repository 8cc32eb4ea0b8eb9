import { LRUCache } from 'lru-cache';
import type { AnyRuleset } from '../kernel/ruleset.ts';
import type { GameRow, Store } from '../store/store.ts';
import { fold, type Game, type GameHeader } from './game.ts';

/** Finds the ruleset module of a game: the version that was pinned when the game was created. */
export type RulesetOf = (id: string, rulesVersion: number) => AnyRuleset;

/**
 * Games kept in memory so that they need not be replayed from the log each time. What is kept is trusted
 * only at the version that the database confirms; what is missing is folded in from there.
 */
export class LiveGames {
  readonly #store: Store;
  readonly #rulesetOf: RulesetOf;
  readonly #onReplay: ((ruleset: string) => void) | undefined;
  readonly #games: LRUCache<string, Game>;
  readonly #loading = new Map<string, Promise<Game>>();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(store: Store, rulesetOf: RulesetOf, max: number, onReplay?: (ruleset: string) => void) {
    this.#store = store;
    this.#rulesetOf = rulesetOf;
    this.#onReplay = onReplay;
    this.#games = new LRUCache({ max });
  }

  get size(): number {
    return this.#games.size;
  }

  /** The game at the newest version that is committed, or null. */
  async current(id: string): Promise<Game | null> {
    const version = await this.#store.version(id);
    if (version === null) return null;
    const known = this.#games.get(id);
    if (known !== undefined && known.version >= version) return known;
    return this.#catchUp(id, known ?? null);
  }

  /** To be called with a game only after the change that made it is committed. */
  keep(game: Game): void {
    const known = this.#games.get(game.header.id);
    if (known === undefined || known.version < game.version) this.#games.set(game.header.id, game);
  }

  /** Runs `work` after all earlier work on the same game: actions of a game are applied one after another. */
  async inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#queues.set(id, mine);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(id) === mine) this.#queues.delete(id);
    }
  }

  /** What a game was created with; throws for an id that does not exist. */
  async header(id: string): Promise<GameHeader> {
    const row = await this.#store.game(id);
    if (row === null) throw new Error(`game ${id} has events but no row`);
    return this.#headerOf(row);
  }

  #catchUp(id: string, known: Game | null): Promise<Game> {
    const loading = this.#loading.get(id);
    if (loading !== undefined) return loading;
    const load = this.#load(id, known).finally(() => this.#loading.delete(id));
    this.#loading.set(id, load);
    return load;
  }

  async #load(id: string, known: Game | null): Promise<Game> {
    const header = known?.header ?? (await this.header(id));
    let game = known;
    for (const event of await this.#store.events(id, game?.version ?? 0)) game = fold(header, game, event).game;
    if (game === null) throw new Error(`game ${id} has a row but no events`);
    this.keep(game);
    if (known === null) this.#onReplay?.(header.ruleset.id);
    return game;
  }

  #headerOf(row: GameRow): GameHeader {
    return {
      id: row.id,
      ruleset: this.#rulesetOf(row.ruleset, row.rulesVersion),
      options: row.options,
      seatCount: row.seatCount,
      visibility: row.visibility,
      createdBy: row.createdBy,
      createdAt: row.createdAt,
      commitment: row.commitment,
      chance: chanceIn(row),
    };
  }
}

function chanceIn(row: GameRow): GameHeader['chance'] {
  if (row.seed !== null) return { seed: row.seed };
  if (row.serverSeed !== null) return { serverSeed: row.serverSeed };
  throw new Error(`game ${row.id} has neither a seed nor a server seed`);
}
