import type { Player, Players } from '../players/players.ts';
import type { Loop } from '../requests/loop.ts';
import { zipped } from './archive.ts';
import { Deletion, type DeletionParts } from './deletion.ts';
import { type ExportSources, filesOf } from './export-parts.ts';

type AccountsParts = DeletionParts & ExportSources;

/** What players do with all that is theirs. */
export class Accounts {
  readonly #players: Players;
  readonly #deletion: Deletion;
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
    this.#players = parts.players;
    this.#deletion = new Deletion(parts);
  }

  /** All that is a player's, as a ZIP archive of JSON files that is made while it is read. */
  exportOf(player: Player): AsyncGenerator<Uint8Array> {
    return zipped(filesOf(this.#parts, player), this.#parts.games.clock.now());
  }

  /** Takes deleted accounts out of all logs. */
  get loop(): Loop {
    return this.#deletion.loop;
  }

  async stop(): Promise<void> {
    await this.#deletion.stop();
  }

  /** Deletes an account. Its games are given up, and its name leaves all logs, in the time after. */
  async delete(player: Player, recoveryCode: string): ReturnType<Players['close']> {
    const closed = await this.#players.close(player, recoveryCode);
    if (closed.ok) this.loop.wake();
    return closed;
  }
}
