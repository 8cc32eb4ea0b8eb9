import { type ChildProcess, spawn } from 'node:child_process';

/** Reads which groups of processes run; when whoever tells it is gone, however that came, it ends them. */
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
for group in $groups; do kill -KILL -- "-$group" 2>/dev/null; done
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

  add(group: number): void {
    this.#shell.stdin?.write(`on ${group}\n`);
  }

  /** To be called before the number of the group can come to be another's. */
  remove(group: number): void {
    this.#shell.stdin?.write(`off ${group}\n`);
  }

  /** Whoever is still guarded is ended. */
  close(): void {
    this.#shell.stdin?.end();
  }
}
