import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { killMarked, MARK, newMark, type OrphanGuard } from './orphan-guard.ts';

export interface ProgramStart {
  command: readonly string[];
  env: Record<string, string>;
  cwd: string;
  /** what it prints is added to this file: to standard error, and of a program that is not spoken with to standard output */
  log: string;
  /** whether it is spoken with on standard input and output */
  piped: boolean;
}

/** How a program ended: it never ran, or why it does not any more, in words that follow "it". */
export interface Ending {
  started: boolean;
  detail: string;
}

/** To end by itself, before it is ended. */
const GRACE_MS = 2_000;
const PASSED = new Set(['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR']);

/** A program that runs with all processes that it starts: they are one group, and end together. */
export class Program {
  readonly ended: Promise<Ending>;
  /** of all processes that it starts, whichever group they are in */
  readonly mark = newMark();
  readonly #child: ChildProcess;

  constructor({ command, env, cwd, log, piped }: ProgramStart, guard: OrphanGuard) {
    const [file = '', ...args] = command;
    const output = openSync(log, 'a');
    const talk = piped ? 'pipe' : 'ignore';
    this.#child = spawn(file, args, {
      cwd,
      env: { ...inherited(process.env), ...env, [MARK]: this.mark },
      detached: true,
      stdio: [talk, piped ? 'pipe' : output, output],
    });
    closeSync(output);
    const { pid, stdin } = this.#child;
    if (pid !== undefined) guard.add(pid, this.mark);
    stdin?.on('error', () => {}); // whoever has ended reads no more, and that is told by its end
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve({ started: false, detail: `did not start: ${error.message}` }));
      this.#child.once('exit', (code, signal) => {
        this.kill(); // whatever else is left of it
        if (pid !== undefined) guard.remove(pid, this.mark);
        resolve({ started: true, detail: code === null ? `was ended by ${signal}` : `ended with code ${code}` });
      });
    });
  }

  /** The group of processes that it is, which its first process gives its number; undefined: it did not start. */
  get group(): number | undefined {
    return this.#child.pid;
  }

  get input(): Writable | null {
    return this.#child.stdin;
  }

  get output(): Readable | null {
    return this.#child.stdout;
  }

  /** Ends it at once. */
  kill(): void {
    this.#signal('SIGKILL');
    if (this.group !== undefined) killMarked(this.mark);
  }

  /** Asks it to end, and ends it when it does not. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    this.#signal('SIGTERM');
    const patience = new AbortController();
    const late = sleep(GRACE_MS, true, { signal: patience.signal }).catch(() => false);
    if (await Promise.race([this.ended.then(() => false), late])) this.kill();
    patience.abort();
    await this.ended;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.group === undefined) return;
    try {
      process.kill(-this.group, signal);
    } catch {
      // nobody is left in it
    }
  }
}

/** What a program needs of the environment of whoever starts the competition: the rest may be secret. */
function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isPassed = (name: string) => PASSED.has(name) || name.startsWith('LC_');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassed(name)));
}
