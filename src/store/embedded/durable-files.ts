import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

const SETTINGS = ['wal_sync_method=fsync', 'shared_buffers=16MB', 'min_wal_size=32MB', 'max_wal_size=64MB'];
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), // -F: without fsync
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
];

interface DurableOptions {
  /** Called when the disk refuses: what it has is then unknown, and the database must stop. */
  onLostWrite(error: unknown): void;
  /** Called with what PostgreSQL logs. */
  onLog(line: string): void;
}

/** Opens, or makes, the database in a directory such that a commit means that the disk has it. */
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

/** What is used here of Emscripten's access to real files; its own types leave it out. */
interface NodeFiles {
  realPath(node: unknown): string;
  node_ops: Record<'setattr' | 'mknod', (node: unknown, ...rest: unknown[]) => unknown>;
  stream_ops: Record<'write' | 'setattr', (stream: Stream, ...rest: unknown[]) => unknown> & {
    fsync?: (stream: Stream) => number;
  };
}
interface Stream {
  node: unknown;
  /** the open file; absent for a directory */
  nfd?: number;
}

/**
 * Emscripten's file system has no `fsync`: PostgreSQL asks for one and is told that it is done. Here it is done.
 * (`fdatasync` never even reaches the file system, hence `wal_sync_method=fsync`.)
 *
 * After a crash PostgreSQL first asks for an fsync of every file there is, about a thousand. All of them are synced at
 * once before it starts, so while it recovers only what it has touched since is synced again, file by file and in the
 * order that it asks for.
 */
class DurableFiles extends NodeFS {
  readonly #onLostWrite: (error: unknown) => void;
  readonly #crashed: boolean;
  /** Paths touched while recovering; null at all other times. */
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
    stream_ops.write = (stream, ...rest) => {
      touch(stream.node);
      return write(stream, ...rest);
    };
    stream_ops.setattr = (stream, ...rest) => {
      touch(stream.node);
      return setattr(stream, ...rest);
    };
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

/** Has one file or the entries of one directory on disk. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Has everything in a directory on disk. */
export function syncTree(directory: string): void {
  // `sync -f` syncs the whole file system in one go, which is far quicker than file by file
  if (spawnSync('sync', ['-f', directory]).status === 0) return;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(directory);
}
