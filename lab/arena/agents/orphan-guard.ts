import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable that marks all processes of a program, even processes that leave its process group. */
export const MARK = 'CROUPIER_PROGRAM';
const MARK_BYTES = 12;
const MOST_LOOKS = 20;

export function newMark(): string {
  return randomBytes(MARK_BYTES).toString('hex');
}

/** Returns the mark in the environment of a process; null: it has none or cannot be read. Works only on Linux. */
export function markOf(process: string): string | null {
  const environment = readIfThere(`/proc/${process}/environ`);
  return new RegExp(`(?:^|\\0)${MARK}=([0-9a-f]+)(?:\\0|$)`).exec(environment)?.[1] ?? null;
}

/** Kills all processes with this mark in their environment, even those started during the call. Only on Linux. */
export function killMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  const ended = new Set<string>();
  for (let look = 0; look < MOST_LOOKS; look++) {
    const found = processes().filter((id) => !ended.has(id) && markOf(id) === mark);
    if (found.length === 0) return;
    for (const id of found) {
      ended.add(id);
      endNow(id);
    }
  }
}

export function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** Returns the text of a file in `/proc`; empty if the process has ended or belongs to another user. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function endNow(id: string): void {
  try {
    process.kill(Number(id), 'SIGKILL');
  } catch {}
}

// This script reads process groups. When its input ends, it kills them and, on Linux, the processes that left them.
const SCRIPT = `
trap '' INT TERM HUP
groups=
while read -r word group; do
  case $word in
    on) groups="$groups $group" ;;
    off)
      kept=
      for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done
      groups=$kept ;;
  esac
done
for each in $groups; do kill -KILL -- "-\${each%:*}" 2>/dev/null; done
for each in $groups; do
  for file in $(grep -lsF "${MARK}=\${each#*:}" /proc/[0-9]*/environ); do
    process=\${file#/proc/}
    kill -KILL "\${process%/environ}" 2>/dev/null
  done
done
`;

/** Kills the agents' programs if this process is killed and so cannot kill them itself. */
export class OrphanGuard {
  readonly #shell: ChildProcess;

  constructor() {
    // the shell has its own group, so that Ctrl-C at the terminal does not reach it
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#shell.unref();
    this.#shell.on('error', () => {}); // if there is no shell, the run continues without a guard
    this.#shell.stdin?.on('error', () => {});
  }

  add(group: number, mark: string): void {
    this.#shell.stdin?.write(`on ${group}:${mark}\n`);
  }

  /** Forgets a group that has ended. Call it before the system can reuse the group's number. */
  remove(group: number, mark: string): void {
    this.#shell.stdin?.write(`off ${group}:${mark}\n`);
  }

  close(): void {
    this.#shell.stdin?.end();
  }
}
