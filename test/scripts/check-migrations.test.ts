import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withoutSquawk } from '../all/programs.ts';
import { temporaryDirectory } from '../store/test-store.ts';

const testWithSquawk = test.skipIf(withoutSquawk() !== null);

let folder: string;

beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(migrations: Record<string, string>) {
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  return spawnSync(process.execPath, ['scripts/check-migrations.mjs', folder], { encoding: 'utf8' });
}

testWithSquawk('a migration that would block play is rejected with the reason', () => {
  const faults: [string, string][] = [
    ['create index game_note on game (status)', 'require-concurrent-index-creation'],
    ['alter table game add column mark uuid default gen_random_uuid()', 'adding-field-with-default'],
    ['alter table game alter column version type bigint', 'changing-column-type'],
    ['alter table game alter column head set not null', 'adding-not-nullable-field'],
    ['alter table game add constraint known check (version > 0)', 'constraint-missing-not-valid'],
    ["update game set status = 'open; update'", 'update: rows that are there are left to the running service'],
    ['set lock_timeout = 0; alter table game add column x int', 'set: the runner has the file in a transaction'],
    ['alter table game add column x int; alter table player add column x int', 'locks game and player'],
    ['create table note (game_id uuid references game (id), player_id uuid references player (id))', 'locks game and'],
    ['alter table game add column x int;\ncreate index concurrently x on game (x);', 'stands alone in its file'],
  ];
  const name = (i: number) => `299901${String(i + 10)}000000_x`;
  const { status, stderr, stdout } = check(Object.fromEntries(faults.map(([sql], i) => [name(i), sql])));
  expect(status).toBe(1);
  expect(stdout).toContain(`${faults.length} with faults`);
  const lines = stderr.split('\n');
  for (const [i, [, fault]] of faults.entries()) {
    expect(lines.filter((line) => line.includes(name(i))).join('\n')).toContain(fault);
  }
});

testWithSquawk('migrations that do not block play, and those from before the rules, are accepted', () => {
  const migrations = {
    '20261121000000_before': 'create index game_status on game (status)',
    '29990101000000_column': '-- a note; update it\nalter table game add column note text;',
    '29990102000000_index': 'create index concurrently "game_note" on "game" ("note");',
    '29990103000000_table':
      'create table "note" ("game_id" uuid not null, "text" text);\ncreate index "note_game" on "note" ("game_id");',
  };
  expect(check(migrations)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^3 .* 0 with faults/),
  });
});
