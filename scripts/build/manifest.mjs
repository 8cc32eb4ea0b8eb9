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

  /** Returns the state of the outputs after the step, no matter whether it failed; undefined: it was interrupted. */
  left(step) {
    return this.#steps[step]?.outputs;
  }

  /** Marks a step as not up to date until `end`, also if it is interrupted. */
  begin(step) {
    delete this.#steps[step];
    this.#write();
  }

  end(step, inputs, outputs) {
    this.#steps[step] = { inputs, outputs };
    this.#write();
  }

  /** Replaces the file in one operation, because other commands may read it at any time. */
  #write() {
    mkdirSync(join(this.#file, '..'), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#steps));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
