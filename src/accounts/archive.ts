import { Zip, ZipDeflate } from 'fflate';
import type { ExportFile } from './export-parts.ts';

/** So many characters are packed before anything else gets its turn. */
const CHARACTERS_AT_ONCE = 64 * 1024;

/** A ZIP archive of files, made piece by piece as it is read, so that it is never in memory as a whole. */
export async function* zipped(files: AsyncIterable<ExportFile>, at: Date): AsyncGenerator<Uint8Array> {
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
