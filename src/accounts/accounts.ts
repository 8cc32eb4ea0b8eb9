import { Zip, ZipDeflate } from 'fflate';
import type { Loop } from '../eventlog/loop.ts';
import type { Player, Players } from '../players/players.ts';
import { LogDamaged } from '../store/failures.ts';
import { Deletion, type DeletionParts } from './deletion.ts';
import { type AccountSources, type ExportFile, gamesOf, partsOf } from './parts.ts';

/** Instead of what needs the log of a game, where that is damaged or not in the database. */
const UNREADABLE = { code: 'log-damaged', title: 'The log of the game cannot be read.' };

/** What players do with all that is theirs. */
export class Accounts {
  readonly #players: Players;
  readonly #deletion: Deletion;
  readonly #parts: DeletionParts;

  constructor(parts: DeletionParts) {
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

/** The files of a player's export, each made when the one before it was taken. */
async function* filesOf(sources: AccountSources, player: Player): AsyncGenerator<ExportFile> {
  const parts = partsOf(sources);
  for (const part of parts) yield* part.files?.(player) ?? [];
  for await (const id of gamesOf(sources.store, player)) {
    try {
      for (const part of parts) yield* part.filesOfGame?.(player, id) ?? [];
    } catch (error) {
      if (!(error instanceof LogDamaged)) throw error;
      yield { name: `games/${id}/problem.json`, content: UNREADABLE };
    }
  }
}

/** So many characters are packed before anything else gets its turn. */
const CHARACTERS_AT_ONCE = 64 * 1024;

/** A ZIP archive of files, made piece by piece as it is read, so that it is never in memory as a whole. */
async function* zipped(files: AsyncIterable<ExportFile>, at: Date): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    const bytes = Buffer.from(`${JSON.stringify(content, null, 1)}\n`);
    for (let from = 0; from < bytes.length; from += CHARACTERS_AT_ONCE) {
      const upTo = from + CHARACTERS_AT_ONCE;
      file.push(bytes.subarray(from, upTo), upTo >= bytes.length);
      yield* packed.splice(0);
    }
  }
  zip.end();
  yield* packed;
}
