import { Zip, ZipDeflate } from 'fflate';
import type { Player } from '../players/players.ts';
import { LogDamaged } from '../store/failures.ts';
import { type AccountSources, type ExportFile, gamesOf, partsOf } from './parts.ts';

const UNREADABLE = { code: 'log-damaged', title: 'The log of the game cannot be read.' };

/** Streams all data of the player as a ZIP archive of JSON files. */
export function exportOf(sources: AccountSources, player: Player): AsyncGenerator<Uint8Array> {
  return zipped(filesOf(sources, player), sources.games.clock.now());
}

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

const BYTES_AT_ONCE = 64 * 1024;

/** The archive is never in memory as a whole. */
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
    for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
      const upTo = from + BYTES_AT_ONCE;
      file.push(bytes.subarray(from, upTo), upTo >= bytes.length);
      yield* packed.splice(0);
    }
  }
  zip.end();
  yield* packed;
}
