import { execFile } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Competitor } from '../competitor.ts';
import type { Journal } from '../journal.ts';
import { isProgram, type ProgramPlan } from './agents-file.ts';
import { type Fault, KeptProgram, type ProgramEvents } from './kept-program.ts';
import { markOf, OrphanGuard, processes, readIfThere } from './orphan-guard.ts';
import { Program } from './program.ts';

export interface AgentsParts {
  logs: string;
  journal: Journal;
  now(): Date;
  environmentOf(competitor: Competitor): Record<string, string>;
  /** called when a program that plays over HTTP has ended, before it restarts or `onGaveUp` is called */
  onEnded(competitor: Competitor, fault: Fault): void;
  /** called when a program has ended and will not restart */
  onGaveUp(competitor: Competitor, fault: Fault): void;
}

const WEIGH_EVERY_MS = 500;

export class Agents {
  readonly #parts: AgentsParts;
  readonly #guard = new OrphanGuard();
  readonly #kept: { competitor: Competitor; program: KeptProgram }[] = [];
  #weighing: NodeJS.Timeout | null = null;

  constructor(competitors: readonly Competitor[], parts: AgentsParts) {
    this.#parts = parts;
    for (const competitor of competitors) {
      const { plan } = competitor;
      if (isProgram(plan)) this.#kept.push({ competitor, program: this.#keep(competitor, plan) });
    }
  }

  start(): void {
    for (const { program } of this.#kept) program.start();
    if (this.#kept.length > 0) this.#weighSoon();
  }

  async dismiss(entry: number): Promise<void> {
    const found = this.#kept.find(({ competitor }) => competitor.entry === entry);
    found?.competitor.pipe?.close();
    await found?.program.close();
  }

  async close(): Promise<void> {
    if (this.#weighing !== null) clearTimeout(this.#weighing);
    this.#weighing = null;
    for (const { competitor } of this.#kept) competitor.pipe?.close();
    await Promise.all(this.#kept.map(({ program }) => program.close()));
    this.#guard.close();
  }

  kill(): void {
    for (const { program } of this.#kept) program.kill();
  }

  #keep(competitor: Competitor, plan: ProgramPlan): KeptProgram {
    const { journal, now, environmentOf } = this.#parts;
    const { entry, pipe } = competitor;
    const events = this.#eventsOf(competitor);
    const ends = journal.of('ended').filter((ended) => ended.entry === entry).length;
    const run = () => {
      const env = { ...environmentOf(competitor), ...plan.env };
      const { command } = plan.plays;
      return new Program(
        { command, env, cwd: plan.cwd, log: this.#logOf(competitor), piped: pipe !== null },
        this.#guard,
      );
    };
    const told: ProgramEvents = {
      started: (program) => {
        journal.add({ type: 'started', entry, at: now().toISOString() });
        events.started(program);
      },
      ended: (fault) => {
        journal.add({ type: 'ended', entry, fault, at: now().toISOString() });
        events.ended(fault);
      },
      gaveUp: (fault) => events.gaveUp(fault),
    };
    const program = new KeptProgram(plan.bounds, ends, run, told);
    pipe?.playBy(program);
    return program;
  }

  #eventsOf(competitor: Competitor): ProgramEvents {
    if (competitor.pipe !== null) return competitor.pipe;
    return {
      started: () => {},
      ended: (fault) => this.#parts.onEnded(competitor, fault),
      gaveUp: (fault) => this.#parts.onGaveUp(competitor, fault),
    };
  }

  #weighSoon(): void {
    this.#weighing = setTimeout(() => void this.#weigh().finally(() => this.#weighing?.refresh()), WEIGH_EVERY_MS);
    this.#weighing.unref();
  }

  #logOf({ entry }: Competitor): string {
    return join(this.#parts.logs, `${entry}.log`);
  }

  async #weigh(): Promise<void> {
    for (const { competitor } of this.#kept) keepEndOf(this.#logOf(competitor));
    const groups = new Map<number, KeptProgram>();
    const marks = new Map<number, string>();
    for (const { program } of this.#kept) {
      const { group, mark } = program.running ?? {};
      if (group === undefined || mark === undefined) continue;
      groups.set(group, program);
      marks.set(group, mark);
    }
    for (const [group, bytes] of await memoryOf(marks)) groups.get(group)?.weigh(bytes);
  }
}

const MOST_BYTES = 2_097_152;
const KEPT_BYTES = 1_048_576;

/** Shortens a log of more than 2 MiB to its last 1 MiB. Output that is written during the call may be lost. */
export function keepEndOf(file: string): void {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size <= MOST_BYTES) return;
  const descriptor = openSync(file, 'r+');
  try {
    const end = Buffer.alloc(KEPT_BYTES);
    const read = readSync(descriptor, end, 0, KEPT_BYTES, size - KEPT_BYTES);
    ftruncateSync(descriptor, 0);
    writeSync(descriptor, end.subarray(0, read), 0, read, 0);
  } finally {
    closeSync(descriptor);
  }
}

const KILO = 1024;
/** the index of the process group among the fields of `/proc/<id>/stat` after the program's name */
const GROUP = 2;

/** Returns the bytes of memory by process group. On Linux, also counts processes that left their group: see `MARK`. */
export async function memoryOf(marks: ReadonlyMap<number, string>): Promise<Map<number, number>> {
  const taken = new Map<number, number>();
  const all = process.platform === 'linux' ? fromProc(marks) : await fromPs();
  for (const { group, bytes } of all) {
    if (marks.has(group)) taken.set(group, (taken.get(group) ?? 0) + bytes);
  }
  return taken;
}

interface Taken {
  group: number;
  bytes: number;
}

function fromProc(marks: ReadonlyMap<number, string>): Taken[] {
  const groups = new Map([...marks].map(([group, mark]) => [mark, group]));
  return processes()
    .map((id) => takenBy(id, marks, groups))
    .filter((taken) => taken !== null);
}

/** Reads synchronously, because Linux has these files in memory: awaiting each would take three times as long. */
function takenBy(id: string, marks: ReadonlyMap<number, string>, groups: ReadonlyMap<string, number>): Taken | null {
  const stat = readIfThere(`/proc/${id}/stat`);
  const own = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[GROUP]);
  const group = marks.has(own) ? own : groups.get(markOf(id) ?? '');
  if (group === undefined) return null;
  const status = readIfThere(`/proc/${id}/status`);
  return { group, bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * KILO };
}

/** Measures memory on systems without `/proc`, such as macOS. */
async function fromPs(): Promise<Taken[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([group = 0, kilobytes = 0]) => ({ group, bytes: kilobytes * KILO }));
}
