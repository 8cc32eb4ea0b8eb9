import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { packPrepared, unpackPrepared } from '../../src/store/embedded/prepared-database.ts';
import { embeddedTemplate } from '../made-once.ts';
import { temporaryDirectory } from './test-store.ts';

async function packed(): Promise<{ from: string; to: string; file: string }> {
  const root = temporaryDirectory();
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [from, to, file] = [join(root, 'from'), join(root, 'to'), join(root, 'prepared.gz')];
  cpSync(join(await embeddedTemplate(), 'pg'), from, { recursive: true });
  mkdirSync(to);
  packPrepared(from, file);
  return { from, to, file };
}

test('a prepared database is unpacked exactly, with empty folders', async () => {
  const { from, to, file } = await packed();
  expect(unpackPrepared(to, file)).toBe(true);
  const names = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  expect(names(to)).toEqual(names(from));
  for (const name of ['global/pg_control', 'PG_VERSION', 'postgresql.conf']) {
    expect(readFileSync(join(to, name)).equals(readFileSync(join(from, name)))).toBe(true);
  }
});

test('a prepared database of another version of PGlite, or a missing one, is not used', async () => {
  const { to, file } = await packed();
  const bytes = gunzipSync(readFileSync(file)).toString('latin1');
  writeFileSync(file, gzipSync(Buffer.from(bytes.replace(/"pglite":"[^"]+"/, '"pglite":"0.0.1"'), 'latin1')));
  expect(unpackPrepared(to, file)).toBe(false);
  expect(unpackPrepared(to, `${file}.none`)).toBe(false);
  expect(readdirSync(to)).toEqual([]);
});

test('a prepared database that was cut off or changed is rejected before anything is written', async () => {
  const { to, file } = await packed();
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(Math.floor(whole.length / 2)) ^ 1, Math.floor(whole.length / 2));
  for (const damaged of [whole.subarray(0, whole.length - 1000), changed]) {
    writeFileSync(file, damaged);
    expect(() => unpackPrepared(to, file)).toThrow('is damaged, build again');
    expect(readdirSync(to)).toEqual([]);
  }
});
