import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { killMarked, MARK, newMark, type OrphanGuard } from './orphan-guard.ts';

export interface ProgramStart {
  command: readonly string[];
  env: Record<string, string>;
  cwd: string;
  /** the file for standard error; if `piped` is false, also for standard output */
  log: string;
  piped: boolean;
}

/** `detail` says how the program ended or why it did not start. It continues a sentence that begins with "it". */
export interface Ending {
  started: boolean;
  detail: string;
}

const GRACE_MS = 2_000;
const PASSED = new Set(['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR']);

/** A program and all processes that it starts. They form one group and end together. */
export class Program {
  readonly ended: Promise<Ending>;
  /** marks all processes of the program, even those that leave its group */
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
    stdin?.on('error', () => {}); // writing fails if the program has ended, which `ended` reports
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve({ started: false, detail: `did not start: ${error.message}` }));
      this.#child.once('exit', (code, signal) => {
        this.kill();
        if (pid !== undefined) guard.remove(pid, this.mark);
        resolve({ started: true, detail: code === null ? `was ended by ${signal}` : `ended with code ${code}` });
      });
    });
  }

  /** The process group, whose number is the id of its first process; undefined: the program did not start. */
  get group(): number | undefined {
    return this.#child.pid;
  }

  get input(): Writable | null {
    return this.#child.stdin;
  }

  get output(): Readable | null {
    return this.#child.stdout;
  }

  kill(): void {
    this.#signal('SIGKILL');
    if (this.group !== undefined) killMarked(this.mark);
  }

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
    } catch {}
  }
}

/** Passes on only the environment variables that programs need, because others may be secret. */
function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isPassed = (name: string) => PASSED.has(name) || name.startsWith('LC_');
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassed(name)));
}
