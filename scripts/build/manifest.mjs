import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = '.build.json';

/** What each step last made of what: the digest of its inputs, null when it failed, and the state of its outputs. */
export class Manifest {
  #file;
  #steps;

  constructor(file, steps) {
    this.#file = file;
    this.#steps = steps;
  }

  /** The manifest in a folder; an empty one where there is none that can be read. */
  static read(folder) {
    const file = join(folder, NAME);
    try {
      return new Manifest(file, JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return new Manifest(file, {});
    }
  }

  isCurrent(step, inputs) {
    return this.#steps[step]?.inputs === inputs;
  }

  /** The state in which the step left its outputs, whether it succeeded or not; nothing when it was cut off. */
  left(step) {
    return this.#steps[step]?.outputs;
  }

  /** From now on nobody takes the step for current, whatever becomes of it. */
  begin(step) {
    delete this.#steps[step];
    this.#write();
  }

  end(step, inputs, outputs) {
    this.#steps[step] = { inputs, outputs };
    this.#write();
  }

  /** In one piece, because other commands read it at any time. */
  #write() {
    mkdirSync(join(this.#file, '..'), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#steps));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
