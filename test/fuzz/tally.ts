import type { Answer } from './raw-answers.ts';

type Counts = Map<string, Map<string, number>>;

export interface Counted {
  operation: string;
  bends: readonly string[];
  way: string;
}

export class Tally {
  readonly operations: Counts = new Map();
  readonly bends: Counts = new Map();
  readonly ways: Counts = new Map();
  readonly rulesets: Counts = new Map();
  readonly codes: Counts = new Map();

  constructor(operations: readonly string[]) {
    for (const operation of operations) this.operations.set(operation, new Map());
  }

  add({ operation, bends, way }: Counted, answer: Answer | null): void {
    const status = answer === null ? 'none' : String(answer.status);
    count(this.operations, operation, status);
    for (const bend of bends.length === 0 ? ['nothing'] : bends) count(this.bends, bend, status);
    count(this.ways, way, status);
    const { code, ruleset, state = answer?.body } = answer?.body ?? {};
    if (typeof code === 'string') count(this.codes, code, status);
    const game = ruleset ?? state?.ruleset;
    if (typeof game !== 'string' || state?.view === undefined) return;
    count(this.rulesets, game, `${operation} ${status}`);
    count(this.rulesets, game, `seen ${state.status}`);
  }

  /** Returns the operations that were never called with success, so that all answers were refusals. */
  get neverDone(): string[] {
    const isDone = (columns: Map<string, number>) => [...columns.keys()].some((status) => /^[23]/.test(status));
    return [...this.operations].filter(([, columns]) => !isDone(columns)).map(([operation]) => operation);
  }

  print(): void {
    print('operation', this.operations);
    print('bent by', this.bends);
    print('sent', this.ways);
    print('ruleset', this.rulesets);
    print('code', this.codes);
  }
}

function count(counts: Counts, row: string, column: string): void {
  const columns = counts.get(row) ?? new Map<string, number>();
  counts.set(row, columns.set(column, (columns.get(column) ?? 0) + 1));
}

function print(name: string, counts: Counts): void {
  const columns = [...new Set([...counts.values()].flatMap((row) => [...row.keys()]))].sort();
  console.log(`\n| ${name} | ${columns.join(' | ')} |`);
  console.log(`| --- |${' ---: |'.repeat(columns.length)}`);
  for (const [row, cells] of counts) {
    console.log(`| ${row} | ${columns.map((column) => cells.get(column) ?? '').join(' | ')} |`);
  }
}
