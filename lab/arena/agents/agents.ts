import { join } from 'node:path';
import type { Competitor } from '../competitor.ts';
import type { Journal } from '../journal.ts';
import { isProgram, type ProgramPlan } from './agent-plan.ts';
import { type Fault, KeptProgram, type ProgramEvents } from './kept-program.ts';
import { keepEndOf } from './log-file.ts';
import { memoryOf } from './memory.ts';
import { OrphanGuard } from './orphan-guard.ts';
import { Program } from './program.ts';

export interface AgentsParts {
  /** for what programs print, a file each */
  logs: string;
  journal: Journal;
  now(): Date;
  /** what a program finds in its environment beside what its plan says */
  environmentOf(competitor: Competitor): Record<string, string>;
  /** told when one that plays over HTTP has ended, and is started again */
  onEnded(competitor: Competitor, fault: Fault): void;
  /** told when a program does not come back */
  onGaveUp(competitor: Competitor, fault: Fault): void;
}

const WEIGH_EVERY_MS = 500;

/** The programs of all agents: started, held to their bounds, and ended together. */
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

  /** One whose entry has been ended. */
  async dismiss(entry: number): Promise<void> {
    const found = this.#kept.find(({ competitor }) => competitor.entry === entry);
    found?.competitor.pipe?.close();
    await found?.program.close();
  }

  async close(): Promise<void> {
    if (this.#weighing !== null) clearTimeout(this.#weighing);
    this.#weighing = null; // what is being weighed weighs no more
    for (const { competitor } of this.#kept) competitor.pipe?.close();
    await Promise.all(this.#kept.map(({ program }) => program.close()));
    this.#guard.close();
  }

  /** At once. */
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
