import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** By it a process is known that has left its group: it is in the environment of all that a program starts. */
export const MARK = 'CROUPIER_PROGRAM';
const MARK_BYTES = 12;
/** One that starts processes faster than that is not waited for. */
const MOST_LOOKS = 20;

export function newMark(): string {
  return randomBytes(MARK_BYTES).toString('hex');
}

/** The mark in the environment that a process was started with; null: it has none, or it is not known here. Linux alone tells. */
export function markOf(process: string): string | null {
  const environment = readIfThere(`/proc/${process}/environ`);
  return new RegExp(`(?:^|\\0)${MARK}=([0-9a-f]+)(?:\\0|$)`).exec(environment)?.[1] ?? null;
}

/** Ends all processes with a mark at once, and those that they start meanwhile. Elsewhere than on Linux it finds none. */
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

/** The numbers of all processes; on Linux alone. */
export function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** Empty where the process has ended, or is somebody else's. */
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
  } catch {
    // it has ended meanwhile
  }
}

/**
 * Reads which groups of processes run, with their marks; when whoever tells it is gone, however that came, it ends them, and on
 * Linux whoever has left them.
 */
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

/** Ends the programs of agents when this process is killed and cannot do it any more. */
export class OrphanGuard {
  readonly #shell: ChildProcess;

  constructor() {
    // in a group of its own: a Ctrl-C at the terminal is not for it
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#shell.unref();
    this.#shell.on('error', () => {}); // without a shell nobody guards: all else goes on
    this.#shell.stdin?.on('error', () => {});
  }

  add(group: number, mark: string): void {
    this.#shell.stdin?.write(`on ${group}:${mark}\n`);
  }

  /** To be called before the number of the group can come to be another's. */
  remove(group: number, mark: string): void {
    this.#shell.stdin?.write(`off ${group}:${mark}\n`);
  }

  /** Whoever is still guarded is ended. */
  close(): void {
    this.#shell.stdin?.end();
  }
}
