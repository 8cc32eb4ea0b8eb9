import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Bounds, LossRule } from '../result.ts';
import type { Ending, Program } from './program.ts';

export interface Fault {
  rule: LossRule;
  detail: string;
}

export interface ProgramEvents {
  started(program: Program): void;
  /** called when the program ended by itself or broke a rule, but not when its end was requested */
  ended(fault: Fault): void;
  /** called when the program does not restart: it ended too often, could not start or gave no first answer in time */
  gaveUp(fault: Fault): void;
}

const RESTART_MS = 200;
const MEGA = 1_048_576;

export class KeptProgram {
  readonly #bounds: Bounds;
  readonly #run: () => Program;
  readonly #events: ProgramEvents;
  #program: Program | null = null;
  #fault: Fault | null = null;
  #isLast = false;
  #ends: number;
  #closed = false;
  #restarting: NodeJS.Timeout | null = null;

  /** `ends` is how often the program ended in earlier runs, by itself or because it broke a rule. */
  constructor(bounds: Bounds, ends: number, run: () => Program, events: ProgramEvents) {
    this.#bounds = bounds;
    this.#ends = ends;
    this.#run = run;
    this.#events = events;
  }

  /** The running program; null if it does not run or is just being ended. */
  get running(): Program | null {
    return this.#fault === null ? this.#program : null;
  }

  start(): void {
    if (this.#closed || this.#program !== null) return;
    const program = this.#run();
    this.#program = program;
    this.#fault = null;
    void program.ended.then((ending) => this.#over(ending));
    if (program.group !== undefined) this.#events.started(program);
  }

  end(fault: Fault, forGood = false): void {
    if (this.running === null) return;
    this.#fault = fault;
    this.#isLast = forGood;
    this.#program?.kill();
  }

  /** Ends the program if it uses too much memory. The caller must measure the memory regularly. */
  weigh(bytes: number): void {
    const { memoryMb } = this.#bounds;
    if (bytes <= memoryMb * MEGA) return;
    const detail = `Its program took ${Math.ceil(bytes / MEGA)} MiB of memory, and may take ${memoryMb}.`;
    this.end({ rule: 'memory', detail });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#restarting !== null) clearTimeout(this.#restarting);
    await this.#program?.stop();
  }

  kill(): void {
    this.#closed = true;
    this.#program?.kill();
  }

  #over({ started, detail }: Ending): void {
    const fault = this.#fault ?? { rule: started ? 'ended' : 'notStarted', detail: `Its program ${detail}.` };
    this.#program = null;
    this.#fault = null;
    if (this.#closed) return;
    this.#ends++;
    this.#events.ended(fault);
    const isLast = this.#isLast || !started;
    if (!isLast && this.#ends <= this.#bounds.restarts) {
      this.#restarting = setTimeout(() => this.start(), RESTART_MS);
      return;
    }
    this.#closed = true;
    const often = started
      ? ` It has ended ${counted(this.#ends, 'time')}, and is started again ${counted(this.#bounds.restarts, 'time')}.`
      : '';
    this.#events.gaveUp({ rule: fault.rule, detail: `${fault.detail}${often}` });
  }
}
