import { type ChildProcess, spawn } from 'node:child_process';
import { MARK } from './mark.ts';

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
