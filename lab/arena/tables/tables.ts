import { done } from '../../../src/eventlog/result.ts';
import { type Game, isOver } from '../../../src/games/model/game.ts';
import { Table, type TableParts } from './table.ts';

/** The games under way at which somebody has to be asked, or nobody plays by themselves over HTTP. */
export class Tables {
  readonly #parts: TableParts;
  readonly #tables = new Map<string, Table>();
  readonly #onTrouble: (error: unknown) => void;
  #left = false;

  constructor(parts: TableParts, onTrouble: (error: unknown) => void) {
    this.#parts = parts;
    this.#onTrouble = onTrouble;
  }

  /** Whether the house is to act by itself in a game. */
  isAttended(gameId: string): boolean {
    return this.#tables.get(gameId)?.isAttended ?? true;
  }

  /** To be called with each game after each change. */
  changed(game: Game): void {
    const table = this.#tables.get(game.header.id);
    if (table !== undefined) table.changed(game);
    else if (!this.#left && game.status === 'playing') this.#sitDown(game);
  }

  /** Goes on with a game that was begun in an earlier run. */
  async resume(gameId: string): Promise<void> {
    const found = await this.#parts.games.commands.handle({
      gameId,
      by: null,
      request: null,
      decide: () => done(null),
    });
    if (found.ok && !isOver(found.value.game)) this.changed(found.value.game);
  }

  /** Leaves all of them, with what was worked out written. */
  async leave(): Promise<void> {
    this.#left = true;
    await Promise.all([...this.#tables.values()].map((table) => table.leave().catch(() => {}))); // trouble is told below
  }

  #sitDown(game: Game): void {
    const players = game.seats.flatMap((holder) => (holder.kind === 'player' ? [holder.player.id] : []));
    const asked = players.filter((id) => this.#parts.competitorOf(id)?.pipe);
    const isShared = asked.length < players.length;
    if (isShared && asked.length === 0) return;
    const table = new Table(game, isShared, this.#parts);
    this.#tables.set(game.header.id, table);
    void table.played.catch(this.#onTrouble).finally(() => this.#tables.delete(game.header.id));
  }
}
