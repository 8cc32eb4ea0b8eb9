// Assigns processors to a process with `taskset` of Linux's util-linux.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

export const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

export function pin(pid, processors) {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', processors.join(','), String(pid)]);
  if (status !== 0) throw new Error(`taskset failed: ${stderr}`);
}
