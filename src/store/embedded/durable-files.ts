import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

const SETTINGS = ['wal_sync_method=fsync', 'shared_buffers=16MB', 'min_wal_size=32MB', 'max_wal_size=64MB'];
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // `-F` turns fsync off
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
];

interface DurableOptions {
  /** called when a sync fails; what is on the disk is then unknown, so the database must stop */
  onLostWrite(error: unknown): void;
  onLog(line: string): void;
}

export async function openDurable(directory: string, { onLostWrite, onLog }: DurableOptions): Promise<PGlite> {
  const files = new DurableFiles(directory, onLostWrite);
  const onStderr = (line: string) => {
    onLog(line);
    return false;
  };
  const database = await PGlite.create({ fs: files, startParams: START_PARAMETERS, onStderr });
  files.recovered();
  return database;
}

/** The part of Emscripten's NODEFS that is used here and that its own types lack. */
interface NodeFiles {
  realPath(node: unknown): string;
  node_ops: Record<'setattr' | 'mknod', (node: unknown, ...rest: unknown[]) => unknown>;
  stream_ops: Record<'write' | 'setattr', (stream: Stream, ...rest: unknown[]) => unknown> & {
    fsync?: (stream: Stream) => number;
  };
}
interface Stream {
  node: unknown;
  /** the file descriptor; absent for a directory */
  nfd?: number;
}

/** Emscripten's file system reports `fsync` as done without syncing. This class syncs. (`fdatasync` never reaches the
 * file system, so the database has `wal_sync_method=fsync`.)
 *
 * After a crash, PostgreSQL requests an fsync of every file, about 1,000. This class syncs all of them together before
 * the start. During recovery it syncs only the files that were touched since then. */
class DurableFiles extends NodeFS {
  readonly #onLostWrite: (error: unknown) => void;
  readonly #crashed: boolean;
  /** the paths touched during recovery; null at other times */
  #touched: Set<string> | null = null;

  constructor(directory: string, onLostWrite: (error: unknown) => void) {
    super(directory);
    this.#onLostWrite = onLostWrite;
    this.#crashed = existsSync(join(directory, 'postmaster.pid'));
  }

  override async init(pg: PGlite, options: EmscriptenOptions) {
    if (this.#crashed) {
      syncTree(this.rootDir);
      this.#touched = new Set();
    }
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    preRun.push((module) => this.#addFsync((module as unknown as { NODEFS: NodeFiles }).NODEFS));
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  recovered(): void {
    this.#touched = null;
  }

  #addFsync(files: NodeFiles): void {
    const { node_ops, stream_ops } = files;
    const { write, setattr } = stream_ops;
    const touch = (node: unknown) => this.#touched?.add(files.realPath(node));
    const touching =
      (act: typeof write) =>
      (stream: Stream, ...rest: unknown[]) => {
        touch(stream.node);
        return act(stream, ...rest);
      };
    stream_ops.write = touching(write);
    stream_ops.setattr = touching(setattr);
    const { setattr: setNode, mknod } = node_ops;
    node_ops.setattr = (node, ...rest) => {
      touch(node);
      return setNode(node, ...rest);
    };
    node_ops.mknod = (parent, ...rest) => {
      const node = mknod(parent, ...rest);
      touch(node);
      return node;
    };
    stream_ops.fsync = ({ node, nfd }) => {
      try {
        if (nfd === undefined) syncPath(files.realPath(node));
        else if (this.#touched === null || this.#touched.has(files.realPath(node))) fdatasyncSync(nfd);
      } catch (error) {
        this.#onLostWrite(error);
      }
      return 0;
    };
  }
}

/** Syncs a file, or the list of files of a directory. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

export function syncTree(directory: string): void {
  // syncs the whole file system, which is much faster than file by file
  if (spawnSync('sync', ['-f', directory]).status === 0) return;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(directory);
}
