// What `npm run admin -- archive` does where nothing can be written, on a disk that is really full or read-only.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fillUp, mount, remount, unmount, withoutDisk } from '../faults/small-disk.ts';
import { startService } from '../http/service.ts';
import { create, playOut } from '../http/table.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, temporaryDirectory } from '../store/test-store.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/admin.js', import.meta.url));

test.runIf(KINDS.includes('postgres') && withoutDisk() === null)(
  'a full disk and one that can only be read are named, as JSON too, nothing is moved and nothing is left there',
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const service = await startService({ store: await database.open(), directs: false });
    const ada = await service.stranger.register('Ada');
    const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }], seed: 'disk' });
    const { version } = await playOut([ada], id, 'disk');
    await service.stop();
    await database.ask(`update game set updated_at = updated_at - interval '3 days'`);

    const disk = join(temporaryDirectory(), 'disk');
    mkdirSync(disk);
    expect(mount(disk, '256k')).toBe(true);
    onTestFinished(() => unmount(disk));
    const archive = (...flags: string[]) => {
      const env = { PATH: process.env.PATH ?? '', ...database.settings, ARCHIVE_DIR: disk };
      const args = [PROGRAM, 'archive', '--older-than', '1', '--yes', ...flags];
      return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: PATIENCE.timeout, env });
    };
    const expectRefused = async (why: string) => {
      const refused = `The archive ${disk} cannot be used ${why}. Games moved before that: 0.`;
      expect(archive()).toMatchObject({ status: 1, stdout: '', stderr: `${refused}\n` });
      const { status, stdout } = archive('--json');
      expect({ status, told: JSON.parse(stdout) }).toMatchObject({ status: 1, told: { refused, games: 0, files: [] } });
      expect(readdirSync(disk).filter((name) => name !== 'ballast')).toEqual([]);
      const [kept] =
        await database.ask(`select (select count(*)::int from game_event where game_id = '${id}') as events,
        (select count(*)::int from archived_game) as archived,
        (select string_agg(distinct outcome, ' ') from operator_deed) as outcomes`);
      expect(kept).toEqual({ events: version, archived: 0, outcomes: 'failed' });
    };

    fillUp(join(disk, 'ballast'));
    await expectRefused('(ENOSPC): the disk is full');
    rmSync(join(disk, 'ballast'));
    expect(remount(disk, 'ro')).toBe(true);
    await expectRefused('(EROFS): it can only be read');
    expect(remount(disk, 'rw')).toBe(true);
    expect(archive()).toMatchObject({ status: 0, stdout: expect.stringContaining(': 1 game, ') });
  },
);
