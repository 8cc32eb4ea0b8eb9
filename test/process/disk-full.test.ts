import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withDatabase, withoutPostgres } from '../faults/databases.ts';
import { fillUp, mount, remount, unmount, withoutDisk } from '../faults/small-disk.ts';
import { temporaryDirectory } from '../store/test-store.ts';
import { Server } from './server.ts';

const KINDS = (['embedded', 'postgres'] as const).filter((kind) => kind === 'embedded' || withoutPostgres() === null);
const FULL = 'The disk of the database is full, so the server cannot store anything at the moment.';

describe.runIf(withoutDisk() === null)('on a small disk', () => {
  let disk: string;
  let before: string | undefined;

  beforeEach(() => {
    disk = temporaryDirectory();
    expect(mount(disk, '256m')).toBe(true);
    before = process.env.TMPDIR;
    process.env.TMPDIR = disk;
  });

  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    unmount(disk);
    rmSync(disk, { recursive: true });
  });

  const ballast = () => join(disk, 'ballast');
  const plainLinesOf = ({ output }: Server) =>
    output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));

  test.each(KINDS)(
    'on %s a server is not ready while it cannot write, names the reason, and is ready again when there is room',
    { timeout: 120_000 },
    async (kind) => {
      await withDatabase(kind, async (settings) => {
        const server = await Server.start(settings);
        const ready = async () => {
          const answer = await fetch(`${server.url}/readyz`);
          return [answer.status, ((await answer.json()) as any).detail];
        };
        const post = async (path: string, body: object, token = '') => {
          const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
          const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
          return { status: answer.status, body: (await answer.json()) as any };
        };
        const { token } = (await post('/v1/players', { name: 'Ada', kind: 'human' })).body;
        const asked = { ruleset: 'pascals-ruin', seats: ['me', 'me'] };
        const { id } = (await post('/v1/games', asked, token)).body;
        expect(await ready()).toEqual([200, undefined]);

        fillUp(ballast());
        // the server notices the full disk although no call has tried to write yet
        await expect.poll(ready, { timeout: 30_000 }).toEqual([503, FULL]);
        await expect
          .poll(() => post('/v1/games', asked, token), { timeout: 30_000 })
          .toMatchObject({ status: 503, body: { code: 'unavailable', detail: FULL } });
        expect((await fetch(`${server.url}/v1/games/${id}`)).status).toBe(200);
        expect(await ready()).toEqual([503, FULL]);
        expect(server.output).toContain('"msg":"the database has no space left"');
        expect(server.output).toContain('No space left on device');
        expect(server.output).not.toContain('cannot be reached');

        rmSync(ballast());
        await expect.poll(ready, { timeout: 30_000 }).toEqual([200, undefined]);
        expect((await post('/v1/games', asked, token)).status).toBe(201);
        expect(await server.stop()).toBe(0);
      });
    },
  );

  test('a start on a full or read-only disk ends with one line that says so', {
    timeout: 60_000,
  }, async () => {
    const directory = join(disk, 'data');
    fillUp(ballast());
    const full = await Server.launch({ DATA_DIR: directory });
    expect(await full.ended()).toBe(1);
    expect(plainLinesOf(full)).toEqual([
      `croupier cannot run: the embedded database in ${directory} has failed: the disk is full: free some space (ENOSPC)`,
    ]);
    rmSync(ballast());
    const first = await Server.start({ DATA_DIR: directory });
    expect(await first.stop()).toBe(0);
    fillUp(ballast());
    const later = await Server.launch({ DATA_DIR: directory });
    expect(await later.ended()).toBe(1);
    expect(plainLinesOf(later)).toEqual([
      expect.stringMatching(
        /^croupier cannot run: .* the disk is full: free some space \(.*No space left on device.*\)$/,
      ),
    ]);
    rmSync(ballast());
    expect(remount(disk, 'ro')).toBe(true);
    const readOnly = await Server.launch({ DATA_DIR: directory });
    expect(await readOnly.ended()).toBe(1);
    expect(plainLinesOf(readOnly)).toEqual([
      `croupier cannot run: this process cannot write to the data directory ${directory} (EROFS): it is read-only: mount it for writing, or set DATA_DIR to another folder`,
    ]);
    expect(remount(disk, 'rw')).toBe(true);
  });
});
