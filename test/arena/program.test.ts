import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryOf } from '../../lab/arena/agents/agents.ts';
import { MARK, markOf, newMark, OrphanGuard, processes } from '../../lab/arena/agents/orphan-guard.ts';
import { Program } from '../../lab/arena/agents/program.ts';
import { PATIENCE } from '../patience.ts';
import { temporaryFolder } from './held.ts';

/** No process has this id, because it is above the maximum of Linux. */
const NOBODY = 4_194_305;

async function scattered(guard: OrphanGuard) {
  const command = ['sh', '-c', 'echo "$SECRET" >&2; setsid sleep 600 & wait'];
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  const program = new Program({ command, env: {}, cwd: folder, log, piped: true }, guard);
  onTestFinished(() => program.kill());
  const left = () => processes().filter((id) => markOf(id) === program.mark);
  const groupOf = (id: string) => Number(readFileSync(`/proc/${id}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);
  await vi.waitFor(() => expect(left().some((id) => groupOf(id) !== program.group)).toBe(true), PATIENCE);
  return { program, log, left };
}

test('a process that has left the group of its program counts towards its memory, ends with it, and sees no other environment', async () => {
  vi.stubEnv('SECRET', 'a password');
  onTestFinished(() => void vi.unstubAllEnvs());
  const guard = new OrphanGuard();
  const { program, log, left } = await scattered(guard);
  const group = program.group as number;
  const weighed = async (mark: string) => (await memoryOf(new Map([[group, mark]]))).get(group) ?? 0;
  // the processes that the program starts may not be running yet
  await vi.waitFor(async () => expect(await weighed(program.mark)).toBeGreaterThan(await weighed('nobody')), PATIENCE);
  program.kill();
  await program.ended;
  await vi.waitFor(() => expect(left()).toEqual([]), PATIENCE);
  expect(readFileSync(log, 'utf8')).toBe('\n');
  guard.close();
});

test('a guard ends processes that it knows only by their mark', async () => {
  const mark = newMark();
  const child = spawn('sleep', ['600'], { env: { ...process.env, [MARK]: mark }, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const guard = new OrphanGuard();
  guard.add(NOBODY, mark);
  guard.close();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
