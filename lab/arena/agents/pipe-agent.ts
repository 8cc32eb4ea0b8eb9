import type { Fault, KeptProgram, ProgramEvents } from './kept-program.ts';
import type { Program } from './program.ts';

export type Answer = { action: unknown } | { index: number } | { fault: Fault };

interface Question {
  line: string;
  sent: boolean;
  answer(answer: Answer): void;
}

/** additional seconds for the first answer, during which the program may load */
const START_SECONDS = 30;
const LONGEST_LINE = 1_000_000;
const SHOWN = 120;

/** Writes positions to a program's standard input and reads actions from its standard output, in the same order. */
export class PipeAgent implements ProgramEvents {
  readonly #seconds: number;
  readonly #questions: Question[] = [];
  #kept: KeptProgram | null = null;
  #begun = '';
  #timer: NodeJS.Timeout | null = null;
  #loaded = false;
  #isToSend = false;
  #gaveUp: Fault | null = null;
  readonly #onGaveUp: (fault: Fault) => void;

  /** `seconds` is the time limit of each answer. */
  constructor(seconds: number, onGaveUp: (fault: Fault) => void) {
    this.#seconds = seconds;
    this.#onGaveUp = onGaveUp;
  }

  playBy(kept: KeptProgram): void {
    this.#kept = kept;
  }

  /** Sends a line, which must contain no line feed. Resolves to the program's answer to this line. */
  ask(line: string): Promise<Answer> {
    if (this.#gaveUp !== null) return Promise.resolve({ fault: this.#gaveUp });
    return new Promise((answer) => {
      this.#questions.push({ line, sent: false, answer });
      this.#sendSoon();
    });
  }

  started(program: Program): void {
    this.#begun = '';
    this.#loaded = false;
    program.output?.setEncoding('utf8').on('data', (chunk: string) => {
      if (program === this.#kept?.running) this.#read(chunk);
    });
    this.#send();
  }

  /** If the oldest question was sent, answers it with the fault. The restarted program gets all other questions. */
  ended(fault: Fault): void {
    this.#stopTime();
    const [first] = this.#questions;
    if (first?.sent === true) this.#questions.shift()?.answer({ fault });
    for (const question of this.#questions) question.sent = false;
  }

  gaveUp(fault: Fault): void {
    this.#gaveUp = fault;
    for (const { answer } of this.#questions.splice(0)) answer({ fault });
    this.#onGaveUp(fault);
  }

  close(): void {
    this.#stopTime();
    const fault: Fault = { rule: 'ended', detail: 'The run was ended.' };
    this.#gaveUp = fault;
    for (const { answer } of this.#questions.splice(0)) answer({ fault });
  }

  /** Sends with one write all questions that are asked at the same time. */
  #sendSoon(): void {
    if (this.#isToSend) return;
    this.#isToSend = true;
    setImmediate(() => {
      this.#isToSend = false;
      this.#send();
    });
  }

  #send(): void {
    const input = this.#kept?.running?.input;
    if (!input) return;
    const unsent = this.#questions.filter(({ sent }) => !sent);
    for (const question of unsent) question.sent = true;
    if (unsent.length > 0) input.write(unsent.map(({ line }) => `${line}\n`).join(''));
    if (this.#timer === null && this.#questions.length > 0) this.#startTime();
  }

  #startTime(): void {
    const seconds = this.#seconds + (this.#loaded ? 0 : START_SECONDS);
    this.#timer = setTimeout(() => {
      this.#stopTime();
      const from = this.#loaded ? '' : ' after its start';
      this.#kept?.end({ rule: 'silent', detail: `It did not answer within ${seconds} s${from}.` }, !this.#loaded);
    }, seconds * 1000);
  }

  #stopTime(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #read(chunk: string): void {
    const lines = `${this.#begun}${chunk}`.split('\n');
    this.#begun = lines.pop() ?? '';
    for (const line of lines) if (!this.#take(line)) return;
    if (this.#begun.length > LONGEST_LINE) {
      this.#end({ rule: 'malformedLine', detail: `It wrote a line of more than ${LONGEST_LINE} characters.` });
    }
  }

  #take(line: string): boolean {
    const [question] = this.#questions;
    if (question?.sent !== true) return this.#end(malformed(line, 'though it was not asked'));
    const answer = answerIn(line);
    if (answer === null) return this.#end(malformed(line, 'which is not {"action": {…}} or {"index": 0}'));
    this.#loaded = true;
    this.#stopTime();
    this.#questions.shift();
    question.answer(answer);
    if (this.#questions[0]?.sent === true) this.#startTime();
    return true;
  }

  /** Ends the program. From now on its output is ignored, because it may belong to earlier questions. */
  #end(fault: Fault): false {
    this.#stopTime();
    this.#kept?.end(fault);
    return false;
  }
}

function answerIn(line: string): Answer | null {
  try {
    const { action, index } = JSON.parse(line) as { action?: unknown; index?: unknown };
    if (typeof action === 'object' && action !== null && index === undefined) return { action };
    if (Number.isSafeInteger(index) && action === undefined) return { index: index as number };
  } catch {}
  return null;
}

function malformed(line: string, why: string): Fault {
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
  return { rule: 'malformedLine', detail: `It wrote ${JSON.stringify(shown)}, ${why}.` };
}
