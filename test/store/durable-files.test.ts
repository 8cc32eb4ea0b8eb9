import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDurable } from '../../src/store/embedded/durable-files.ts';
import { copyTemplateTo, temporaryDirectory } from './test-store.ts';

interface NodeFiles {
  realPath(node: unknown): string;
  stream_ops: { fsync(stream: { node: unknown; nfd?: number }): number };
}

let directory: string;
let database: PGlite;
const synced: string[] = [];
const lost: unknown[] = [];

beforeAll(async () => {
  directory = temporaryDirectory();
  await copyTemplateTo(directory);
  database = await openDurable(join(directory, 'pg'), { onLostWrite: (error) => lost.push(error), onLog: () => {} });
  const files = nodeFiles();
  const { fsync } = files.stream_ops;
  files.stream_ops.fsync = (stream) => {
    if (stream.node !== null) synced.push(files.realPath(stream.node));
    return fsync(stream);
  };
});

afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

function nodeFiles(): NodeFiles {
  return (database.Module as unknown as { NODEFS: NodeFiles }).NODEFS;
}

it('a commit syncs the log once, and a read syncs nothing', async () => {
  await database.exec('create table thing (id int)');
  synced.length = 0;
  await database.exec('insert into thing values (1)');
  expect(synced).toEqual([expect.stringMatching(/\/pg\/pg_wal\/[0-9A-F]{24}$/)]);
  synced.length = 0;
  await database.exec('select * from thing');
  expect(synced).toEqual([]);
});

it('a checkpoint syncs the tables, and the control file last', async () => {
  await database.exec('insert into thing values (2)');
  synced.length = 0;
  await database.exec('checkpoint');
  expect(synced.some((path) => path.includes('/pg/base/'))).toBe(true);
  expect(synced.filter((path) => !path.includes('pg_wal')).at(-1)).toMatch(/pg_control$/);
});

it('an error of the disk is reported', () => {
  const notOpen = 1_000_000;
  nodeFiles().stream_ops.fsync({ node: null, nfd: notOpen });
  expect(lost).toEqual([expect.objectContaining({ code: 'EBADF' })]);
});
