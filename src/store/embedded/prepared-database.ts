import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PREPARED_DATABASE } from '../../places.ts';

const LINE_END = '\n'.charCodeAt(0);

/** The first line of a prepared database, as JSON: what is packed in it. The bytes of these files follow. */
interface Contents {
  /** the version of PGlite that made the database; no other version can open it */
  pglite: string;
  folders: string[];
  files: [path: string, bytes: number][];
}

export function packPrepared(home: string, file = PREPARED_DATABASE): void {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true });
  const paths = (wanted: typeof entries) =>
    wanted.map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1)).sort();
  const files = paths(entries.filter((entry) => entry.isFile())).map((path) => ({
    path,
    bytes: readFileSync(join(home, path)),
  }));
  const contents: Contents = {
    pglite: pgliteVersion(),
    folders: paths(entries.filter((entry) => entry.isDirectory())),
    files: files.map(({ path, bytes }) => [path, bytes.length]),
  };
  const packed = gzipSync(
    Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...files.map(({ bytes }) => bytes)]),
  );
  writeFileSync(`${file}.new`, packed);
  renameSync(`${file}.new`, file);
}

export function removePrepared(): void {
  rmSync(PREPARED_DATABASE, { force: true });
}

/** Unpacks the prepared database. False: the build has none, or another version of PGlite made it. */
export function unpackPrepared(home: string, file = PREPARED_DATABASE): boolean {
  if (!existsSync(file)) return false;
  const all = unzipped(file);
  let at = all.indexOf(LINE_END) + 1;
  const { pglite, folders, files } = JSON.parse(all.toString('utf8', 0, at)) as Contents;
  if (pglite !== pgliteVersion()) return false;
  for (const folder of folders) mkdirSync(join(home, folder), { mode: 0o700 });
  for (const [path, bytes] of files) {
    writeFileSync(join(home, path), all.subarray(at, at + bytes), { mode: 0o600 });
    at += bytes;
  }
  return true;
}

/** Returns the content of the file. Throws if the checksum of gzip shows that the file is damaged. */
function unzipped(file: string): Buffer {
  try {
    return gunzipSync(readFileSync(file));
  } catch (error) {
    throw new Error(`${file} is damaged, build again: ${(error as Error).message}`);
  }
}

function pgliteVersion(): string {
  const program = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const file = join(dirname(program), '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
