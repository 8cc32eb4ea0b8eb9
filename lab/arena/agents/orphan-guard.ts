import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable that identifies processes which have left their group. */
export const MARK = 'CROUPIER_PROGRAM';
const MARK_BYTES = 12;
const MOST_LOOKS = 20;

export function newMark(): string {
  return randomBytes(MARK_BYTES).toString('hex');
}

/** The mark in a process's initial environment; null: none, or unknown. Linux only. */
export function markOf(process: string): string | null {
  const environment = readIfThere(`/proc/${process}/environ`);
  return new RegExp(`(?:^|\\0)${MARK}=([0-9a-f]+)(?:\\0|$)`).exec(environment)?.[1] ?? null;
}

/** Kills all processes with a mark, and those that they start meanwhile. Linux only. */
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

/** Empty if the process has ended or belongs to another user. */
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

// Kills all running groups, and on Linux processes that left them, when its input ends, however that happens.
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

/** Kills the agents' programs if this process is killed and cannot do it itself. */
export class OrphanGuard {
  readonly #shell: ChildProcess;

  constructor() {
    // its own group: Ctrl-C at the terminal must not reach it
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#shell.unref();
    this.#shell.on('error', () => {}); // without a shell the programs are not guarded; the run continues
    this.#shell.stdin?.on('error', () => {});
  }

  add(group: number, mark: string): void {
    this.#shell.stdin?.write(`on ${group}:${mark}\n`);
  }

  /** Call it before the system can reuse the group number. */
  remove(group: number, mark: string): void {
    this.#shell.stdin?.write(`off ${group}:${mark}\n`);
  }

  close(): void {
    this.#shell.stdin?.end();
  }
}
