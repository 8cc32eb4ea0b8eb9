import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = '.build.json';

export class Manifest {
  #file;
  #steps;

  constructor(file, steps) {
    this.#file = file;
    this.#steps = steps;
  }

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

  /** The state of the outputs after the step, failed or not; undefined if it was interrupted. */
  left(step) {
    return this.#steps[step]?.outputs;
  }

  /** Until `end`, the step counts as outdated, even after an interruption. */
  begin(step) {
    delete this.#steps[step];
    this.#write();
  }

  end(step, inputs, outputs) {
    this.#steps[step] = { inputs, outputs };
    this.#write();
  }

  /** Atomic, because other commands may read it at any time. */
  #write() {
    mkdirSync(join(this.#file, '..'), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#steps));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
