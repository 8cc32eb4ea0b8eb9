import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveDamaged, ArchiveMissing, ArchiveUnusable } from '../contract/failures.ts';

const SUFFIX = '.games';
const UNFINISHED = '.part';
const NAME = /^\d{8}-[0-9a-f]{16}\.games(\.part)?$/;

/** Whether a name is one that only this program gives. */
export function isArchiveFile(name: string): boolean {
  return NAME.test(name);
}

/** The files of an archive: each is written once, and never changed. */
export class ArchiveFiles {
  readonly directory: string | null;

  constructor(directory: string | null) {
    this.directory = directory;
  }

  /** Writes a file whole and returns its name once the disk has it, under that name. Throws `ArchiveUnusable`. */
  async write(parts: readonly Uint8Array[], now: Date): Promise<string> {
    const directory = this.#present();
    return this.#written(directory, parts, now).catch((error: NodeJS.ErrnoException) => {
      throw new ArchiveUnusable(directory, error);
    });
  }

  async #written(directory: string, parts: readonly Uint8Array[], now: Date): Promise<string> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const day = now.toISOString().slice(0, 10).replaceAll('-', '');
    const name = `${day}-${randomBytes(8).toString('hex')}${SUFFIX}`;
    const path = join(directory, name);
    const file = await open(path + UNFINISHED, 'wx', 0o600);
    try {
      await file.writeFile(Buffer.concat(parts));
      await file.sync();
    } catch (error) {
      await rm(path + UNFINISHED, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(path + UNFINISHED, path);
    await syncFolder(directory);
    return name;
  }

  /** So many bytes from that position on. Throws `ArchiveMissing` and `ArchiveDamaged`. */
  async read(name: string, position: number, length: number): Promise<Buffer> {
    const path = join(this.#present(), name);
    const file = await open(path, constants.O_RDONLY).catch((error: NodeJS.ErrnoException) => {
      throw new ArchiveMissing(`the file ${name} of the archive cannot be opened: ${error.code}`, { cause: error });
    });
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead < length) throw new ArchiveDamaged(`the file ${name} of the archive is cut short`);
      return buffer;
    } finally {
      await file.close();
    }
  }

  /** Throws `ArchiveMissing` unless the file is there with at least so many bytes. */
  async assertWhole(name: string, bytes: number): Promise<void> {
    const found = await foundAt(join(this.#present(), name));
    if (found === null || found.bytes < bytes) {
      throw new ArchiveMissing(`somebody took away the file ${name} of the archive, or cut it, while it was made`);
    }
  }

  /** The files that are there, by name; none where there is no folder yet. Throws `ArchiveUnusable`. */
  async list(): Promise<Map<string, FoundFile>> {
    const { directory } = this;
    if (directory === null || !(await isThere(directory))) return new Map();
    const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      throw new ArchiveUnusable(directory, error);
    });
    const files = new Map<string, FoundFile>();
    for (const name of entries.filter(isArchiveFile).sort()) {
      const found = await foundAt(join(directory, name));
      if (found !== null) files.set(name, found); // else a run has just given it its last name, or it cannot be read
    }
    return files;
  }

  #present(): string {
    if (this.directory === null) throw new ArchiveMissing('ARCHIVE_DIR is not set');
    return this.directory;
  }
}

interface FoundFile {
  bytes: number;
  writtenAt: Date;
}

async function foundAt(path: string): Promise<FoundFile | null> {
  const found = await access(path, constants.R_OK)
    .then(() => stat(path))
    .catch(() => null);
  return found === null ? null : { bytes: found.size, writtenAt: found.mtime };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A name is on the disk only when its folder is. */
async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
