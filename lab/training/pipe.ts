import { readSync, writeSync } from 'node:fs';
import { FRAME, HEAD_BYTES, type Head, headIn } from './frames.ts';

const CHUNK_BYTES = 0x10_0000;
const LONGEST_LINE = 0x400_0000;
const LONGEST_FRAME = 0x100_0000;
const LINE_FEED = 0x0a;
const RETRY_MS = 1;

/** Thrown for unreadable input. Nothing after it can be read, because it is unknown where the next message begins. */
export class UnreadableInput extends Error {
  override name = 'UnreadableInput';
}

export type Message = { line: string } | { head: Head; body: Buffer };

// Reads and writes messages synchronously, because the process has no other work. A write returns when all bytes are
// written.
export class Pipe {
  readonly #input: number;
  readonly #output: number;
  #bytes: Buffer = Buffer.alloc(CHUNK_BYTES);
  #from = 0;
  #to = 0;

  constructor(input: number, output: number) {
    this.#input = input;
    this.#output = output;
  }

  /** Returns the next message; null: the input has ended. The body of a frame is valid only until the next call. Throws
   * `UnreadableInput`. */
  next(): Message | null {
    if (!this.#has(1)) return null;
    if (this.#bytes[this.#from] !== FRAME) return this.#line();
    if (!this.#has(HEAD_BYTES)) throw new UnreadableInput('The input ended within a frame: send all its bytes.');
    const head = headIn(this.#take(HEAD_BYTES));
    if (head === null || head.bytes > LONGEST_FRAME)
      throw new UnreadableInput('The header of a frame is not valid: see docs/environments.md.');
    if (!this.#has(head.bytes)) throw new UnreadableInput('The input ended within a frame: send all its bytes.');
    return { head, body: this.#take(head.bytes) };
  }

  /** Writes bytes. Returns false if the reader has closed the pipe. */
  write(bytes: Uint8Array): boolean {
    for (let written = 0; written < bytes.length; ) {
      try {
        written += writeSync(this.#output, bytes, written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
        waitIfBusy(error);
      }
    }
    return true;
  }

  #line(): Message | null {
    for (let length = 1; ; ) {
      const end = this.#bytes.subarray(this.#from, this.#to).indexOf(LINE_FEED, length - 1);
      if (end !== -1) return { line: this.#take(end + 1).toString('utf8', 0, end) };
      length = this.#to - this.#from + 1;
      if (length > LONGEST_LINE)
        throw new UnreadableInput(`A line is longer than ${LONGEST_LINE} bytes, the most allowed.`);
      if (!this.#has(length))
        throw new UnreadableInput('The input ended within a line: end each line with a line feed.');
    }
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#from, this.#from + length);
    this.#from += length;
    return taken;
  }

  #has(length: number): boolean {
    while (this.#to - this.#from < length) {
      this.#makeRoom(length);
      const read = this.#read();
      if (read === 0) return false;
      this.#to += read;
    }
    return true;
  }

  #makeRoom(length: number): void {
    if (this.#to < this.#bytes.length && this.#from + length <= this.#bytes.length) return;
    const kept = this.#bytes.subarray(this.#from, this.#to);
    const room = length > this.#bytes.length ? Buffer.alloc(2 * length) : this.#bytes;
    room.set(kept);
    this.#bytes = room;
    this.#to = kept.length;
    this.#from = 0;
  }

  #read(): number {
    for (;;) {
      try {
        return readSync(this.#input, this.#bytes, this.#to, this.#bytes.length - this.#to, null);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EOF') return 0;
        waitIfBusy(error);
      }
    }
  }
}

/** Some terminals and pipes report EAGAIN if they are not ready. Waits after this error and throws any other error. */
function waitIfBusy(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
}
