import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { enterCompetition } from '../../src/competitions/commands/commands.ts';
import { accepted, newPlayer, openHouse, QUICK } from '../competitions/house.ts';
import { freshDatabase, KINDS } from '../store/test-store.ts';

const ADMIN = fileURLToPath(new URL('../../dist/src/cli/admin.js', import.meta.url));
const REASON = 'It cannot go on.';

function run(program: string, settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, ...settings };
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', timeout: 60_000, env });
}

const abort = (settings: Record<string, string>, ...args: string[]) =>
  run(ADMIN, settings, 'abort-competition', ...args);

test.runIf(KINDS.includes('postgres'))(
  'the operator aborts a competition beside a server that runs it, and without a server',
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const store = await database.open();
    onTestFinished(() => store.close());
    const house = await openHouse(store);
    onTestFinished(house.stop);
    const organiser = await newPlayer(house);
    const wished = { ...QUICK, visibility: 'private' as const };
    const { id } = accepted(await house.competitions.create(organiser, wished, null)).competition.header;

    const seen = async () => accepted(await house.competitions.open({ playerId: organiser.id }, id));
    expect(abort(database.settings, id, '--yes')).toMatchObject({ status: 2, stdout: '' });
    const asked = abort(database.settings, id, '--because', REASON);
    expect(asked).toMatchObject({ status: 3, stdout: '' });
    expect(asked.stderr).toContain(`With --yes: Competition ${id} is aborted`);
    expect((await seen()).status).not.toBe('aborted');
    expect(await store.operators.deeds({ subject: id, limit: 9 })).toEqual([]);
    const done = abort(database.settings, id, '--because', REASON, '--yes', '--as', 'Olga');
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout).toContain(`Competition ${id} is aborted`);
    const deed = { by: 'Olga', deed: 'abort-competition', because: REASON, outcome: 'done' };
    expect(await store.operators.deeds({ subject: id, limit: 9 })).toMatchObject([deed]);
    await expect.poll(async () => (await seen()).seedPublished).toBe(true);
    expect(await seen()).toMatchObject({ status: 'aborted', abortedBy: 'operator', abortReason: REASON });

    const { version } = await seen();
    for (const also of [[], ['--yes']])
      expect(abort(database.settings, id, '--because', REASON, ...also).status).toBe(1);
    expect((await seen()).version).toBe(version);
  },
);

test.runIf(KINDS.includes('postgres'))(
  'a competition with a damaged log stays unchanged, and one line says so, also in a dry run',
  async () => {
    const database = await freshDatabase('postgres');
    onTestFinished(() => database.remove());
    const store = await database.open();
    onTestFinished(() => store.close());
    const house = await openHouse(store, { directs: false });
    onTestFinished(house.stop);
    const organiser = await newPlayer(house);
    const { id } = accepted(await house.competitions.create(organiser, QUICK, null)).competition.header;
    accepted(await house.competitions.handle(enterCompetition(organiser, id, {}, null)));
    await database.ask(`delete from competition_event where competition_id = '${id}' and version = 2`);
    const why = `the log of competition ${id} is damaged: it does not match its head at version 2. Restore a backup of the database.\n`;

    const aborting = ['abort-competition', id, '--because', REASON];
    const takeOut = ['take-out', id, '--entry', '1', '--because', REASON];
    for (const said of [aborting, [...aborting, '--yes'], takeOut, [...takeOut, '--yes']]) {
      const taken = run(ADMIN, database.settings, ...said);
      expect(taken).toMatchObject({ status: 1, stdout: '', stderr: `Failed: ${why}` });
    }
  },
);
